"""The command line as another program or a new user calls it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from sandtable.cli.app import app, build

runner = CliRunner()
COMMANDS = [
    "games",
    "play",
    "simulate",
    "bench",
    "record",
    "replay",
    "cases",
    "fuzz",
    "contract",
    "doctor",
    "perft",
    "new-game",
    "ready",
    "keep",
]


def run(*words: str, typed: str = "") -> Result:
    return runner.invoke(app, list(words), input=typed)


def ok(*words: str, typed: str = "") -> str:
    result = run(*words, typed=typed)
    assert result.exit_code == 0, result.output
    return result.output


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_an_example(command: str) -> None:
    text = ok(command, "--help")
    assert f"Example: sandtable {command}" in text


def test_version_says_which_build_runs() -> None:
    assert f"({build()})" in ok("--version")


def test_games_as_json() -> None:
    found = json.loads(ok("games", "--json"))
    picket = next(game for game in found if game["name"] == "picket")
    assert picket["seats"] == [2]
    assert picket["bots"] == ["random", "casual", "greedy"]
    assert picket["options"][0]["key"] == "turns"
    assert "picket" in ok("games")


def test_wrong_names_get_did_you_mean_and_exit_code_2() -> None:
    for words in (["simulate", "piket"], ["play", "piket"], ["bench", "piket"], ["fuzz", "piket"], ["cases", "piket"]):
        result = run(*words)
        assert result.exit_code == 2, words
        assert "did you mean picket" in result.output
    result = run("simulate", "picket", "--bots", "gredy")
    assert result.exit_code == 2
    assert "did you mean greedy" in result.output
    result = run("simulate", "picket", "--set", "turns")
    assert result.exit_code == 2
    assert "OPTION=VALUE" in result.output
    assert run("simulate", "picket", "--bots", "random,random,random").exit_code == 2


def test_simulate() -> None:
    words = ["simulate", "picket", "--bots", "greedy,random", "--games", "20", "--seed", "3"]
    assert "20 matches of picket" in ok(*words)
    found = json.loads(ok(*words, "--json"))
    assert found["games"] == 20
    assert sum(found["wins"].values()) == 20
    assert set(found["intervals"]) == {"greedy", "random"}


def test_bench_measures() -> None:
    rows = json.loads(ok("bench", "picket", "--seconds", "0.05", "--json"))
    assert rows[0]["game"] == "picket"
    assert rows[0]["inputs_per_second"] > 0 and rows[0]["rules"] == ("interpreted" if build() == "pure" else "compiled")
    assert "inputs/s" in ok("bench", "picket", "--seconds", "0.02")


@pytest.fixture
def recorded(tmp_path: Path) -> Path:
    path = tmp_path / "match.jsonl"
    ok("record", "picket", str(path), "--seed", "5")
    return path


def test_replay_shows_a_seat_only_its_own_knowledge(recorded: Path) -> None:
    mine = ok("replay", str(recorded), "--seat", "0", "--to", "30")
    assert "r1 will go to zone" in mine
    assert "b1 will go to zone" not in mine
    assert "b1 will go to zone" in ok("replay", str(recorded))


def test_replay_of_a_running_match_shows_no_truth(recorded: Path) -> None:
    running = recorded.with_name("running.jsonl")
    running.write_text("\n".join(recorded.read_text().splitlines()[:30]) + "\n")
    text = ok("replay", str(running))
    assert "what an onlooker sees" in text
    assert "will go to zone" not in text
    assert set(json.loads(ok("replay", str(recorded), "--json"))) >= {"table", "hands", "box"}
    assert "hands" not in ok("replay", str(running), "--json").replace("what an onlooker sees. ", "")


def test_replay_verifies(recorded: Path) -> None:
    assert "inputs verified" in ok("replay", str(recorded), "--verify")
    assert len(json.loads(ok("replay", str(recorded), "--verify", "--json"))["hash"]) == 64
    text = recorded.read_text().splitlines()
    recorded.write_text("\n".join([*text[:-1], text[-1].replace('"result":[', '"result":[7')]) + "\n")
    result = run("replay", str(recorded), "--verify")
    assert result.exit_code == 1
    assert "the record says" in result.output


def test_bad_files_get_clear_errors(tmp_path: Path) -> None:
    assert "no file" in run("replay", str(tmp_path / "none.jsonl")).output
    bad = tmp_path / "bad.jsonl"
    bad.write_text("{}\n")
    result = run("replay", str(bad))
    assert result.exit_code == 2
    assert "line 1: no header" in result.output
    assert "is a folder" in run("replay", str(tmp_path)).output


def test_replay_of_a_seat_that_is_not_there(recorded: Path) -> None:
    result = run("replay", str(recorded), "--seat", "4")
    assert result.exit_code == 2
    assert "seats are 0 to 1" in result.output


def test_cases_pass_fail_and_are_counted(tmp_path: Path) -> None:
    assert "0 failed" in ok("cases", "picket")
    assert "every paragraph has a case" in ok("cases", "--coverage", "picket")
    assert json.loads(ok("cases", "--coverage", "picket", "--json"))[0]["uncovered"] == []
    path = tmp_path / "wrong.case"
    path.write_text("game picket\ncase Wrong\nawaits 1\n")
    result = run("cases", str(path))
    assert result.exit_code == 1
    assert "wrong.case:3: Wrong: expected 1 awaited" in result.output
    assert json.loads(run("cases", str(path), "--json").output)["failures"][0]["line"] == 3
    path.write_text("game picket\ncase Wrong\nawait 1\n")
    result = run("cases", str(path))
    assert result.exit_code == 2
    assert "did you mean awaits" in result.output


def test_fuzz_and_contract() -> None:
    assert "0 faults" in ok("fuzz", "picket", "--games", "5")
    assert json.loads(ok("fuzz", "picket", "--games", "5", "--json"))["faults"] == []
    assert "0 broken" in ok("contract", "picket", "--seeds", "1")
    assert "1 checks, 0 broken" in ok("contract", "picket", "--seeds", "1", "--only", "twins")
    result = run("contract", "picket", "--only", "twin")
    assert result.exit_code == 2
    assert "did you mean twins" in result.output


def test_perft_counts_positions_and_views() -> None:
    text = ok("perft", "picket", "--depth", "1")
    assert "positions = 4\nviews = [4, 1]" in text  # four pieces to hide, and the other seat sees nothing of it


def test_doctor_of_a_game_without_boards() -> None:
    result = run("doctor", "picket", "x")
    assert result.exit_code == 2
    assert "no boards" in result.output


def test_play_against_a_bot_by_number_notation_and_search() -> None:
    typed = "\n".join(["?", "zzz", "", "board", "99", "plot r9 9", "dummy", "undo", "1", "undo", "hide r1", "hide r2", "quit"]) + "\n"
    text = ok("play", "picket", "--players", "human,random", "--seed", "2", typed=typed)
    assert "Red: Which of your pieces is a dummy?" in text
    assert "Nothing on offer matches 'zzz'" in text
    assert "The offer is numbered 1 to 5." in text
    assert "You have decided nothing yet" in " ".join(text.split())
    assert "Where do your pieces go?" in text
    assert "Left the table." in text


def test_play_resign_and_save(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    text = ok("play", "picket", "--players", "human,greedy", "--save", str(path), typed="resign\n")
    assert "Red: -1000, Blue: 1000. Best: Blue." in text
    assert "result" in ok("replay", str(path))


def test_curtain_between_people() -> None:
    text = ok("play", "picket", "--players", "human,human", "--language", "de", typed="\n1\n1\n\nquit\n")
    assert text.count("Gib den Bildschirm weiter") == 2
    assert "Welcher deiner Steine ist eine Attrappe?" in text
    assert run("play", "picket", "--language", "xx").exit_code == 2


def test_bots_play_to_the_end() -> None:
    assert "The match is over" in ok("play", "picket", "--players", "greedy,random", "--seed", "1")


def test_new_game_in_a_package_of_its_own(tmp_path: Path) -> None:
    made = [sys.executable, "-m", "sandtable.cli", "new-game", "first_day", "--into", str(tmp_path)]  # it becomes known in its process
    subprocess.run(made, check=True, capture_output=True)
    root = tmp_path / "first_day"
    assert (root / "pyproject.toml").exists() and len(list((root / "src/first_day/records").iterdir())) == 4
    assert (root / "src/first_day/rules.py").read_text().count("FirstDay") > 3
    assert run("new-game", "first_day", "--into", str(tmp_path)).exit_code == 2
    assert "more than 16 letters" in run("new-game", "a_day_of_seventeen_letters", "--into", str(tmp_path)).output
    for bad in ("River", "2x", "class", "a-b", "picket"):
        assert run("new-game", bad, "--into", str(tmp_path)).exit_code == 2


def test_a_design_of_the_editor_is_examined_and_played(tmp_path: Path) -> None:
    design = tmp_path / "mine.json"
    design.write_text(json.dumps({"game": "company_leader", "name": "Mine", "seats": 2, "options": {"board": "small", "turns": 2}}))
    assert "37 fields" in ok("doctor", "company_leader", str(design))
    board = tmp_path / "board.toml"
    board.write_text("terrain = [\n")
    assert "not TOML" in run("simulate", "company_leader", "--games", "1", "--set", f"board=@{board}").output
    assert run("simulate", "company_leader", "--games", "1", "--set", f"@{board}").exit_code == 2
    assert "1 match" in ok("simulate", "company_leader", "--games", "1", "--bots", "random,random", "--set", f"@{design}")
