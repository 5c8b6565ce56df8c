"""The OpenID provider: its document, its keys, its tokens.  Loaded only when one is set: its libraries take time to load."""

from __future__ import annotations

import asyncio
import hmac
import time
from typing import Any

from authlib.common.errors import AuthlibBaseError
from authlib.integrations.httpx_client import AsyncOAuth2Client
from httpx2 import HTTPError
from joserfc import jwt
from joserfc.errors import JoseError
from joserfc.jwk import KeySet

from sandtable.server.accounts.oidc import Failed
from sandtable.server.settings import Settings

SECONDS = 10.0
DOCUMENT_SECONDS = 3600
# Signatures by the provider's public key only: no "none", nothing made with a shared secret.
ALGORITHMS = ["RS256", "RS384", "RS512", "ES256", "ES384", "PS256", "EdDSA"]
LIBRARY_ERRORS = (AuthlibBaseError, JoseError, HTTPError, KeyError, ValueError, TypeError)


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

    def _client(self) -> Any:
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

    async def authorization_url(self, state: str, nonce: str, verifier: str) -> str:
        """The provider's page where the person agrees."""
        try:
            async with self._client() as client:
                document, _ = await self._known(client)
                url, _ = client.create_authorization_url(
                    document["authorization_endpoint"], state=state, code_verifier=verifier, nonce=nonce
                )
        except LIBRARY_ERRORS as error:
            raise Failed("provider") from error
        return str(url)

    async def exchange(self, code: str, verifier: str, nonce: str) -> dict[str, Any]:
        """The checked claims of the ID token a code is good for."""
        try:
            async with self._client() as client:
                document, _ = await self._known(client)
                endpoint = document["token_endpoint"]
                answer = await client.fetch_token(endpoint, grant_type="authorization_code", code=code, code_verifier=verifier)
                return await self._claims(client, str(answer.get("id_token", "")), nonce)
        except LIBRARY_ERRORS as error:
            raise Failed("failed") from error

    async def _known(self, client: Any, anew: bool = False) -> tuple[dict[str, Any], KeySet]:
        async with self._reading:
            if self._keys is None or anew or time.monotonic() - self._read_at > DOCUMENT_SECONDS:
                issuer = self._settings.oidc_issuer
                found = await _read(client, f"{issuer.rstrip('/')}/.well-known/openid-configuration")
                if found.get("issuer") != issuer:  # exactly, or another provider could pose as this one
                    raise Failed("provider-issuer")
                keys = await _read(client, found["jwks_uri"])
                self._document, self._keys, self._read_at = found, KeySet.import_key_set(keys), time.monotonic()
            return self._document, self._keys

    async def _claims(self, client: Any, id_token: str, nonce: str) -> dict[str, Any]:
        """The checked claims of an ID token."""
        document, keys = await self._known(client)
        try:
            token = jwt.decode(id_token, keys, algorithms=ALGORITHMS)
        except (JoseError, ValueError):  # the provider may have changed its keys
            document, keys = await self._known(client, anew=True)
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
