"""`scorekeeper settings`: lists every environment variable with its meaning and current value."""

from __future__ import annotations

import click

from scorekeeper.core.config import openid, settings
from scorekeeper.core.i18n.translation import terminal_gettext
from scorekeeper.messages.marks import N_


@click.command(
    "settings", help=N_("List the server’s environment variables.\n\nShows each one’s meaning and value. Changes nothing.")
)
def command() -> None:
    t = terminal_gettext()
    for setting in settings.SETTINGS:
        value = "…" if setting.secret and setting.environment_value else setting.environment_value
        holds = t("{value} (set)").format(value=value) if value else setting.default or t("not set")
        click.echo(f"{setting.variable} = {holds}")
        click.echo(click.wrap_text(t(setting.meaning), 96, "    ", "    "))
        click.echo(click.wrap_text(t("Valid: {what}.").format(what=setting.describe_valid_values(t)), 96, "    ", "    "))
    wrong = []
    for setting in settings.SETTINGS:
        try:
            setting.value()
        except settings.WrongSetting as error:
            wrong.append(settings.setting_error_text(error, t))
    if not wrong:
        try:
            openid.provider_settings()
        except settings.WrongSetting as error:
            wrong.append(settings.setting_error_text(error, t))
    if wrong:
        raise click.ClickException("\n".join(wrong))
