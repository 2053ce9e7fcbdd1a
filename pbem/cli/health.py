"""`pbem health`: for programs that watch the moderator, such as a container's health check."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import typer

from pbem.cli.terminal.saying import plain, say

health_app = typer.Typer()


@health_app.command("health")
def health(ctx: typer.Context) -> None:
    """Say whether `pbem serve` works, for a health check.

    It reads the health file. Exit code 1 if the service does not work.
    """
    from pbem.config.loading import ConfigError
    from pbem.moderator.desk.health import MAX_IDLE, why_not_well

    settings = ctx.obj.settings()
    file = settings.running.health
    if file is None:
        raise ConfigError("running.health: not set; name a file there, in which `pbem serve` writes its state")
    try:
        wrong = why_not_well(file, datetime.now(UTC), max(MAX_IDLE, 3 * timedelta(seconds=settings.imap.poll_seconds)))
    except FileNotFoundError:
        wrong = f"{file} is not there: pbem serve has not been started"
    except (ValueError, KeyError, TypeError) as error:
        wrong = f"{file} is damaged or another version's: {error}"
    say(plain(wrong or "at work"))
    if wrong:
        raise typer.Exit(1)
