"""Parts without a server: passwords, tokens, buckets, logs, settings."""

from __future__ import annotations

import asyncio
import io
import json
import logging
import os
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest
from argon2 import PasswordHasher
from tables import PATIENCE, eventually

import sandtable
from sandtable.server import logging as logs
from sandtable.server.accounts import passwords, tokens
from sandtable.server.limits import LIMITS, Limits, TooMany, network
from sandtable.server.mail import is_address
from sandtable.server.notify import webhook_objection
from sandtable.server.settings import BadSettings, Settings, advice, load, shown
from sandtable.server.webhooks import Forbidden, Guarded, is_public


def test_passwords_at_least_three_thousand_common_ones_refused() -> None:
    assert len(passwords.common()) > 3000 and min(map(len, passwords.common() - {""})) >= 8
    for word in ("12345678", "PASSWORD1", "qwertyuiop", "aaaaaaaaaaaa"):
        assert passwords.objection(word) == "password-too-common"
    for word in ("Sandtable2026!", "War of Leaders 1"):
        assert passwords.objection(word) == "password-too-common"
    assert passwords.objection("1234567") == "password-too-short"
    assert passwords.objection("anna2024", "anna@example.org") == "password-too-personal"
    for word in ("correct horse battery", "ÄÖÜ öäü 漢字漢字", "x y" * 30, " leading and trailing "):
        assert passwords.objection(word) == ""


def test_hash_is_argon2id_with_owasp_parameters_and_checks_as_typed() -> None:
    async def run() -> None:
        hashing = passwords.Hashing(2)
        kept = await hashing.hash("Three Blue Boats ")
        assert kept.startswith("$argon2id$v=19$m=19456,t=2,p=1$") and not hashing.outdated(kept)
        assert await hashing.check("Three Blue Boats ", kept)
        for other in ("three blue boats ", "Three Blue Boats", ""):
            assert not await hashing.check(other, kept)
        nobody = passwords.nobody(passwords._HASHER)
        assert not hashing.outdated(nobody) and len(nobody) == len(kept) and not await hashing.check("", nobody)
        assert not await hashing.check("a password nobody has", None)
        assert hashing.outdated("$argon2id$v=19$m=8,t=1,p=1$c29tZXNhbHQ$WDyus6py50bVFIPkjA28lQ")
        assert not await hashing.check("x", "no hash at all")

    asyncio.run(run())


def test_hashing_a_few_at_a_time_and_the_loop_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """While passwords are being hashed the loop does other things: here, it is the loop that lets the hashing end."""
    monkeypatch.setattr(passwords, "QUEUE", 16)
    may_end = threading.Event()
    at_work: list[str] = []

    class Slow(PasswordHasher):
        def hash(self, password: str | bytes, *, salt: bytes | None = None) -> str:
            at_work.append(str(password))
            assert may_end.wait(PATIENCE), "the loop stood still"
            return super().hash(password, salt=salt)

    async def run() -> int:
        hashing = passwords.Hashing(2, Slow(time_cost=1, memory_cost=8, parallelism=1))
        jobs = [asyncio.create_task(hashing.hash(f"password {n}")) for n in range(passwords.QUEUE + 20)]
        await eventually(lambda: len(at_work) == 2)
        refused = sum(job.done() and isinstance(job.exception(), passwords.Busy) for job in jobs)
        assert len(at_work) == 2, "more than two at a time"
        may_end.set()
        await asyncio.gather(*jobs, return_exceptions=True)
        assert len(at_work) == passwords.QUEUE
        return refused

    assert asyncio.run(run()) == 20


def test_tokens_have_256_bits_and_only_their_hash_is_kept() -> None:
    made = {tokens.make() for _ in range(2000)}
    assert len(made) == 2000 and all(len(token) == 43 and tokens.plausible(token) for token in made)
    assert tokens.make_api().startswith("sandtable_")
    token = next(iter(made))
    assert len(tokens.digest(token)) == 64 and token not in tokens.digest(token)
    assert not any(map(tokens.plausible, ("", "a" * 39, "a" * 65, "a" * 42 + "'", "\ud800" * 43)))
    tokens.digest("\ud800")


def test_bucket_refills_and_says_when() -> None:
    now = [0.0]
    limits = Limits(clock=lambda: now[0])
    burst, seconds = LIMITS["login-account"]
    for _ in range(burst):
        limits.take("login-account", "anna")
    with pytest.raises(TooMany) as refused:
        limits.take("login-account", "anna")
    assert refused.value.retry_after == seconds / burst
    limits.take("login-account", "otto")
    now[0] += seconds / burst
    limits.take("login-account", "anna")
    limits.give_back("login-account", "anna")
    limits.take("login-account", "anna")
    assert limits.refused == {"login-account": 1}


def test_what_was_done_already_may_be_owed() -> None:
    now = [0.0]
    limits = Limits(clock=lambda: now[0])
    burst, seconds = LIMITS["fold"]
    limits.owe("fold", "ann", burst)
    assert not limits.in_debt("fold", "ann") and not limits.in_debt("fold", "bob")
    limits.check_debt("fold", "ann")
    limits.owe("fold", "ann", burst)
    assert limits.in_debt("fold", "ann")
    with pytest.raises(TooMany) as caught:
        limits.check_debt("fold", "ann")
    assert caught.value.retry_after == seconds
    now[0] = seconds - 1
    assert limits.in_debt("fold", "ann")
    now[0] = seconds + 1
    limits.check_debt("fold", "ann")
    free = Limits(False)
    free.owe("fold", "ann", 10 * burst)
    free.check_debt("fold", "ann")


def test_buckets_are_forgotten_when_full_and_shared_among_workers() -> None:
    now = [0.0]
    limits = Limits(clock=lambda: now[0], workers=4)
    for n in range(20_000):
        now[0] += 1
        limits.take("request", str(n))
    assert len(limits) < 10_000
    for _ in range(5):
        limits.take("login-account", "anna")
    with pytest.raises(TooMany):
        limits.take("login-account", "anna")
    assert Limits(enabled=False).wait("register", "x", cost=10**6) == 0


def test_one_address_is_a_network() -> None:
    assert network("203.0.113.7") == "203.0.113.7"
    assert network("2001:db8::1") == network("2001:db8::ffff") != network("2001:db8:0:1::1")
    assert network("::ffff:203.0.113.7") == "203.0.113.7"
    assert network("") == network("not an address") == "unknown"


def test_logs_are_json_lines_without_secrets(capsys: pytest.CaptureFixture[str]) -> None:
    stream, before = io.StringIO(), logging.getLogger().handlers[:]
    level = logging.getLogger().level
    logs.set_up("info", "json", stream)
    try:
        token, api = tokens.make(), tokens.make_api()
        log = logging.getLogger("sandtable.test")
        log.info("token %s", token, extra={"password": "hunter22222", "path": f"/confirm/{api}", "count": 3})
        try:
            raise ValueError(f"bad Bearer {token} postgresql://me:{'pass' * 3}@host/db $argon2id$v=19$m=1$abc$def")
        except ValueError:
            log.exception("broke\nin two lines")
        lines = [json.loads(line) for line in stream.getvalue().splitlines()]
    finally:
        logging.getLogger().handlers[:] = before
        logging.getLogger().setLevel(level)
        for name in ("uvicorn", "uvicorn.error", "uvicorn.access", "litestar"):
            logging.getLogger(name).propagate = True
    assert lines[0]["message"] == "token (covered)" and lines[0]["count"] == 3 and lines[0]["password"] == "(covered)"
    assert lines[1]["level"] == "error" and "ValueError" in lines[1]["error"]
    for secret in (token, api, "hunter22222", "passpass", "abc$def"):
        assert secret not in stream.getvalue()


def test_secrets_of_letters_alone_are_covered_and_words_are_not() -> None:
    """One token in some fifteen hundred holds no digit; links of matches and seats are shorter."""
    for secret in ("abcdefgHij" * 4 + "klm", "a" * 42 + "B", "abcdefgHij" * 3 + "kl", "_-" * 15 + "Z9"):
        assert logs.cover(f"at /x/{secret}?") == "at /x/(covered)?", secret
    for words in ("a_name_in_the_code_of_thirty_two", "0123456789abcdef" * 2, "abcdefgHij" * 5, "abcdefgHij"):
        assert logs.cover(words) == words


def test_settings_file_then_environment_then_command_line(tmp_path: Path) -> None:
    file = tmp_path / "sandtable.toml"
    file.write_text('port = 1000\nhost = "0.0.0.0"\norigins = ["https://a.example"]\n')
    (tmp_path / "key").write_text("hidden\n")
    environ = {"SANDTABLE_PORT": "2000", "SANDTABLE_LIMITS": "off", "SANDTABLE_METRICS_TOKEN_FILE": str(tmp_path / "key")}
    found = load(file, environ, host="127.0.0.2")
    assert (found.port, found.host, found.limits, found.metrics_token) == (2000, "127.0.0.2", False, "hidden")
    assert found.own_origins == ["http://127.0.0.2:2000", "https://a.example"]
    assert shown(found)["metrics_token"] == "(set)" and "hidden" not in str(shown(found))


@pytest.mark.parametrize(
    ("text", "environ", "message"),
    [
        ("prot = 1", {}, "no setting 'prot'; did you mean port?"),
        ("port = 70000", {}, "port: expected `int` <= 65535"),
        ("port = ", {}, "Invalid value"),
        ("", {"SANDTABLE_BASE_URL": "ftp://x"}, "no http(s) address"),
        ("", {"SANDTABLE_BASE_URL": "https://x/y"}, "without a path"),
        ("workers = 2", {}, "needs PostgreSQL"),
        ("", {"SANDTABLE_SMTP_TLS": "maybe"}, "one of starttls, tls, none"),
        ("reset_minutes = 61", {}, "reset_minutes"),
        ("", {"SANDTABLE_OIDC_ISSUER": "https://x"}, "oidc_client_id: missing"),
        ("", {"SANDTABLE_SMTP_PASSWORD_FILE": "/nowhere"}, "No such file"),
        ('smtp_tls = "none"\nsmtp_password = "x"', {}, "needs starttls"),
    ],
)
def test_wrong_settings_are_named(tmp_path: Path, text: str, environ: dict[str, str], message: str) -> None:
    file = tmp_path / "sandtable.toml"
    file.write_text(text)
    with pytest.raises(BadSettings) as refused:
        load(file, environ)
    assert message in str(refused.value)


def test_missing_file_and_advice(tmp_path: Path) -> None:
    with pytest.raises(BadSettings, match="No such file"):
        load(tmp_path / "none.toml", {})
    told = "\n".join(advice(Settings(host="0.0.0.0", limits=False), {"SANDTABLE_PROT": "1", "SANDTABLE_PURE": "1"}))
    for part in ("not https", "smtp_host is empty", "limits are off", "SANDTABLE_PROT sets nothing; did you mean port?"):
        assert part in told
    assert "PURE" not in told and "trusted_proxies" in "\n".join(advice(Settings(base_url="https://x.example"), {}))


def test_addresses() -> None:
    assert all(map(is_address, ("a@b", "anna.b+c@mail.example.org", "x@" + "a" * 63 + ".org")))
    assert not any(map(is_address, ("", "a", "@b", "a@", "a b@c", "a@b c", "a@b\n", "ä@b.org", "a@" + "b" * 260, "a,b@c.org", "<a@b.org>")))


def test_webhooks_lead_to_public_hosts_by_tls() -> None:
    assert webhook_objection("https://example.org/hook?x=1", False) == ""
    assert webhook_objection("http://127.0.0.1:9/hook", True) == ""
    for url in (
        "http://example.org", "ftp://x", "https://", "https://u:p@example.org", "https://example.org:22", "https://x:y", "https://a\nb", "https://ä.example",
    ):  # fmt: skip
        assert webhook_objection(url, False)


PRIVATE = [
    "127.0.0.1", "10.1.2.3", "172.16.0.1", "172.31.255.255", "192.168.0.1", "169.254.169.254", "0.0.0.0", "0.1.2.3", "100.64.0.1",
    "100.127.255.255", "192.0.0.8", "192.0.0.170", "192.0.2.1", "192.88.99.1", "198.18.0.1", "198.19.255.255", "198.51.100.1",
    "203.0.113.1", "224.0.0.1", "239.1.1.1", "240.0.0.1", "255.255.255.255", "::", "::1", "fe80::1%eth0", "fec0::1", "fc00::1", "fd12::1",
    "ff02::1", "ff0e::1", "100::1", "2001:db8::1", "3fff::1", "5f00::1", "2001:2::1", "2001:10::1", "2001:20::1", "::ffff:10.0.0.1",
    "::ffff:127.0.0.1", "::127.0.0.1", "::93.184.216.34", "64:ff9b::7f00:1", "64:ff9b::a00:1", "64:ff9b:1::7f00:1",
    "64:ff9b:1::5db8:d822", "2002:7f00:1::", "2002:a00:1::1", "2002:5db8:d822::1", "2001:0:5db8:d822::1", "2001::80ff:fffe", "4000::1",
]  # fmt: skip


@pytest.mark.parametrize("address", PRIVATE)
def test_addresses_that_are_not_public(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize(
    "address",
    ["93.184.216.34", "100.63.255.255", "100.128.0.1", "172.32.0.1", "192.0.1.1", "198.20.0.1", "223.255.255.255", "2606:2800::1",
     "2001:200::1", "2a00:1450::1", "::ffff:93.184.216.34", "64:ff9b::5db8:d822"],
)  # fmt: skip
def test_addresses_that_are_public(address: str) -> None:
    assert is_public(address)


def test_the_address_that_was_checked_is_the_one_that_is_called(monkeypatch: pytest.MonkeyPatch) -> None:
    """A name that means something else at every look gains nothing: there is one look."""
    called: list[str] = []

    class Wire:
        async def connect_tcp(self, host: str, *rest: Any) -> None:
            called.append(host)

    async def run(*answers: str) -> None:
        looks = iter(answers)

        async def look(host: str, port: int, **more: Any) -> list[Any]:
            return [(0, 0, 0, "", (next(looks), port))]

        monkeypatch.setattr(asyncio.get_running_loop(), "getaddrinfo", look)
        guarded = Guarded(private=False)
        guarded._inner = Wire()  # type: ignore[assignment]
        await guarded.connect_tcp("changing.example", 443)

    asyncio.run(run("93.184.216.34", "127.0.0.1"))
    assert called == ["93.184.216.34"]
    with pytest.raises(Forbidden):
        asyncio.run(run("64:ff9b::7f00:1"))
    assert called == ["93.184.216.34"]


def test_start_loads_no_more_than_it_needs() -> None:
    """Libraries of OpenID and webhooks take a third of a second of a start that should be quick."""
    code = "import sys, sandtable.server.app; print([n for n in ('authlib', 'joserfc', 'httpx2', 'httpcore2') if n in sys.modules])"
    folder = str(Path(sandtable.__file__).parents[1])
    found = subprocess.run(
        [sys.executable, "-c", code], env=os.environ | {"PYTHONPATH": folder}, capture_output=True, text=True, check=True
    )
    assert found.stdout.strip() == "[]", found.stderr
