"""The certificate authority of an instance, checked by OpenSSL in real handshakes."""

from __future__ import annotations

import ipaddress
import socket
import ssl
from contextlib import suppress
from datetime import UTC, datetime, timedelta

import ifaddr
import pytest
from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding, load_pem_private_key

from scorekeeper.server.tls import certificate_authority, covered_addresses

NOW = datetime.now(UTC)
HERE = [ipaddress.ip_address("192.168.1.20"), ipaddress.ip_address("127.0.0.1")]
NAMES = ["200.local", "localhost"]


def served_certificate(instance):
    return x509.load_pem_x509_certificate(certificate_authority.served_path(instance).read_bytes())


def handshake(instance, name, chain=None):
    """Shake hands with a server that has the certificate, as a browser that trusts it and requests `name`."""
    server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    server.load_cert_chain(chain or certificate_authority.served_path(instance))
    trusted = certificate_authority.read_root(instance).public_bytes(Encoding.PEM).decode()
    client = ssl.create_default_context(cadata=trusted)
    to_client, to_server = ssl.MemoryBIO(), ssl.MemoryBIO()
    browser = client.wrap_bio(to_client, to_server, server_hostname=name)
    other = server.wrap_bio(to_server, to_client, server_side=True)
    for _ in range(6):
        for side in (browser, other):
            with suppress(ssl.SSLWantReadError):
                side.do_handshake()
    return browser.version()


@pytest.mark.parametrize("name", ["192.168.1.20", "127.0.0.1", "200.local", "localhost"])
def test_whoever_trusts_the_authority_trusts_the_addresses_and_names_of_the_house(tmp_path, name):
    certificate_authority.renew(tmp_path, HERE, NAMES)
    assert handshake(tmp_path, name).startswith("TLS")


def test_a_name_that_is_not_in_the_certificate_is_not_believed(tmp_path):
    certificate_authority.renew(tmp_path, HERE, NAMES)
    with pytest.raises(ssl.SSLCertVerificationError, match=r"192\.168\.1\.21"):
        handshake(tmp_path, "192.168.1.21")


@pytest.mark.parametrize(
    ("name", "stolen"),
    [
        ("bank.example.org", (x509.DNSName("bank.example.org"),)),
        ("notlocal", (x509.DNSName("notlocal"),)),
        ("203.0.113.9", (x509.IPAddress(ipaddress.ip_address("203.0.113.9")),)),
    ],
)
def test_with_the_key_of_the_instance_nobody_can_pose_as_anybody_on_the_internet(tmp_path, monkeypatch, name, stolen):
    one, _new = certificate_authority.ensure_authority(tmp_path)
    dns = [x.value for x in stolen if isinstance(x, x509.DNSName)]
    ips = [x.value for x in stolen if isinstance(x, x509.IPAddress)]
    chain = tmp_path / "stolen.pem"
    chain.write_bytes(certificate_authority.sign(one, ips, dns, NOW))
    with pytest.raises(ssl.SSLCertVerificationError, match="permitted subtree violation"):
        handshake(tmp_path, name, chain)


def test_the_limits_stand_below_the_root_and_the_roots_own_key_is_nowhere(tmp_path):
    one, _new = certificate_authority.ensure_authority(tmp_path)
    for certificate in (one.root, one.signer):
        limits = certificate.extensions.get_extension_for_class(x509.NameConstraints)
        assert limits.critical
        assert x509.DNSName("local") in limits.value.permitted_subtrees
        assert limits.value.excluded_subtrees is None
    texts = [path.read_bytes() for path in (tmp_path / "https").iterdir()]
    keys = [load_pem_private_key(text, None) for text in texts if b"PRIVATE KEY" in text]
    assert one.root.public_key() not in [key.public_key() for key in keys]
    assert len(keys) == 1
    assert one.signer.extensions.get_extension_for_class(x509.BasicConstraints).value.path_length == 0


def test_nobody_else_on_the_computer_reads_the_keys(tmp_path):
    certificate_authority.renew(tmp_path, HERE, NAMES)
    modes = {path.name: path.stat().st_mode & 0o777 for path in (tmp_path / "https").iterdir()}
    assert set(modes.values()) == {0o600}
    assert {"authority.crt", "signer.pem", "served.pem"} <= set(modes)
    assert (tmp_path / "https").stat().st_mode & 0o777 == 0o700


def test_it_is_made_once(tmp_path):
    first, new = certificate_authority.ensure_authority(tmp_path)
    again, renewed = certificate_authority.ensure_authority(tmp_path)
    assert (new, renewed) == (True, False)
    assert first.root == again.root


def test_a_certificate_lasts_as_long_as_browsers_take_it_and_the_authority_ten_years(tmp_path):
    certificate_authority.renew(tmp_path, HERE, NAMES, NOW)
    leaf, root = served_certificate(tmp_path), certificate_authority.read_root(tmp_path)
    assert leaf.not_valid_after_utc - leaf.not_valid_before_utc <= timedelta(days=397)
    assert (root.not_valid_after_utc - NOW).days in (3649, 3650)
    usage = leaf.extensions.get_extension_for_class(x509.ExtendedKeyUsage).value
    assert list(usage) == [x509.oid.ExtendedKeyUsageOID.SERVER_AUTH]


def test_a_certificate_is_renewed_for_a_new_address_and_before_its_end_and_else_stays(tmp_path):
    assert certificate_authority.renew(tmp_path, HERE, NAMES, NOW)
    first = served_certificate(tmp_path)
    assert not certificate_authority.renew(tmp_path, HERE, NAMES, NOW)
    assert not certificate_authority.renew(tmp_path, HERE[:1], NAMES[:1], NOW + timedelta(days=300)), (
        "fewer addresses are no reason"
    )
    assert certificate_authority.renew(tmp_path, [*HERE, ipaddress.ip_address("10.0.0.7")], NAMES, NOW)
    assert handshake(tmp_path, "10.0.0.7")
    assert certificate_authority.renew(tmp_path, HERE, NAMES, NOW + timedelta(days=340))
    last = served_certificate(tmp_path)
    assert len({one.serial_number for one in (first, last)}) == 2
    assert last.not_valid_after_utc > first.not_valid_after_utc
    assert certificate_authority.ensure_authority(tmp_path)[1] is False, "devices trust it as before"


def test_a_certificate_from_a_clock_that_was_ahead_is_made_anew(tmp_path):
    certificate_authority.renew(tmp_path, HERE, NAMES, NOW)
    certificate_authority.served_path(tmp_path).write_bytes(
        certificate_authority.sign(certificate_authority.read(tmp_path), HERE, NAMES, NOW + timedelta(days=100))
    )
    assert certificate_authority.renew(tmp_path, HERE, NAMES, NOW)


def test_an_authority_at_its_end_is_made_anew_and_its_certificates_with_it(tmp_path):
    certificate_authority.renew(tmp_path, HERE, NAMES, NOW)
    before, later = certificate_authority.read(tmp_path), NOW + timedelta(days=3640)
    assert certificate_authority.renew(tmp_path, HERE, NAMES, later)
    after = certificate_authority.read(tmp_path)
    assert before.root != after.root
    served_certificate(tmp_path).verify_directly_issued_by(after.signer)


@pytest.mark.parametrize("name", ["authority.crt", "signer.pem"])
@pytest.mark.parametrize("text", [b"", b"-----BEGIN CERTIFICATE-----\nnothing\n-----END CERTIFICATE-----\n"])
def test_a_damaged_authority_is_named_and_nothing_is_made_in_its_place(tmp_path, name, text):
    certificate_authority.ensure_authority(tmp_path)
    (tmp_path / "https" / name).write_bytes(text)
    with pytest.raises(certificate_authority.AuthorityDamaged, match=name):
        certificate_authority.renew(tmp_path, HERE, NAMES)
    assert (tmp_path / "https" / name).read_bytes() == text


def test_a_key_of_another_instance_is_no_authority_of_this_one(tmp_path):
    for name in ("one", "other"):
        certificate_authority.ensure_authority(tmp_path / name)
    (tmp_path / "other" / "https" / "signer.pem").rename(tmp_path / "one" / "https" / "signer.pem")
    with pytest.raises(certificate_authority.AuthorityDamaged, match="signer"):
        certificate_authority.read(tmp_path / "one")


def test_a_served_certificate_that_is_lost_or_damaged_is_made_anew(tmp_path):
    certificate_authority.renew(tmp_path, HERE, NAMES)
    path = certificate_authority.served_path(tmp_path)
    for damage in (path.unlink, lambda: path.write_bytes(b"half a file")):
        damage()
        assert certificate_authority.renew(tmp_path, HERE, NAMES)
        assert handshake(tmp_path, "200.local")


def test_only_private_addresses_and_names_of_the_house_are_vouched_for(monkeypatch):
    everywhere = [ipaddress.ip_address(one) for one in ("192.168.1.20", "203.0.113.9", "10.1.2.3", "8.8.8.8")]
    monkeypatch.setattr(covered_addresses, "local_addresses", lambda _host: everywhere)
    monkeypatch.setattr(socket, "gethostname", lambda: "Cuisine.example.org")
    found, names = covered_addresses.certified_hosts("0.0.0.0", ("200.local",))
    assert [str(one) for one in found] == ["10.1.2.3", "127.0.0.1", "192.168.1.20", "::1"]
    assert names == ["200.local", "cuisine.local", "localhost"]


@pytest.mark.parametrize(
    ("host", "found"),
    [("127.0.0.1", ["127.0.0.1"]), ("localhost", ["127.0.0.1"]), ("10.0.0.9", ["10.0.0.9"]), ("kitchen", [])],
)
def test_a_server_that_listens_at_one_address_has_that_one(host, found):
    assert [str(one) for one in covered_addresses.local_addresses(host)] == found


def test_addresses_of_containers_and_of_this_computer_alone_are_no_phones(monkeypatch):
    class Adapter:
        def __init__(self, name, *ips):
            self.name, self.ips = name, [type("Ip", (), {"ip": one})() for one in ips]

    found = [Adapter("lo", "127.0.0.1"), Adapter("docker0", "172.17.0.1"), Adapter("wlan0", "192.168.1.20", ("fd00::2", 0, 0))]
    monkeypatch.setattr(ifaddr, "get_adapters", lambda: found)
    assert [str(one) for one in covered_addresses.local_addresses("0.0.0.0")] == ["192.168.1.20"]
    assert [str(one) for one in covered_addresses.local_addresses("::")] == ["192.168.1.20", "fd00::2"]
