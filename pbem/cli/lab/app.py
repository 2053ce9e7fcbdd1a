"""`pbem lab`: the commands for those who work on the games and on the program."""

from __future__ import annotations

import typer

from pbem.cli.lab.bench import bench_app
from pbem.cli.lab.conform import conform_app
from pbem.cli.lab.fuzz import fuzz_app
from pbem.cli.lab.leaks import leaks_app
from pbem.cli.lab.legs import legs_app
from pbem.cli.lab.messages import messages_app
from pbem.cli.lab.soak import soak_app

lab_app = typer.Typer(
    no_args_is_help=True,
    help="For those who work on the games and on the program: search for faults and leaks, measure, compare, translate.",
)
for part in (fuzz_app, leaks_app, legs_app, bench_app, conform_app, soak_app, messages_app):
    lab_app.registered_commands += part.registered_commands
