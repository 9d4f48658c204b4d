"""Who counts as one visitor."""

from minigam.http_policy import whose


def test_one_machine_has_one_name() -> None:
    assert whose("2001:db8::1") == whose("2001:db8::ffff:2") != whose("2001:db8:0:1::1")
    assert whose("::ffff:192.168.1.7") == whose("192.168.1.7")
