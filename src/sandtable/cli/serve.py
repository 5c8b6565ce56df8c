"""serve, verify."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from sandtable.cli.options import Json  # and of what the other commands load nothing before it is needed: a start should be quick


def register(app: typer.Typer) -> None:
    app.command("serve")(serve)
    app.command("verify")(verify)


def alone() -> None:
    """Only ``sandtable serve``, for a quick start."""
    app = typer.Typer(name="sandtable", pretty_exceptions_enable=False)
    app.callback()(lambda: None)
    app.command("serve")(serve)
    app()


def serve(
    config: Annotated[Path | None, typer.Option("--config", help="A file of settings (TOML).")] = None,
    host: Annotated[str | None, typer.Option("--host", help="Address to listen on.")] = None,
    port: Annotated[int | None, typer.Option("--port", help="Port to listen on.")] = None,
    database: Annotated[str | None, typer.Option("--database", help="sqlite:///file or postgresql://user@host/name.")] = None,
    workers: Annotated[int | None, typer.Option("--workers", help="Processes; more than one needs PostgreSQL.")] = None,
    check: Annotated[bool, typer.Option("--check", help="Only look at the settings and the database.")] = False,
    as_json: Json = False,
) -> None:
    """Serve matches to people and bots.

    Example: sandtable serve --port 8000
    """
    from sandtable.server import main, settings  # the web stack takes a second to load

    given: dict[str, Any] = {"host": host, "port": port, "database": database, "workers": workers}
    try:
        found = settings.load(config, **given)
    except settings.BadSettings as error:
        from sandtable.cli.common import fail

        fail(str(error))
    if check:
        _check(found, as_json)
        return
    typer.echo(f"Sandtable on {typer.style(found.url, bold=True)}", err=True)
    main.run(found, given, config)


def _check(found: Any, as_json: bool) -> None:
    """Settings in force, what deserves a second look, whether the database answers and its data are sound."""
    from sandtable.cli.common import FAILED, escape, out, print_json
    from sandtable.server import main, settings

    advice = settings.advice(found)
    trouble, data = main.try_database(found)
    if as_json:
        print_json({"settings": settings.shown(found), "advice": advice, "database": trouble or "ready", "data": data})
    else:
        for name, value in settings.shown(found).items():
            out.print(f"{name} = {escape(str(value))}")
        for line in advice:
            out.print(f"[yellow]note:[/yellow] {escape(line)}")
        out.print(f"database: {escape(trouble or 'ready')}")
        if data:
            out.print(f"data: {escape(data)}")
    if trouble:
        raise typer.Exit(FAILED)


def verify(
    file: Annotated[Path, typer.Argument(help="The record of a match played on a server.")],
    receipt: Annotated[str, typer.Option("--receipt", help="Say which decision this receipt belongs to.")] = "",
    commitment: Annotated[str, typer.Option("--hash", help="The hash of the dice key as it was published at the start.")] = "",
    as_json: Json = False,
) -> None:
    """Check a record: its rules, every die, and the seals of all orders.

    Example: sandtable verify match.jsonl --hash 8f14e45f...
    """
    from sandtable.cli.common import FAILED, clear_errors, escape, fail, out, print_json
    from sandtable.server import proof
    from sandtable.wire import record

    with clear_errors():
        found = record.read_file(file)
        try:
            record.verify(found)
            seen = proof.verify(found, commitment)
            at = proof.find_receipt(found, receipt) if receipt else None
        except (record.BadRecord, proof.NotProven) as error:
            fail(f"{file}: {error}", FAILED)
    if as_json:
        print_json({"file": str(file), "inputs": len(found.inputs), **seen, "receipt": at})
        return
    out.print(f"{file}: {len(found.inputs)} inputs by the rules, {seen['dice']} dice and {seen['seals']} seals as sealed")
    if at is not None:
        out.print(f"the receipt is for input {at}: seat {found.inputs[at][0]} played {escape(str(list(found.inputs[at][1])))}")
