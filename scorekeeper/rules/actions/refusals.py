"""Why an action with house rules is refused, in words."""

from __future__ import annotations

from scorekeeper.wording.marks import N_

TEXTS = {
    "house_rules": N_("There are no such house rules on this device."),
    "house_rules.name": N_("House rules need a name, of at most %(high)s characters."),
    "house_rules.same_name": N_("There are house rules called “%(read)s” on this device already: choose another name."),
    "house_rules.many": N_("A device keeps at most %(high)s sets of house rules. Delete one first."),
}
