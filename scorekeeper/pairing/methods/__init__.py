"""The pairing methods in the order shown, one module each (one for both knock-outs)."""

from __future__ import annotations

from scorekeeper.tournament.method import METHODS
from scorekeeper.tournament.methods.knockouts import DoubleElimination, SingleElimination
from scorekeeper.tournament.methods.mitchell import Mitchell
from scorekeeper.tournament.methods.rotating_partners import RotatingPartners
from scorekeeper.tournament.methods.round_robin import RoundRobin
from scorekeeper.tournament.methods.stages import Stages
from scorekeeper.tournament.methods.swiss import Swiss
from scorekeeper.tournament.methods.up_and_down import UpAndDown
from scorekeeper.tournament.methods.winners_up import WinnersUp

METHODS.update(
    {
        method.name: method
        for method in (
            Swiss(),
            RoundRobin(),
            SingleElimination(),
            DoubleElimination(),
            RotatingPartners(),
            WinnersUp(),
            UpAndDown(),
            Mitchell(),
            Stages(),
        )
    }
)
