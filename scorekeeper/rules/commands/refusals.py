"""Messages for refused actions on house rules."""

from __future__ import annotations

from scorekeeper.messages.marks import N_

TEXTS = {
    "house_rules": N_("These house rules are not on this device."),
    "house_rules.name": N_("Enter a name for the house rules, in at most %(high)s characters."),
    "house_rules.same_name": N_("This device already has house rules named “%(read)s”. Choose another name."),
    "house_rules.many": N_("A device can store at most %(high)s sets of house rules. Delete one first."),
}
