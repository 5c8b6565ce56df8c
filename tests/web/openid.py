"""A server with an OpenID provider beside it, both on loopback."""

from __future__ import annotations

import json
import subprocess
import sys
import urllib.request
from pathlib import Path

from tables import PATIENCE, free_port, wait_until
from tests.web.conftest import Site


def answers(url: str) -> bool:
    try:
        urllib.request.urlopen(url, timeout=PATIENCE).close()
        return True
    except OSError:
        return False


class Club(Site):
    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        port = free_port()
        person = {"sub": "ann", "email": "ann@example.org", "email_verified": True, "name": "Ann"}
        command = [sys.executable, "-W", "ignore", "-m", "oidc_provider_mock", "--port", str(port), "--require-nonce", "true"]
        self.provider = subprocess.Popen(
            [*command, "--user-claims", json.dumps(person)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        self.settings = {
            "SANDTABLE_OIDC_ISSUER": f"http://127.0.0.1:{port}",
            "SANDTABLE_OIDC_CLIENT_ID": "sandtable",
            "SANDTABLE_OIDC_CLIENT_SECRET": "between us",
            "SANDTABLE_OIDC_NAME": "Club",
        }
        wait_until(lambda: answers(f"http://127.0.0.1:{port}/.well-known/openid-configuration"))

    def stop(self) -> None:
        super().stop()
        self.provider.terminate()
        self.provider.wait(PATIENCE)
