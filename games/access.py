"""Who may see a room. A room that isn't listed opens to its link's secret and to its members."""

import hmac

from games.codes import read_code
from games.models import Room


def find_room(code: str) -> Room | None:
    """Return the room with this code, however it was typed."""
    known = read_code(code)
    return None if known is None else Room.objects.filter(code=known).first()


def may_enter(room: Room, secret: str, person_id: int | None) -> bool:
    """Return whether somebody with this link secret ("" for none) and identity may enter."""
    if room.listed or hmac.compare_digest(room.secret.encode(), secret.encode("utf-8", "replace")):
        return True
    if person_id is None:
        return False
    return room.host_id == person_id or room.seats.filter(person_id=person_id).exists()


def invitation_path(room: Room) -> str:
    """Return the path of the page that asks whether to accept an invitation."""
    return f"/i/{room.code}?k={room.secret}"


def room_path(room: Room) -> str:
    """Return the path of the room's page, with what it needs to open."""
    path = f"/r/{room.code}"
    return path if room.listed else f"{path}?k={room.secret}"
