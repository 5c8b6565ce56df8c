"""Examples of the accounts' routes, for the schema."""

from __future__ import annotations

from typing import Any

from sandtable.server.openapi import Shown

USER = "u5Xc2mPq8RtZ1aBd"
PASSWORD = "three small blue boats"
SECRET = "jQ4xZ8vN1mLr6TtYc0BpHs3WdKe7GfUa2RiOnXyCVbM"
WRITTEN = {"message": "We have written to this address. Open the link in the mail to go on."}
ME: dict[str, Any] = {
    "user": USER, "kind": "user", "name": "Anna", "email": "anna@example.org", "about": "", "notify_mail": True, "webhook_url": None,
    "scopes": ["account", "play", "watch"], "has_password": True, "created_at": 1789000000,
}  # fmt: skip
BAD_PASSWORD = ("password-too-short", "password-too-long", "password-too-common", "password-too-personal")
BAD_NAME = ("bad-name", "mixed-alphabets", "reserved-name")
PROOF = {403: ("wrong-password", "log-in-again")}
ACCOUNT = {403: ("account-needed",)}
USED = {410: ("link-used",)}

EXAMPLES: dict[str, Shown] = {
    "GET /v1/entry": Shown({"guests": True, "registration": True, "openid": "Club"}),
    "POST /v1/guests": Shown(
        {"user": USER, "name": "Anna", "token": SECRET},
        {"name": "Anna"},
        {400: BAD_NAME, 403: ("no-guests",), 409: ("name-taken",)},
        "With `link`, of a match or a seat, one counts for that match and not for strangers of the same address.",
    ),
    "GET /v1/account": Shown(ME, text="A token without the scope of an account is not told mail address and webhook."),
    "POST /v1/account": Shown(
        WRITTEN,
        {"email": "anna@example.org", "password": PASSWORD, "name": "Anna"},
        {400: ("no-address", *BAD_NAME, *BAD_PASSWORD), 403: ("no-registration",), 409: ("name-taken", "has-account")},
    ),
    "PATCH /v1/account": Shown(
        ME,
        {"about": "Plays on Sundays.", "notify_mail": True},
        {400: (*BAD_NAME, "bad-webhook"), 403: ("account-needed",), 409: ("name-taken",)},
        "What is left out stays as it is. A new webhook gets a new key.",
    ),
    "POST /v1/account/confirm": Shown(ME, {"token": SECRET}, {403: ("password-needed",), **USED}),
    "POST /v1/session": Shown(
        ME,
        {"email": "anna@example.org", "password": PASSWORD, "stay": True},
        {401: ("wrong-log-in", "code-needed", "wrong-code"), 403: ("disabled",)},
        "Sets the cookie of a session. The answer is the same, in words and time, whether or not there is such an account.",
    ),
    "DELETE /v1/session": Shown(text="Ends this session and clears what the browser keeps. Nothing happens to whoever is not logged in."),
    "GET /v1/sessions": Shown(
        [
            {
                "id": "s7Yh3nLk2WqE9rTf",
                "current": True,
                "agent": "Firefox",
                "address": "192.0.2.7",
                "created_at": 1789000000,
                "seen_at": 1789000600,
            }
        ],
        text="At most fifty; the newest first.",
    ),
    "DELETE /v1/sessions": Shown(text="All of them, this one too. API tokens stay."),
    "DELETE /v1/sessions/{session}": Shown(keys={404: ("no-such-session",)}, text="Its sockets close within seconds."),
    "POST /v1/password/reset": Shown(WRITTEN, {"email": "anna@example.org"}, {400: ("no-address",)}),
    "POST /v1/password": Shown(None, {"token": SECRET, "password": PASSWORD}, {400: BAD_PASSWORD, **USED}),
    "PUT /v1/account/password": Shown(
        None, {"old": PASSWORD, "password": "four large red barges"}, {400: BAD_PASSWORD, 403: (*PROOF[403], *ACCOUNT[403])}
    ),
    "PUT /v1/account/email": Shown(
        WRITTEN,
        {"email": "new@example.org", "password": PASSWORD},
        {400: ("no-address",), 403: (*PROOF[403], *ACCOUNT[403])},
    ),
    "GET /v1/account/webhook-key": Shown(
        {"key": SECRET}, keys=ACCOUNT, text="Every notice carries `Sandtable-Signature`: an HMAC under this key."
    ),
    "GET /v1/account/export": Shown(
        {"account": {"id": USER, "name": "Anna"}, "sessions": [], "tokens": [], "openid": [], "matches": [], "talk": [], "ratings": []}
    ),
    "POST /v1/account/delete": Shown(None, {"password": PASSWORD}, PROOF),
    "GET /v1/players/{user}": Shown(
        {
            "user": USER,
            "kind": "user",
            "name": "Anna",
            "about": "",
            "since": "2026-09",
            "details": {"matches": 12, "running": 2, "ratings": []},
        },
        keys={404: ("no-such-player",)},
        text="Name, since when, how many matches, ratings. Nothing of matches under way.",
    ),
    "GET /v1/tokens": Shown(
        [
            {
                "id": "t2Vb6gHj4NmK8sDq",
                "name": "my bot",
                "scopes": ["play", "watch"],
                "created_at": 1789000000,
                "seen_at": None,
                "expires_at": None,
            }
        ],
        text="At most fifty. The tokens themselves are shown once, when they are made.",
    ),
    "POST /v1/tokens": Shown(
        {"id": "t2Vb6gHj4NmK8sDq", "token": f"sandtable_{SECRET}"},
        {"name": "my bot", "scopes": ["play", "watch"], "days": 90, "password": PASSWORD},
        {400: ("no-such-scope",), 403: (*PROOF[403], *ACCOUNT[403]), 409: ("too-many-tokens",)},
    ),
    "DELETE /v1/tokens/{token}": Shown(keys={404: ("no-such-token",)}, text="Programs that use it are nobody from now on."),
    "GET /v1/account/second-factor": Shown(
        {"on": True, "recovery_codes_left": 10}, keys=ACCOUNT, text="And how many recovery codes are left."
    ),
    "POST /v1/account/second-factor": Shown(
        {"key": "JBSWY3DPEHPK3PXP", "uri": "otpauth://totp/Sandtable:anna?secret=JBSWY3DPEHPK3PXP"},
        {"password": PASSWORD},
        {403: (*PROOF[403], *ACCOUNT[403]), 409: ("has-second-factor",)},
    ),
    "PUT /v1/account/second-factor": Shown(
        {"codes": ["k7mq-2xvd-9htr-4wzn-8pbc-5gjs"]},
        {"code": "123456"},
        {403: ("wrong-code", *ACCOUNT[403])},
        "Answers the recovery codes, this once.",
    ),
    "POST /v1/account/second-factor/remove": Shown(
        None,
        {"code": "123456", "password": PASSWORD},
        {403: ("wrong-code", *PROOF[403], *ACCOUNT[403])},
        "Needs the password and a code.",
    ),
    "POST /v1/oidc": Shown(
        {"url": "https://login.example.org/authorize?state=x"},
        {"next": "/lobby"},
        {404: ("no-openid",)},
        "Answers where to send the browser.",
    ),
    "GET /v1/oidc/callback": Shown(
        keys={404: ("no-openid",)}, text="Logs in and leads on to a page of ours; what failed stands in its address."
    ),
}
