"""Log-in by an OpenID provider: authorization code with PKCE, state, nonce, and a cookie of the browser that began."""

from __future__ import annotations

import asyncio
import hmac
import logging
import time
from typing import Annotated, Any
from urllib.parse import quote

import msgspec
from authlib.common.errors import AuthlibBaseError
from authlib.integrations.httpx_client import AsyncOAuth2Client
from httpx2 import HTTPError
from joserfc import jwt
from joserfc.errors import JoseError
from joserfc.jwk import KeySet
from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromQuery, JSONBody, QueryParameter
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from sandtable.server.accounts import tokens
from sandtable.server.accounts.desk import AnyRequest, Desk, address_of
from sandtable.server.errors import Problem
from sandtable.server.identity import Identity, cookie_name, identify
from sandtable.server.mail import fold, is_address
from sandtable.server.settings import Settings
from sandtable.store import accounts

log = logging.getLogger("sandtable.oidc")

PENDING_SECONDS = 600
SECONDS = 10.0
DOCUMENT_SECONDS = 3600
# Signatures by the provider's public key only: no "none", nothing made with a shared secret.
ALGORITHMS = ["RS256", "RS384", "RS512", "ES256", "ES384", "PS256", "EdDSA"]


class Failed(Exception):
    """The log-in did not work; the key is for the page that tells it."""


class Start(msgspec.Struct):
    next: Annotated[str, msgspec.Meta(max_length=500)] = "/"


class Started(msgspec.Struct):
    url: str


class Provider:
    """What is known of the provider, read anew every hour."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._document: dict[str, Any] = {}
        self._keys: KeySet | None = None
        self._read_at = -float(DOCUMENT_SECONDS)
        self._reading = asyncio.Lock()

    @property
    def redirect(self) -> str:
        return f"{self._settings.url}/v1/oidc/callback"

    def client(self) -> Any:
        return AsyncOAuth2Client(
            self._settings.oidc_client_id,
            self._settings.oidc_client_secret or None,
            scope="openid email profile",
            redirect_uri=self.redirect,
            code_challenge_method="S256",
            timeout=SECONDS,
            trust_env=False,
            follow_redirects=False,
        )

    async def document(self, client: Any, anew: bool = False) -> tuple[dict[str, Any], KeySet]:
        async with self._reading:
            if self._keys is None or anew or time.monotonic() - self._read_at > DOCUMENT_SECONDS:
                issuer = self._settings.oidc_issuer
                found = await _read(client, f"{issuer.rstrip('/')}/.well-known/openid-configuration")
                if found.get("issuer") != issuer:  # exactly, or another provider could pose as this one
                    raise Failed("provider-issuer")
                keys = await _read(client, found["jwks_uri"])
                self._document, self._keys, self._read_at = found, KeySet.import_key_set(keys), time.monotonic()
            return self._document, self._keys

    async def claims(self, client: Any, id_token: str, nonce: str) -> dict[str, Any]:
        """The checked claims of an ID token."""
        document, keys = await self.document(client)
        try:
            token = jwt.decode(id_token, keys, algorithms=ALGORITHMS)
        except (JoseError, ValueError):  # the provider may have changed its keys
            document, keys = await self.document(client, anew=True)
            token = jwt.decode(id_token, keys, algorithms=ALGORITHMS)
        rules = jwt.JWTClaimsRegistry(
            leeway=60,
            iss={"essential": True, "value": document["issuer"]},
            aud={"essential": True, "value": self._settings.oidc_client_id},
            exp={"essential": True},
            sub={"essential": True},
        )
        rules.validate(token.claims)
        if not hmac.compare_digest(str(token.claims.get("nonce", "")), nonce):
            raise Failed("nonce")
        audience = token.claims["aud"]
        if isinstance(audience, list) and len(audience) > 1 and token.claims.get("azp") != self._settings.oidc_client_id:
            raise Failed("azp")
        return dict(token.claims)


async def _read(client: Any, url: str) -> Any:
    return (await client.request("GET", url, withhold_token=True)).raise_for_status().json()


def local_path(text: str) -> str:
    """Where to go afterwards: a page of ours, never another site."""
    fine = text.startswith("/") and not text.startswith(("//", "/\\")) and text.isprintable() and text.isascii() and "\\" not in text
    return text if fine else "/"


def _provider(request: AnyRequest) -> Provider:
    found: Provider | None = request.app.state.get("oidc")
    if found is None:
        raise Problem(404, "no-openid", "This server has no OpenID log-in.")
    return found


@post("/v1/oidc", status_code=200, summary="Begin an OpenID log-in")
async def start(request: AnyRequest, data: JSONBody[Start], desk: NamedDependency[Desk]) -> Response[Started]:
    """Answers with the provider's page to go to."""
    provider = _provider(request)
    desk.limits.take("login-address", address_of(request))
    state, nonce, verifier, mark = tokens.make(), tokens.make(), tokens.make(), tokens.make()
    async with provider.client() as client:
        try:
            document, _ = await provider.document(client)
        except (Failed, HTTPError, KeyError, ValueError, JoseError) as error:
            log.warning("provider does not answer", extra={"reason": type(error).__name__})
            raise Problem(503, "try-again", "The OpenID provider does not answer. Try again.", headers={"Retry-After": "10"}) from None
        url, _ = client.create_authorization_url(document["authorization_endpoint"], state=state, code_verifier=verifier, nonce=nonce)
    async with desk.database.write() as connection:
        await accounts.add(
            connection,
            accounts.oidc_pending,
            hash=tokens.digest(state),
            browser=tokens.digest(mark),
            nonce=nonce,
            verifier=verifier,
            next=local_path(data.next),
            expires_at=desk.now() + PENDING_SECONDS,
        )
    return Response(Started(url), cookies=[desk.cookie("oidc", mark, PENDING_SECONDS)])


@get("/v1/oidc/callback", summary="Where the OpenID provider sends people back to")
async def callback(
    request: AnyRequest,
    desk: NamedDependency[Desk],
    code: FromQuery[str] = "",
    given: Annotated[str, QueryParameter(name="state")] = "",
    error: FromQuery[str] = "",
) -> Response[None]:
    provider = _provider(request)
    desk.limits.take("token", address_of(request))
    try:
        pending = await _take_pending(desk, given, request.cookies.get(cookie_name(desk.settings, "oidc"), ""))
        if error or not code:
            raise Failed("refused")
        claims = await _exchange(provider, code, pending)
        cookies = await _log_in(desk, request, claims)
        target = str(pending.next)
    except (Failed, AuthlibBaseError, JoseError, HTTPError, KeyError, ValueError) as problem:
        reason = str(problem) if isinstance(problem, Failed) else "failed"
        log.info("log-in failed", extra={"reason": reason, "kind": type(problem).__name__})
        target, cookies = f"/log-in?openid={quote(reason, safe='')}", []
    cookies.append(desk.cookie("oidc", "", 0))
    return Response(None, status_code=303, headers={"Location": desk.settings.url + target}, cookies=cookies)


async def _take_pending(desk: Desk, state: str, mark: str) -> accounts.Found:
    """The log-in this browser began; it is used up whatever happens next."""
    table = accounts.oidc_pending
    async with desk.database.write() as connection:
        chosen = table.c.hash == tokens.digest(state)
        found = (await connection.execute(table.select().where(chosen))).one_or_none()
        done = (await connection.execute(table.delete().where(chosen))).rowcount
    if found is None or done != 1 or found.expires_at <= desk.now() or not hmac.compare_digest(found.browser, tokens.digest(mark)):
        raise Failed("expired")
    return found


async def _exchange(provider: Provider, code: str, pending: accounts.Found) -> dict[str, Any]:
    async with provider.client() as client:
        document, _ = await provider.document(client)
        answer = await client.fetch_token(
            document["token_endpoint"], grant_type="authorization_code", code=code, code_verifier=pending.verifier
        )
        return await provider.claims(client, str(answer.get("id_token", "")), pending.nonce)


async def _log_in(desk: Desk, request: AnyRequest, claims: dict[str, Any]) -> list[Any]:
    """The account linked to this subject; else the one logged in, the guest, or a new one becomes it."""
    me = await identify(request)
    issuer, subject = desk.settings.oidc_issuer, str(claims["sub"])
    gone: list[str] = []
    async with desk.database.write() as connection:
        table = accounts.oidc_link
        link = (await connection.execute(table.select().filter_by(issuer=issuer, subject=subject))).one_or_none()
        if link is None:
            user = await _new_link(desk, connection, me, claims)
            await accounts.add(connection, table, issuer=issuer, subject=subject, account=user)
        else:
            user = link.account
            found = await accounts.find(connection, id=user)
            if found is None or found.disabled_at is not None:
                raise Failed("disabled")
            if me is not None and me.kind == "guest":
                for holding in desk.holdings:
                    await holding.adopt(connection, me.user, user)
        if me is not None:
            await accounts.end(connection, accounts.session, me.user, me.session)
            gone.append(me.session)
        cookies = await desk.open_session(connection, request, user, stay=True)
    await desk.tell_ended(gone)
    if me is not None and me.user != user:
        await desk.tell_moved(me.user)
    desk.note("log-in", user, by="openid")
    return cookies


async def _new_link(desk: Desk, connection: AsyncConnection, me: Identity | None, claims: dict[str, Any]) -> str:
    if me is not None and me.kind == "user":
        return me.user
    if not desk.settings.registration:
        raise Failed("no-registration")
    email = fold(str(claims.get("email", ""))) if claims.get("email_verified") is True else ""
    if email and await accounts.find(connection, email=email):
        # Whoever runs the provider could name any address: the password of the account links the two, not the address.
        raise Failed("link-first")
    name = await _free_name(connection, str(claims.get("preferred_username") or claims.get("name") or "Player"))
    values = {"kind": "user", "name": name, "name_key": accounts.name_key(name), "email": email if is_address(email) else None}
    try:
        if me is not None:
            await accounts.change(connection, me.user, **values)
            return me.user
        user, now = tokens.make_id(), desk.now()
        await accounts.add(connection, accounts.account, id=user, created_at=now, seen_at=now, **values)
    except IntegrityError:
        raise Failed("failed") from None
    return user


async def _free_name(connection: AsyncConnection, wish: str) -> str:
    base = " ".join("".join(sign if sign.isprintable() else " " for sign in wish).split())[:27] or "Player"
    name = base
    while await accounts.find(connection, name_key=accounts.name_key(name)) or accounts.name_key(name) in ("", accounts.DELETED_NAME):
        name = f"{base} {tokens.make_code(4)}"
    return name
