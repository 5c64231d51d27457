"""The rules of Reversi and its notation, in pure Python: no clock, no seats, no storage.

`board` says what a disc does and who moves next; `notation` reads and writes it as text.
"""
