"""What people are told when a request is refused: what happened, then what to do."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import override

MESSAGES = {
    # rooms and identity
    "unknown_room": _("There is no such room. Check the code or the link."),
    "room_closed": _("This room is closed. Open a new one from the lobby."),
    "private_room": _("This room is private. Ask for its link or enter its code in the lobby."),
    "no_identity": _("You need a name here first. Reload the page and try again."),
    "not_in_this_kind": _("That isn't possible in this kind of room."),
    "not_in_room": _("That person isn't in the room."),
    "unavailable": _("The server is catching up. No clock runs meanwhile; try again in a moment."),
    # playing
    "no_game": _("No game has started yet."),
    "game_over": _("The game is over."),
    "game_running": _("That has to wait until the game is over."),
    "not_a_player": _("You are watching. Only the two players can do that."),
    "not_your_turn": _("It's the other side's turn."),
    "stale": _("The game has gone on. Look at the board and choose again."),
    "paused": _("The game is paused. Wait until the host resumes it."),
    "occupied": _("There is a disc on that square already. Choose an empty one."),
    "captures_nothing": _("A disc there captures nothing. Choose a square with a dot."),
    "not_a_square": _("That isn't a square. Squares go from a1 to h8."),
    # seats
    "seat_taken": _("That seat is taken. Choose the other one, or watch."),
    "already_seated": _("You have a seat here already. Stand up first."),
    "not_seated": _("You have no seat here. Sit down first."),
    "seats_empty": _("A seat is still free. The game starts when both are taken."),
    "player_away": _("One of the players is away. Wait until both are here."),
    "playing_elsewhere": _("There is a game going on in another room. Finish or leave it first."),
    "opponent_elsewhere": _(
        "Your opponent is playing in another room. The game here can start when that one is over."
    ),
    "opponent_changed": _("Your opponent has left the seat. The host can start the next game."),
    # searching
    "registered_only": _("Ranked games are for people with an account. Sign up or sign in first."),
    "nobody_came": _(
        "Nobody came. Try again, open a room for others to find, or play a bot there."
    ),
    # invitations
    "own_invitation": _("This is your own invitation. Send its link to a friend."),
    "invitation_taken": _("This invitation has been accepted already."),
    "inviter_away": _(
        "Who invited you isn't there just now. Try again when they are back at the board."
    ),
    # the host
    "not_host": _("Only the host of the room can do that."),
    "host_not_seated": _("Take a seat first: only a host who plays can do that."),
    "already_host": _("You are the host already."),
    "already_paused": _("The game is paused already."),
    "not_paused": _("The game isn't paused."),
    # bots
    "unknown_level": _("There is no bot of that level. Choose one of those shown."),
    "bot_present": _("There is a bot on the other seat. One of the two must be a person."),
    "not_a_bot": _("There is no bot on that seat."),
    "already_leaving": _("The bot leaves at the result already."),
    "not_leaving": _("The bot isn't leaving."),
    "already_reserved": _("Somebody has reserved that seat before you."),
    "players_cannot_reserve": _("You are playing. Seats are reserved by those who watch."),
    "no_reservation": _("You have reserved no seat here."),
    # frames
    "bad_frame": _("The server could not read that. Reload the page and try again."),
    "too_large": _("That was too long to read. Reload the page and try again."),
    "unknown_type": _("The server doesn't know that request. Reload the page and try again."),
    "join_first": _("This page isn't in the room. Reload it to come in."),
    "outdated": _("This page is from another version of the site. Reload it."),
    "too_fast": _("Too many requests at once. Wait a moment and try again."),
    "too_many_tabs": _("You have too many tabs open here. Close some, then come back to this one."),
}


def message(code: str, language: str) -> str:
    """Return the message of a refusal code in a language of the site."""
    with override(language):
        return str(MESSAGES[code])
