"""The pairing methods in the order shown, one module each (one for both knock-outs)."""

from __future__ import annotations

from scorekeeper.pairing.method import METHODS
from scorekeeper.pairing.methods.knockouts import DoubleElimination, SingleElimination
from scorekeeper.pairing.methods.mitchell import Mitchell
from scorekeeper.pairing.methods.rotating_partners import RotatingPartners
from scorekeeper.pairing.methods.round_robin import RoundRobin
from scorekeeper.pairing.methods.stages import Stages
from scorekeeper.pairing.methods.swiss import Swiss
from scorekeeper.pairing.methods.up_and_down import UpAndDown
from scorekeeper.pairing.methods.winners_up import WinnersUp

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
