"""A server with an OpenID provider beside it, both on loopback."""

from __future__ import annotations

import json
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

from tests.web.conftest import Site, free_port


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
        for _ in range(300):
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{port}/.well-known/openid-configuration", timeout=2).close()
                return
            except OSError:
                time.sleep(0.1)
        raise RuntimeError("the provider does not answer")

    def stop(self) -> None:
        super().stop()
        self.provider.terminate()
        self.provider.wait(10)
