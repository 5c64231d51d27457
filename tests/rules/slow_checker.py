"""The rules once more, as slowly and plainly as possible, to check the fast ones against.

Shares nothing with `games.rules`: a grid is eight lists of eight strings, `"dark"`, `"light"` or
`""`, first the row (0 is row 1), then the column (0 is a). Squares are numbers, a1 = 0 … h8 = 63.
"""

Grid = list[list[str]]

DIRECTIONS = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)]


def grid_of(dark: set[int], light: set[int]) -> Grid:
    """The grid with dark and light discs on the given squares."""
    grid = [["" for _ in range(8)] for _ in range(8)]
    for square in dark:
        grid[square // 8][square % 8] = "dark"
    for square in light:
        grid[square // 8][square % 8] = "light"
    return grid


def opponent(side: str) -> str:
    """The other side."""
    return {"dark": "light", "light": "dark"}[side]


def squares_of(grid: Grid, side: str) -> set[int]:
    """Where a side's discs lie."""
    return {square for square in range(64) if grid[square // 8][square % 8] == side}


def flipped(grid: Grid, side: str, square: int) -> set[int]:
    """The squares of the discs that turn if `side` plays on `square`; empty if it's illegal."""
    turned: set[int] = set()
    if grid[square // 8][square % 8] != "":
        return turned
    for down, right in DIRECTIONS:
        line = []
        row, column = square // 8 + down, square % 8 + right
        while row in range(8) and column in range(8) and grid[row][column] == opponent(side):
            line.append(row * 8 + column)
            row, column = row + down, column + right
        if row in range(8) and column in range(8) and grid[row][column] == side:
            turned.update(line)
    return turned


def legal(grid: Grid, side: str) -> set[int]:
    """The squares where a side may play."""
    return {square for square in range(64) if flipped(grid, side, square)}


def after(grid: Grid, side: str, square: int) -> Grid:
    """The grid after a legal move."""
    mine = squares_of(grid, side) | flipped(grid, side, square) | {square}
    theirs = squares_of(grid, opponent(side)) - mine
    return grid_of(mine, theirs) if side == "dark" else grid_of(theirs, mine)


def turn_after(grid: Grid, side: str) -> tuple[str | None, list[str]]:
    """(who moves next, who passes first) once `side` has moved; (None, []) at the end."""
    if legal(grid, opponent(side)):
        return opponent(side), []
    if legal(grid, side):
        return side, [opponent(side)]
    return None, []
