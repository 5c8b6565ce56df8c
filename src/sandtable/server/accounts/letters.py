"""The mails.  Secrets of links stand behind the ``#``: browsers do not send that part, so no log holds them.

No mail says anything of a match but its game and its address.
"""

from __future__ import annotations

Letter = tuple[str, str]  # subject, text


def confirm(url: str, name: str, token: str, days: int) -> Letter:
    return (
        "Confirm your Sandtable account",
        (
            f"Hello {name},\n\nconfirm your account here within {days} days:\n\n{url}/confirm#{token}\n\n"
            "If you did not ask for an account, do nothing: none will be made.\n"
        ),
    )


def already(url: str) -> Letter:
    return (
        "Your Sandtable account",
        (
            "Hello,\n\nsomebody, probably you, wanted to make an account with this address. You have one already.\n\n"
            f"Log in or choose a new password here:\n\n{url}/log-in\n\nIf it was not you, do nothing.\n"
        ),
    )


def reset(url: str, name: str, token: str, minutes: int) -> Letter:
    return (
        "Choose a new password for Sandtable",
        (
            f"Hello {name},\n\nchoose a new password here within {minutes} minutes:\n\n{url}/reset#{token}\n\n"
            "The link works once. If you did not ask for it, do nothing: your password stays.\n"
        ),
    )


def password_changed(url: str, name: str) -> Letter:
    return (
        "Your Sandtable password was changed",
        (
            f"Hello {name},\n\nyour password was changed and all other log-ins were ended.\n\n"
            f"If it was not you, choose a new one at once:\n\n{url}/log-in\n"
        ),
    )


def move(url: str, name: str, token: str, days: int) -> Letter:
    return (
        "Confirm your new address for Sandtable",
        f"Hello {name},\n\nconfirm this address for your account within {days} days:\n\n{url}/confirm#{token}\n",
    )


def moving(url: str, name: str) -> Letter:
    return (
        "The address of your Sandtable account changes",
        (
            f"Hello {name},\n\nsomebody, probably you, is moving your account to another mail address.\n\n"
            f"If it was not you, change your password at once:\n\n{url}/log-in\n"
        ),
    )


def your_turn(url: str, name: str, game: str, match: str) -> Letter:
    return (
        f"Your turn: {game}",
        (
            f"Hello {name},\n\nit is your turn in a match of {game}:\n\n{url}/play/{match}\n\n"
            f"You can switch these mails off in your settings: {url}/settings\n"
        ),
    )
