"""What may happen in a room, as pure values and functions.

`decide` turns a command into events, `evolve` turns events into the next state, `timers` says
what happens by itself and when. Nothing here reads a clock, a database or a socket.
"""
