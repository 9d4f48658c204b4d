"""A club's certificates, read by another program (openssl) and by cryptography's own verifier."""

import shutil
import subprocess
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID
from cryptography.x509.verification import PolicyBuilder, Store, VerificationError

from minigam.errors import UnreadableError
from minigam.remote.club_broker.certificates import Authority, Pair
from minigam.remote.club_broker.users import Revoked

NOW = datetime(2026, 11, 29, 19, 0, tzinfo=UTC)
DAY = timedelta(days=1)
HOSTS = ("club.local", "192.168.1.7", "fd00::7")


@pytest.fixture(scope="module")
def authority() -> Authority:
    return Authority.create("club.local", NOW)


def certificate(pair: Pair) -> x509.Certificate:
    return x509.load_pem_x509_certificate(pair.certificate.encode())


def verified(authority: Authority, pair: Pair, host: str, at: datetime) -> bool:
    """By the rules of browsers (RFC 5280, CA/B)."""
    store = Store([certificate(authority.pair)])
    verifier = PolicyBuilder().store(store).time(at).build_server_verifier(x509.DNSName(host))
    try:
        verifier.verify(certificate(pair), [])
    except VerificationError:
        return False
    return True


def test_the_authority_lasts_ten_years_and_signs_no_other_authority(authority: Authority) -> None:
    found = certificate(authority.pair)
    assert found.subject == found.issuer
    assert found.not_valid_before_utc == NOW - DAY
    assert authority.pair.ends == NOW + 3652 * DAY
    constraints = found.extensions.get_extension_for_class(x509.BasicConstraints)
    assert constraints.critical
    assert constraints.value == x509.BasicConstraints(ca=True, path_length=0)
    assert isinstance(found.public_key(), ec.EllipticCurvePublicKey)


def test_the_brokers_lasts_two_years_and_is_for_its_names(authority: Authority) -> None:
    server = authority.server(HOSTS, NOW)
    assert server.ends == NOW + 730 * DAY
    found = certificate(server)
    names = found.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    assert names.get_values_for_type(x509.DNSName) == ["club.local"]
    assert [str(each) for each in names.get_values_for_type(x509.IPAddress)] == list(HOSTS[1:])
    assert verified(authority, server, "club.local", NOW + DAY)
    assert not verified(authority, server, "other.local", NOW + DAY)
    assert not verified(authority, server, "club.local", NOW + 731 * DAY)
    assert not verified(authority, server, "club.local", NOW - 2 * DAY)
    assert not verified(Authority.create("club.local", NOW), server, "club.local", NOW + DAY)


def test_a_users_is_for_its_name_and_for_no_broker(authority: Authority) -> None:
    client = authority.client("table-7", NOW + DAY)
    found = certificate(client)
    (name,) = found.subject.get_attributes_for_oid(NameOID.COMMON_NAME)
    uses = found.extensions.get_extension_for_class(x509.ExtendedKeyUsage).value
    assert (name.value, list(uses)) == ("table-7", [ExtendedKeyUsageOID.CLIENT_AUTH])
    assert (client.ends, f"{found.serial_number:x}") == (authority.pair.ends, client.serial)
    assert not verified(authority, client, "table-7", NOW + 2 * DAY)


def test_keys_and_numbers_are_new_each_time(authority: Authority) -> None:
    pairs = [authority.client("a", NOW) for _ in range(3)]
    assert len({pair.key for pair in pairs}) == len({pair.serial for pair in pairs}) == 3


def test_the_list_of_what_is_revoked_lasts_as_long_as_the_authority(authority: Authority) -> None:
    at = (NOW + DAY).isoformat()
    gone = [Revoked("c0ffee", at, "a"), Revoked("1", at, "b")]
    pem = authority.revocation_list(gone, NOW + 2 * DAY)
    found = x509.load_pem_x509_crl(pem.encode())
    assert {each.serial_number: each.revocation_date_utc for each in found} == {
        0xC0FFEE: NOW + DAY,
        1: NOW + DAY,
    }
    assert (found.last_update_utc, found.next_update_utc) == (NOW + DAY, authority.pair.ends)
    key = certificate(authority.pair).public_key()
    assert isinstance(key, ec.EllipticCurvePublicKey)
    assert found.is_signature_valid(key)


def test_nothing_is_issued_that_would_outlive_the_authority(authority: Authority) -> None:
    late = authority.pair.ends - 729 * DAY
    with pytest.raises(UnreadableError, match=r"^the club's own certificate ends on 2036-11-28"):
        authority.server(HOSTS, late)
    assert authority.client("a", late).ends == authority.pair.ends


def test_what_is_no_pair_is_refused(authority: Authority) -> None:
    other = Authority.create("other", NOW).pair
    with pytest.raises(UnreadableError, match=r"^expected the key of the club's certificate"):
        Authority(Pair(authority.pair.certificate, other.key))
    with pytest.raises(UnreadableError, match=r"^expected a private key as PEM"):
        Authority(Pair(authority.pair.certificate, "secret"))
    with pytest.raises(UnreadableError, match=r"^expected a certificate as PEM"):
        Authority(Pair("", authority.pair.key))


@pytest.mark.skipif(not shutil.which("openssl"), reason="needs openssl: apt install openssl")
def test_openssl_believes_them_and_not_what_was_revoked(
    authority: Authority, tmp_path: Path
) -> None:
    client = authority.client("table-7", NOW)
    gone = Revoked(client.serial, NOW.isoformat(), "client")
    for name, text in {
        "ca": authority.pair.certificate,
        "server": authority.server(HOSTS, NOW).certificate,
        "client": client.certificate,
        "none": authority.revocation_list([], NOW),
        "revoked": authority.revocation_list([gone], NOW),
    }.items():
        (tmp_path / name).write_text(text, "ascii")

    def verify(*words: str) -> bool:
        at = ("-x509_strict", "-attime", str(int((NOW + DAY).timestamp())))
        command = ("openssl", "verify", "-CAfile", "ca", *at, *words)
        return subprocess.run(command, cwd=tmp_path, capture_output=True).returncode == 0

    assert verify("-purpose", "sslserver", "-verify_ip", "192.168.1.7", "server")
    assert verify("-purpose", "sslclient", "client")
    assert not verify("-purpose", "sslserver", "client")
    assert verify("-crl_check", "-CRLfile", "none", "client")
    assert not verify("-crl_check", "-CRLfile", "revoked", "client")
