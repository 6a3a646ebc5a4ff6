"""Who is here: from a cookie or a sign-in to a name that says nothing."""

from __future__ import annotations

import pytest

from reflexion_core.dashboard.people import COOKIE, new_cookie_value, person_of_cookie, person_of_sign_in

ADA = {"is_logged_in": True, "iss": "https://login.example.org", "sub": "17", "name": "Ada", "email": "ada@example.org"}


def test_the_same_browser_is_the_same_person_and_another_is_another():
    values = [new_cookie_value() for _ in range(2)]
    people = [person_of_cookie({COOKIE: value}) for value in (*values, values[0])]
    assert people[0] == people[2]
    assert people[0] != people[1]


def test_a_persons_name_in_runs_does_not_tell_the_cookie():
    value = new_cookie_value()
    person = person_of_cookie({COOKIE: value})
    assert person is not None
    assert value not in person.id
    assert person_of_cookie({COOKIE: person.id}) is None


@pytest.mark.parametrize("cookies", [{}, {COOKIE: ""}, {COOKIE: "a"}, {COOKIE: "a" * 42 + "!"}, {"other": "a" * 43}])
def test_a_browser_without_a_cookie_of_ours_is_nobody(cookies: dict[str, str]):
    assert person_of_cookie(cookies) is None


def test_who_signed_in_is_known_by_what_the_provider_never_changes():
    person = person_of_sign_in(ADA)
    renamed = person_of_sign_in(ADA | {"name": "Ada L.", "email": "al@example.org"})
    assert person is not None
    assert renamed is not None
    assert person.id == renamed.id
    assert (person.name, renamed.name) == ("Ada", "Ada L.")


def test_the_same_number_with_another_provider_is_another_person():
    people = [person_of_sign_in(ADA | {"iss": issuer}) for issuer in ("https://one.example", "https://two.example")]
    assert people[0] != people[1]


@pytest.mark.parametrize("user", [{}, {"is_logged_in": False, "sub": "17"}, {"is_logged_in": True}, {"sub": "17"}])
def test_who_has_not_signed_in_is_nobody(user: dict[str, object]):
    assert person_of_sign_in(user) is None
