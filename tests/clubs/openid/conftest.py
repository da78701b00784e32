"""A running OpenID provider, a program configured for it, and an organizer."""

from __future__ import annotations

import pytest

from scorekeeper.clubs.commands.members import invitations
from tests.clubs.openid.provider import Provider
from tests.clubs.openid.visitors import settings, within
from tests.tournaments.club_night import PASSWORD


@pytest.fixture
def club():
    served = Provider()
    yield served
    served.close()


@pytest.fixture
def app(make_app, club):
    return make_app(WTF_CSRF_ENABLED=False, OPENID=settings(club))


@pytest.fixture
def rita(app):
    """Return Rita's account. Direct calls run `within` their own context; requests have theirs."""
    return within(app, invitations.create_first_account, "Rita", PASSWORD, "Club du Moulin")[0]
