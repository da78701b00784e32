"""An instance's certificate authority, valid only on the local network, and the certificates that it signs.

The root's key is discarded after it has signed one intermediate key, and only that key is stored. The intermediate
certificate limits it to private addresses and local names, and every browser enforces that. So a thief who steals the
instance folder cannot make a certificate for a bank.
"""

from __future__ import annotations

import socket
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, load_pem_private_key
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from scorekeeper.core import files
from scorekeeper.server.tls import FOLDER
from scorekeeper.server.tls.covered_addresses import DOMAINS, NETWORKS

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from scorekeeper.server.tls.covered_addresses import Address

ROOT, SIGNER, SERVED = "authority.crt", "signer.pem", "served.pem"
"""In `FOLDER` of the instance: the root that devices trust, the signing key, and the served certificate with its key."""

AUTHORITY_LIFE = timedelta(days=3650)
CERTIFICATE_LIFE = timedelta(days=397)
"""Lifetime of a served certificate. Apple accepts 825 days from an authority the user added, browsers 398 from public ones."""
RENEW_BEFORE = timedelta(days=60)
"""Remaining lifetime at which a certificate is renewed."""
CLOCK_TOLERANCE = timedelta(days=2)
"""How far certificates are backdated: the clock of a phone, or of a Raspberry Pi without a battery, may be slow."""
MOST_NAMES = 64


class AuthorityDamaged(ValueError):
    """The authority's files are damaged. `path` names the file."""

    def __init__(self, path: Path) -> None:
        super().__init__(f"{path} holds no authority of this instance")
        self.path = path


@dataclass(frozen=True)
class Authority:
    """The root certificate that devices trust, and the intermediate certificate and key that sign."""

    root: x509.Certificate
    signer: x509.Certificate
    key: ec.EllipticCurvePrivateKey

    def ended(self, now: datetime) -> bool:
        """Return whether the intermediate certificate expires soon."""
        return now > self.signer.not_valid_after_utc - RENEW_BEFORE


def folder(instance: Path) -> Path:
    return instance / FOLDER


def served_path(instance: Path) -> Path:
    """Return the path of the served certificate, with its chain and key."""
    return folder(instance) / SERVED


def name_of(root: x509.Certificate) -> str:
    """Return the name under which devices list the authority."""
    return str(root.subject.get_attributes_for_oid(NameOID.COMMON_NAME)[0].value)


def fingerprint(certificate: x509.Certificate, kind: hashes.HashAlgorithm | None = None) -> str:
    """Return a fingerprint as devices show it, in pairs of hexadecimal digits. The default is SHA-256."""
    return certificate.fingerprint(kind or hashes.SHA256()).hex(":").upper()


def read(instance: Path) -> Authority | None:
    """Return the authority of an instance, or None if it has none. Raises AuthorityDamaged."""
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
    except Exception as error:  # whatever the reason, it is not a key of ours
        raise AuthorityDamaged(signer) from error
    return Authority(top, below, key)


def read_root(instance: Path) -> x509.Certificate:
    """Return the root certificate. Raises AuthorityDamaged."""
    path = folder(instance) / ROOT
    try:
        return x509.load_pem_x509_certificate(path.read_bytes())
    except (OSError, ValueError) as error:
        raise AuthorityDamaged(path) from error


def ensure_authority(instance: Path, now: datetime | None = None) -> tuple[Authority, bool]:
    """Return the authority of an instance and whether it is new. It is created on first use and before it expires.

    Raises AuthorityDamaged.
    """
    moment = now or datetime.now(UTC)
    folder(instance).mkdir(mode=0o700, parents=True, exist_ok=True)
    with files.hold_lock(folder(instance) / "lock", wait=True):
        known = read(instance)
        if known is not None and not known.ended(moment):
            return known, False
        new = _create_authority(moment)
        signing = new.key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
        files.write_atomically(folder(instance) / SIGNER, signing + new.signer.public_bytes(Encoding.PEM))
        files.write_atomically(folder(instance) / ROOT, new.root.public_bytes(Encoding.PEM))
        return new, True


def _create_authority(now: datetime) -> Authority:
    top, below = ec.generate_private_key(ec.SECP256R1()), ec.generate_private_key(ec.SECP256R1())
    host = socket.gethostname().partition(".")[0]
    name = _name(f"200 Scorekeeper, {host}, {now:%Y-%m-%d}"[:64])
    limits = x509.NameConstraints([*map(x509.DNSName, DOMAINS), *map(x509.IPAddress, NETWORKS)], None)
    begins, ends = now - CLOCK_TOLERANCE, now + AUTHORITY_LIFE
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
    return Authority(root, signer, below)  # the root's key `top` is discarded here


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
    """Return a PEM file with a new key, its certificate for these names, and the intermediate certificate."""
    key = ec.generate_private_key(ec.SECP256R1())
    general_names: list[x509.GeneralName] = [*map(x509.DNSName, names), *map(x509.IPAddress, addresses)]
    end = min(now + CERTIFICATE_LIFE - CLOCK_TOLERANCE, authority.signer.not_valid_after_utc)
    leaf = (
        _builder(key.public_key(), _name("200 Scorekeeper"), authority.signer.subject, now - CLOCK_TOLERANCE, end)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(_usage(signs=False), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(x509.SubjectAlternativeName(general_names[:MOST_NAMES]), critical=False)
        .add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key(authority.key.public_key()), critical=False)
        .sign(authority.key, hashes.SHA256())
    )
    parts = (leaf, authority.signer)
    secret = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    return secret + b"".join(one.public_bytes(Encoding.PEM) for one in parts)


def renew(instance: Path, addresses: Iterable[Address], names: Iterable[str], now: datetime | None = None) -> bool:
    """Renew the served certificate if it expires soon or does not cover these names. Return whether it was renewed.

    Creates the authority if there is none. Raises AuthorityDamaged.
    """
    moment = now or datetime.now(UTC)
    authority, _new = ensure_authority(instance, moment)
    path, hosts = served_path(instance), (list(addresses), list(names))
    with files.hold_lock(folder(instance) / "lock", wait=True):
        if _is_current(path, authority, *hosts, moment):
            return False
        files.write_atomically(path, sign(authority, *hosts, moment))
    return True


def _is_current(path: Path, authority: Authority, addresses: list[Address], names: list[str], now: datetime) -> bool:
    try:
        text = path.read_bytes()
        leaf = x509.load_pem_x509_certificate(text)
        leaf.verify_directly_issued_by(authority.signer)
        key = load_pem_private_key(text, None)
        has = leaf.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    except Exception:  # noqa: BLE001 (missing or damaged: a new one replaces it)
        return False
    known = {*has.get_values_for_type(x509.DNSName), *map(str, has.get_values_for_type(x509.IPAddress))}
    is_matching = key.public_key() == leaf.public_key() and {*names, *map(str, addresses)} <= known
    end = min(leaf.not_valid_after_utc, authority.signer.not_valid_after_utc)
    return is_matching and leaf.not_valid_before_utc <= now <= end - RENEW_BEFORE
