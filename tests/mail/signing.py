"""Letters with DKIM signatures, made with keys that are nobody's."""

from __future__ import annotations

from base64 import b64encode
from pathlib import Path

import dkim  # type: ignore[import-untyped]
from nacl.signing import SigningKey

KEYS = Path(__file__).parent / "keys"
ED25519 = SigningKey(bytes(range(32)))
RECORDS = {
    b"rsa._domainkey.example.test": b"v=DKIM1; k=rsa; p=" + (KEYS / "rsa2048.pub").read_bytes(),
    b"short._domainkey.example.test": b"v=DKIM1; k=rsa; p=" + (KEYS / "rsa512.pub").read_bytes(),
    b"ed._domainkey.example.test": b"v=DKIM1; k=ed25519; p=" + b64encode(ED25519.verify_key.encode()),
    b"rsa._domainkey.other.test": b"v=DKIM1; k=rsa; p=" + (KEYS / "rsa2048.pub").read_bytes(),
}


def resolver(name: bytes) -> bytes | None:
    """The DNS of the tests."""
    return RECORDS.get(name)


def signed(
    raw: bytes,
    *,
    selector: bytes = b"rsa",
    domain: bytes = b"example.test",
    headers: tuple[bytes, ...] = (),
    length: bool = False,
    body: bytes = b"simple",
) -> bytes:
    """A letter with a signature in front."""
    if selector == b"ed":
        key, algorithm = b64encode(ED25519.encode()), b"ed25519-sha256"
    else:
        key, algorithm = (KEYS / ("rsa512.pem" if selector == b"short" else "rsa2048.pem")).read_bytes(), b"rsa-sha256"
    wanted = list(headers) or [b"from", b"to", b"subject"]
    made = dkim.sign(
        raw,
        selector,
        domain,
        key,
        canonicalize=(b"relaxed", body),
        include_headers=wanted,
        length=length,
        signature_algorithm=algorithm,
    )
    assert isinstance(made, bytes)
    return made + raw
