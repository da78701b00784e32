"""The certificate authority of an instance: made once, good in the house alone, and the certificates that it signs.

The root's key is thrown away once it has signed one key under it, which alone is kept: whoever trusts the root trusts whatever
that one signs, and every browser holds it to private addresses and to names that nobody can buy, since the limits stand in a
certificate below the root. So nobody can make a certificate for a bank with what lies in the instance, not even a thief.
"""

from __future__ import annotations

import socket
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from scorekeeper.base import files
from scorekeeper.https.addresses import DOMAINS, NETWORKS

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from scorekeeper.https.addresses import Address

FOLDER, ROOT, SIGNER, SERVED = "https", "authority.crt", "signer.pem", "served.pem"
"""In the instance: what devices trust, the key that signs, and the certificate that is served with its key."""

AUTHORITY_LIFE = timedelta(days=3650)
LIFE = timedelta(days=397)
"""Of a certificate that is served. Apple takes 825 days of an authority that somebody added, browsers 398 of the public ones."""
LEFT = timedelta(days=60)
"""So long before its end a certificate is made anew."""
BEFORE = timedelta(days=2)
"""Certificates begin so long ago: the clock of a phone, or of a Raspberry Pi without a battery, may be behind."""
MOST_NAMES = 64


class AuthorityDamaged(ValueError):
    """The files of the authority are not what was written there; `path` says which."""

    def __init__(self, path: Path) -> None:
        super().__init__(f"{path} holds no authority of this instance")
        self.path = path


@dataclass(frozen=True)
class Authority:
    """What devices trust (`root`), and the key below it, which signs."""

    root: x509.Certificate
    signer: x509.Certificate
    key: ec.EllipticCurvePrivateKey

    def ended(self, now: datetime) -> bool:
        """Whether what it signed soon counts no more."""
        return now > self.signer.not_valid_after_utc - LEFT


def folder(instance: Path) -> Path:
    """Where it lies."""
    return instance / FOLDER


def served_path(instance: Path) -> Path:
    """The certificate that is served, with those above it and its key."""
    return folder(instance) / SERVED


def name_of(root: x509.Certificate) -> str:
    """What devices call it in their lists."""
    return str(root.subject.get_attributes_for_oid(NameOID.COMMON_NAME)[0].value)


def fingerprint(certificate: x509.Certificate, kind: hashes.HashAlgorithm | None = None) -> str:
    """As devices show it: pairs of hexadecimal figures. SHA-256 unless another is asked for."""
    return certificate.fingerprint(kind or hashes.SHA256()).hex(":").upper()


def read(instance: Path) -> Authority | None:
    """The authority of an instance, None where none was made. Raises AuthorityDamaged."""
    root, signer = folder(instance) / ROOT, folder(instance) / SIGNER
    if not root.exists() and not signer.exists():
        return None
    top = read_root(instance)
    try:
        text = signer.read_bytes()
        below, key = x509.load_pem_x509_certificate(text), load_pem_private_key(text, None)
        assert isinstance(key, ec.EllipticCurvePrivateKey)
        below.verify_directly_issued_by(top)
        assert key.public_key() == below.public_key()
    except Exception as error:  # whatever is wrong with it, it is no key of ours
        raise AuthorityDamaged(signer) from error
    return Authority(top, below, key)


def read_root(instance: Path) -> x509.Certificate:
    """What devices trust. Raises AuthorityDamaged."""
    path = folder(instance) / ROOT
    try:
        return x509.load_pem_x509_certificate(path.read_bytes())
    except (OSError, ValueError) as error:
        raise AuthorityDamaged(path) from error


def made(instance: Path, now: datetime | None = None) -> tuple[Authority, bool]:
    """The authority of an instance, and whether it was made now: the first time, and when the last one comes to its end.

    Raises AuthorityDamaged.
    """
    moment = now or datetime.now(UTC)
    folder(instance).mkdir(mode=0o700, parents=True, exist_ok=True)
    with files.held(folder(instance) / "lock", wait=True):
        known = read(instance)
        if known is not None and not known.ended(moment):
            return known, False
        new = _make(moment)
        signing = new.key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
        files.write_whole(folder(instance) / SIGNER, signing + new.signer.public_bytes(Encoding.PEM))
        files.write_whole(folder(instance) / ROOT, new.root.public_bytes(Encoding.PEM))
        return new, True


def _make(now: datetime) -> Authority:
    top, below = ec.generate_private_key(ec.SECP256R1()), ec.generate_private_key(ec.SECP256R1())
    host = socket.gethostname().partition(".")[0]
    name = _name(f"200 Scorekeeper, {host}, {now:%Y-%m-%d}"[:64])
    limits = x509.NameConstraints([*map(x509.DNSName, DOMAINS), *map(x509.IPAddress, NETWORKS)], None)
    begins, ends = now - BEFORE, now + AUTHORITY_LIFE
    root = (
        _builder(top.public_key(), name, name, begins, ends)
        .add_extension(x509.BasicConstraints(ca=True, path_length=1), critical=True)
        .add_extension(_usage(signs=True), critical=True)
        .add_extension(limits, critical=True)
        .sign(top, hashes.SHA256())
    )
    signer = (
        _builder(below.public_key(), _name("200 Scorekeeper"), name, begins, ends)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(_usage(signs=True), critical=True)
        .add_extension(limits, critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key(top.public_key()), critical=False)
        .sign(top, hashes.SHA256())
    )
    return Authority(root, signer, below)  # the key `top` ends here


def _name(common: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, common)])


def _builder(
    key: ec.EllipticCurvePublicKey, subject: x509.Name, issuer: x509.Name, begins: datetime, ends: datetime
) -> x509.CertificateBuilder:
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(key)
        .serial_number(x509.random_serial_number())
        .not_valid_before(begins)
        .not_valid_after(ends)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key), critical=False)
    )


def _usage(*, signs: bool) -> x509.KeyUsage:
    return x509.KeyUsage(
        digital_signature=not signs,
        key_cert_sign=signs,
        crl_sign=signs,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        encipher_only=False,
        decipher_only=False,
    )


def sign(authority: Authority, addresses: Iterable[Address], names: Iterable[str], now: datetime) -> bytes:
    """A new key with a certificate for these addresses and names, and the certificate above it, as one PEM file."""
    key = ec.generate_private_key(ec.SECP256R1())
    wanted: list[x509.GeneralName] = [*map(x509.DNSName, names), *map(x509.IPAddress, addresses)]
    end = min(now + LIFE - BEFORE, authority.signer.not_valid_after_utc)
    leaf = (
        _builder(key.public_key(), _name("200 Scorekeeper"), authority.signer.subject, now - BEFORE, end)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(_usage(signs=False), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(x509.SubjectAlternativeName(wanted[:MOST_NAMES]), critical=False)
        .add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key(authority.key.public_key()), critical=False)
        .sign(authority.key, hashes.SHA256())
    )
    parts = (leaf, authority.signer)
    secret = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    return secret + b"".join(one.public_bytes(Encoding.PEM) for one in parts)


def renew(instance: Path, addresses: Iterable[Address], names: Iterable[str], now: datetime | None = None) -> bool:
    """See to it that the certificate that is served is good for these, and for a while; whether a new one was made.

    Makes the authority where there is none. Raises AuthorityDamaged.
    """
    moment = now or datetime.now(UTC)
    authority, _new = made(instance, moment)
    path, wanted = served_path(instance), (list(addresses), list(names))
    with files.held(folder(instance) / "lock", wait=True):
        if _serves(path, authority, *wanted, moment):
            return False
        files.write_whole(path, sign(authority, *wanted, moment))
    return True


def _serves(path: Path, authority: Authority, addresses: list[Address], names: list[str], now: datetime) -> bool:
    try:
        text = path.read_bytes()
        leaf = x509.load_pem_x509_certificate(text)
        leaf.verify_directly_issued_by(authority.signer)
        key = load_pem_private_key(text, None)
        has = leaf.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    except Exception:  # noqa: BLE001 (there is none, or it is no longer whole: a new one takes its place)
        return False
    known = {*has.get_values_for_type(x509.DNSName), *map(str, has.get_values_for_type(x509.IPAddress))}
    whole = key.public_key() == leaf.public_key() and {*names, *map(str, addresses)} <= known
    end = min(leaf.not_valid_after_utc, authority.signer.not_valid_after_utc)
    return whole and leaf.not_valid_before_utc <= now <= end - LEFT
