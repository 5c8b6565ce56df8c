"""What is sent and answered about accounts."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta

Email = Annotated[str, Meta(min_length=3, max_length=254, examples=["anna@example.org"])]
Password = Annotated[str, Meta(min_length=1, max_length=1024, examples=["three small blue boats"])]
Name = Annotated[str, Meta(min_length=1, max_length=32, examples=["Anna"])]
Secret = Annotated[str, Meta(max_length=128)]


class GuestForm(msgspec.Struct):
    name: Annotated[str, Meta(max_length=32)] = ""
    link: Annotated[str, Meta(max_length=64)] = ""  # of a match or a seat, for whoever was invited: see the limits


class Ways(msgspec.Struct):
    """How people get in: as guests, with a new account, by an OpenID provider of this name."""

    guests: bool
    registration: bool
    openid: str | None


class Entered(msgspec.Struct):
    """A guest at the door.  Programs get a token; browsers a cookie and an empty token."""

    user: str
    name: str
    token: str


class RegisterForm(msgspec.Struct):
    email: Email
    password: Password
    name: Name


class ConfirmForm(msgspec.Struct):
    token: Secret
    password: Annotated[str, Meta(max_length=1024)] = ""  # asked for in a browser other than the one that registered


class LogInForm(msgspec.Struct):
    email: Email
    password: Password
    code: Annotated[str, Meta(max_length=40)] = ""  # of the second factor, or a recovery code
    stay: bool = True
    keep_guest: bool = True  # matches played as a guest in this browser become the account's


class ResetForm(msgspec.Struct):
    email: Email


class NewPasswordForm(msgspec.Struct):
    token: Secret
    password: Password


class PasswordForm(msgspec.Struct):
    password: Password
    old: Annotated[str, Meta(max_length=1024)] = ""


class EmailForm(msgspec.Struct):
    email: Email
    password: Annotated[str, Meta(max_length=1024)] = ""


class ProofForm(msgspec.Struct):
    password: Annotated[str, Meta(max_length=1024)] = ""


class AccountForm(msgspec.Struct):
    """What is left out stays as it is."""

    name: Name | msgspec.UnsetType = msgspec.UNSET
    about: Annotated[str, Meta(max_length=1000)] | msgspec.UnsetType = msgspec.UNSET
    notify_mail: bool | msgspec.UnsetType = msgspec.UNSET
    webhook_url: Annotated[str, Meta(max_length=500)] | msgspec.UnsetType = msgspec.UNSET


class TokenForm(msgspec.Struct):
    name: Name
    scopes: Annotated[list[str], Meta(min_length=1, max_length=8, examples=[["watch", "play"]])]
    days: Annotated[int, Meta(ge=1, le=366)] | None = None  # no end when left out
    password: Annotated[str, Meta(max_length=1024)] = ""


class Told(msgspec.Struct):
    """Something was done that is not told in detail."""

    message: str


class Me(msgspec.Struct):
    user: str
    kind: str
    name: str
    email: str | None
    about: str
    notify_mail: bool
    webhook_url: str | None
    scopes: list[str]
    has_password: bool
    created_at: int


class SessionView(msgspec.Struct):
    id: str
    current: bool
    agent: str
    address: str
    created_at: int
    seen_at: int


class TokenView(msgspec.Struct):
    id: str
    name: str
    scopes: list[str]
    created_at: int
    seen_at: int | None
    expires_at: int | None


class TokenMade(msgspec.Struct):
    """The only time the token itself is shown."""

    id: str
    token: str


class Profile(msgspec.Struct):
    """What everybody may know of a person."""

    user: str
    kind: str
    name: str
    about: str
    since: str  # year and month
    details: dict[str, Any]
