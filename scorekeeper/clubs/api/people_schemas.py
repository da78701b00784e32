"""The shapes of what the API takes and gives about clubs, their players, and those who run them."""

from __future__ import annotations

from scorekeeper.base.api.shapes import FLAG, ID, TIME, Schema, array, maybe, obj, one_of, ref, text
from scorekeeper.clubs.actions.invitations import LONGEST_NOTE
from scorekeeper.clubs.store.account import ROLES, SCOPES
from scorekeeper.clubs.store.club import LONGEST_CLUB_NAME, LONGEST_PLAYER_NAME, LONGEST_ZONE


def people_schemas() -> dict[str, Schema]:
    """Every shape, by name."""
    player = {"id": ID, "name": text()}
    role = one_of(ROLES)
    invitation: dict[str, Schema] = {"id": ID, "role": role, "note": text(), "created_at": TIME, "expires_at": TIME}
    return {
        "Club": obj({"id": ID, "slug": text(), "name": text(), "role": role, "zone": text()}),
        "ClubList": obj({"clubs": array(ref("Club"))}),
        "ClubPrivate": obj({"private": FLAG}),
        "ClubName": obj({"name": text(LONGEST_CLUB_NAME, 1)}),
        "NewClub": obj({"name": text(LONGEST_CLUB_NAME, 1), "zone": text(LONGEST_ZONE, 1)}, ("zone",)),
        "ClubZone": obj({"zone": text(LONGEST_ZONE, 1)}),
        "WhoAsks": obj({"id": ID, "name": text(), "scope": maybe(one_of(SCOPES)), "clubs": array(ref("Club"))}),
        "ClubPlayer": obj(player),
        "PlayerName": obj({"name": text(LONGEST_PLAYER_NAME, 1)}),
        "Roster": obj({"players": array(ref("ClubPlayer")), "pairs": array(obj({**player, "players": array(ID, 2, 2)}))}),
        "MemberList": obj({"members": array(obj({"id": ID, "name": text(), "role": role, "since": TIME}))}),
        "MemberRole": obj({"role": role}),
        "InvitationFacts": obj({"role": role, "note": text(LONGEST_NOTE)}, ("note",)),
        "Invitation": obj(invitation),
        "InvitationList": obj({"invitations": array(ref("Invitation"))}),
        "NewInvitation": obj({**invitation, "token": text(), "path": text()}),
    }
