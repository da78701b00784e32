"""tools/reword.py changes a message everywhere at once, and nothing else."""

from __future__ import annotations

import pytest

from tools.reword import Rewording, WrongLine, read_rewordings, reword_guide, reword_python, reword_template, reword_test


def rewordings(**pairs: str) -> dict[str, Rewording]:
    return {old: Rewording(old, new) for old, new in pairs.items()}


TAKE = {"Take it in": Rewording("Take it in", "Add this game")}
LONG = "This phone can’t save anything (storage is full or blocked). Leave this page open until the hand is saved."
SHORT = "This phone can’t save anything."


def test_a_message_of_a_module_is_changed_where_it_is_marked_and_nowhere_else():
    source = 'A = N_("Take it in")\nB = "Take it in"\nC = t()("Take it in", n=1)\n'
    assert reword_python(source, TAKE) == 'A = N_("Add this game")\nB = "Take it in"\nC = t()("Add this game", n=1)\n'


def test_a_message_in_several_literals_becomes_one_where_it_fits():
    source = f'A = N_(\n    "{LONG[:60]}"\n    "{LONG[60:]}"\n)\n'
    assert reword_python(source, {LONG: Rewording(LONG, SHORT)}) == f'A = N_(\n    "{SHORT}"\n)\n'


def test_a_long_message_is_put_together_of_literals_that_say_the_same():
    changed = reword_python(f'A = N_("{SHORT}")\n', {SHORT: Rewording(SHORT, LONG + LONG)})
    assert all(len(line) < 120 for line in changed.splitlines())
    found: list[str] = []
    exec(changed, {"N_": found.append})
    assert found == [LONG + LONG]


def test_letters_beyond_ascii_before_a_message_do_not_move_it():
    assert reword_python('A = ("é", N_("Take it in"))\n', TAKE) == 'A = ("é", N_("Add this game"))\n'


def test_quotation_marks_and_line_breaks_are_written_as_python_reads_them():
    new = 'Say "yes"\nor\\no'
    found: list[str] = []
    exec(reword_python('N_("Take it in")', {"Take it in": Rewording("Take it in", new)}), {"N_": found.append})
    assert found == [new]


@pytest.mark.parametrize(
    ("source", "changed"),
    [
        ('<p>{{ _("Take it in") }}</p>', '<p>{{ _("Add this game") }}</p>'),
        ('{{ _("Take it in", n=1)|safe }} {{ "Take it in" }}', '{{ _("Add this game", n=1)|safe }} {{ "Take it in" }}'),
        ('{{ _(\n  "Take "\n  "it in"\n) }}', '{{ _(\n  "Add this game"\n) }}'),
        ('{{ ngettext("Take it in", "Others", n) }}', '{{ ngettext("Add this game", "Others", n) }}'),
        ('<p title="Take it in">Take it in</p>', '<p title="Take it in">Take it in</p>'),
    ],
)
def test_a_message_of_a_template_is_changed_where_it_is_marked_and_nowhere_else(source, changed):
    assert reword_template(source, TAKE) == changed


def test_a_test_has_the_new_words_whole_or_inside_of_a_longer_text():
    texts = {"Take it in": "Add this game", "Nothing was recorded.": "Nothing was saved."}
    source = 'a = "Take it in"\nb = "Oh: Take it in"\nc = "No. Nothing was recorded. Again."\n'
    assert reword_test(source, texts) == 'a = "Add this game"\nb = "Oh: Take it in"\nc = "No. Nothing was saved. Again."\n'


def test_docstrings_and_words_that_may_be_values_are_left_alone_in_tests():
    source = '"""Nothing was recorded."""\na = "paper"\n'
    assert reword_test(source, {"paper": "light", "Nothing was recorded.": "Nothing was saved."}) == source


def test_the_guide_has_the_new_words_where_it_quotes_them():
    assert (
        reword_guide("Tap *Take it in*, or **Take it in**.", {"Take it in": "Add this game"})
        == "Tap *Add this game*, or **Take it in**."
    )


def test_a_file_has_two_columns_or_three():
    text = "# why\n\nTake it in\tAdd this game\nOld\tNew\tNouveau\nOlder\tNewer\t?\n"
    assert list(read_rewordings(text).values()) == [
        Rewording("Take it in", "Add this game"),
        Rewording("Old", "New", "Nouveau"),
        Rewording("Older", "Newer", ""),
    ]


@pytest.mark.parametrize("line", ["Old", "Old\t", "\tNew", "a\tb\tc\td", "Hand\tHand %(n)s", "a\tb\na\tc"])
def test_a_line_that_cannot_be_used_is_named(line):
    with pytest.raises(WrongLine, match=r"line [12]: "):
        read_rewordings(line)
