"""A club's own certificates: an authority, the broker's, those of users, and what was revoked.

It takes a quarter of a second to import, so import it where it is used.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from ipaddress import ip_address
from typing import Final, Self

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

from minigam.errors import UnreadableError
from minigam.remote.club_broker.users import Revoked

AUTHORITY_DAYS: Final = 3652
"""Ten years."""
SERVER_DAYS: Final = 730
EARLIER: Final = timedelta(days=1)
"""A board's clock may be behind: from then on a new certificate is valid."""


@dataclass(frozen=True)
class Pair:
    """A certificate and its private key, both as PEM."""

    certificate: str
    key: str

    @property
    def ends(self) -> datetime:
        """From when on it is valid no longer, in UTC."""
        return _certificate(self.certificate).not_valid_after_utc

    @property
    def serial(self) -> str:
        """Its number, in hex."""
        return f"{_certificate(self.certificate).serial_number:x}"


class Authority:
    """A club's certificate authority: what it signs, the club's broker and boards believe."""

    def __init__(self, pair: Pair) -> None:
        """Raises `UnreadableError` where this is no certificate, or the key is another's."""
        self.pair = pair
        self._certificate = _certificate(pair.certificate)
        self._key = _key(pair.key)
        if self._key.public_key() != self._certificate.public_key():
            raise UnreadableError("expected the key of the club's certificate, got another one's")

    @classmethod
    def create(cls, club: str, now: datetime) -> Self:
        """A new one, for ten years. `club`: its name, for people."""
        key = ec.generate_private_key(ec.SECP256R1())
        name = _name(f"minigam club {club}"[:64])
        builder = (
            _builder(name, key.public_key(), now, timedelta(days=AUTHORITY_DAYS))
            .issuer_name(name)
            .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
            .add_extension(_usage(signs_certificates=True), critical=True)
        )
        return cls(_pair(builder.sign(key, hashes.SHA256()), key))

    def server(self, hosts: Sequence[str], now: datetime) -> Pair:
        """The broker's certificate, for two years, for these names and addresses."""
        names = x509.SubjectAlternativeName(list(map(_general_name, hosts)))
        days = timedelta(days=SERVER_DAYS)
        return self._issue(hosts[0][:64], ExtendedKeyUsageOID.SERVER_AUTH, now, days, names)

    def client(self, name: str, now: datetime) -> Pair:
        """A user's, for as long as the authority's own is valid."""
        lasting = self.pair.ends - now
        return self._issue(name, ExtendedKeyUsageOID.CLIENT_AUTH, now, lasting)

    def revocation_list(self, revoked: Iterable[Revoked], now: datetime) -> str:
        """The list of all that are valid no longer, as PEM; it is valid as long as the authority.

        One that had run out would keep every user with a certificate from the broker.
        """
        builder = (
            x509.CertificateRevocationListBuilder()
            .issuer_name(self._certificate.subject)
            .last_update(now - EARLIER)
            .next_update(self.pair.ends)
        )
        for each in revoked:
            entry = x509.RevokedCertificateBuilder().serial_number(int(each.serial, 16))
            at = datetime.fromisoformat(each.at)
            builder = builder.add_revoked_certificate(entry.revocation_date(at).build())
        return builder.sign(self._key, hashes.SHA256()).public_bytes(Encoding.PEM).decode()

    def _issue(
        self,
        name: str,
        use: x509.ObjectIdentifier,
        now: datetime,
        lasting: timedelta,
        names: x509.SubjectAlternativeName | None = None,
    ) -> Pair:
        if now + lasting > self.pair.ends:
            raise UnreadableError(
                f"the club's own certificate ends on {self.pair.ends:%Y-%m-%d}, before this one "
                "would: make a new club with minigam club init, in another folder"
            )
        key = ec.generate_private_key(ec.SECP256R1())
        builder = (
            _builder(_name(name), key.public_key(), now, lasting)
            .issuer_name(self._certificate.subject)
            .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
            .add_extension(_usage(signs_certificates=False), critical=True)
            .add_extension(x509.ExtendedKeyUsage([use]), critical=False)
            .add_extension(
                x509.AuthorityKeyIdentifier.from_issuer_public_key(self._key.public_key()),
                critical=False,
            )
        )
        if names:
            builder = builder.add_extension(names, critical=False)
        return _pair(builder.sign(self._key, hashes.SHA256()), key)


def _builder(
    name: x509.Name, key: ec.EllipticCurvePublicKey, now: datetime, lasting: timedelta
) -> x509.CertificateBuilder:
    return (
        x509.CertificateBuilder()
        .subject_name(name)
        .public_key(key)
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - EARLIER)
        .not_valid_after(now + lasting)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key), critical=False)
    )


def _usage(signs_certificates: bool) -> x509.KeyUsage:
    return x509.KeyUsage(
        digital_signature=not signs_certificates,
        key_cert_sign=signs_certificates,
        crl_sign=signs_certificates,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        encipher_only=False,
        decipher_only=False,
    )


def _name(text: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, text)])


def _general_name(host: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ip_address(host))
    except ValueError:
        return x509.DNSName(host)


def _pair(certificate: x509.Certificate, key: ec.EllipticCurvePrivateKey) -> Pair:
    private = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    return Pair(certificate.public_bytes(Encoding.PEM).decode(), private.decode())


def _certificate(pem: str) -> x509.Certificate:
    try:
        return x509.load_pem_x509_certificate(pem.encode())
    except ValueError:
        raise UnreadableError("expected a certificate as PEM, got something else") from None


def _key(pem: str) -> ec.EllipticCurvePrivateKey:
    try:
        key = load_pem_private_key(pem.encode(), None)
    except (ValueError, TypeError):
        key = None
    if not isinstance(key, ec.EllipticCurvePrivateKey):
        raise UnreadableError("expected a private key as PEM, got something else")
    return key
