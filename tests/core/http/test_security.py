from __future__ import annotations

import re

import pytest
from flask import Flask, Response, session

from scorekeeper.core.http import security_headers


@pytest.fixture
def site():
    site = Flask(__name__)
    site.config["SECRET_KEY"] = "not a secret"
    security_headers.init_app(site)

    @site.route("/page")
    def page():
        session["seen"] = True
        return "<p>page</p>"

    @site.route("/worker.js")
    def worker():
        return security_headers.allow_eval(Response("importScripts('brython.js')", mimetype="text/javascript"))

    @site.post("/form")
    def form():
        return "accepted"

    return site.test_client()


def policy(response):
    directives = (part.split() for part in response.headers["Content-Security-Policy"].split(";"))
    return {name: values for name, *values in directives}


def test_a_page_runs_only_its_own_scripts_and_styles_and_nothing_inline(site):
    found = policy(site.get("/page"))
    assert found["default-src"] == ["'none'"]
    assert found["script-src"] == found["style-src"] == ["'self'"]
    assert found["frame-ancestors"] == found["base-uri"] == ["'none'"]


def test_only_the_workers_own_answer_may_compile_code(site):
    assert policy(site.get("/worker.js"))["script-src"] == ["'self'", "'unsafe-eval'"]
    assert "unsafe" not in site.get("/page").headers["Content-Security-Policy"]


def test_an_error_page_is_protected_like_any_other(site):
    response = site.get("/nowhere")
    assert response.status_code == 404
    assert policy(response)["script-src"] == ["'self'"]
    assert response.headers["X-Content-Type-Options"] == "nosniff"
    assert response.headers["Referrer-Policy"] == "same-origin"
    assert response.headers["X-Frame-Options"] == "DENY"


def test_a_part_of_a_page_carries_what_protects_parts_and_nothing_that_is_about_pages(app):
    client = app.test_client()
    address = re.search(r"/static/@[^\"]+\.js", client.get("/").get_data(as_text=True))[0]
    headers = client.get(address).headers
    assert policy(client.get(address)) == {"default-src": ["'none'"], "frame-ancestors": ["'none'"]}
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Cross-Origin-Resource-Policy"] == headers["Referrer-Policy"] == "same-origin"
    assert "Permissions-Policy" not in headers
    for page in ("/static/nothing.js", "/fonts/nothing.woff2"):
        assert policy(client.get(page))["script-src"] == ["'self'"]


@pytest.mark.thorough("it opens every page that has an address of its own")
def test_of_the_program_s_own_addresses_only_the_two_workers_scripts_may_compile_code(app):
    client = app.test_client()
    addresses = {rule.rule for rule in app.url_map.iter_rules() if "GET" in rule.methods and not rule.arguments}
    assert {"/", "/sw.js", "/phone/worker.js", "/games/new"} <= addresses
    policies = {address: client.get(address).headers.get("Content-Security-Policy", "") for address in addresses}
    assert {address for address, told in policies.items() if "unsafe-eval" in told} == {"/sw.js", "/phone/worker.js"}


def test_a_form_without_its_token_is_refused(site):
    assert site.post("/form").status_code == 400


def test_the_cookie_is_for_https_only_when_the_visit_is_by_https(site):
    plain = site.get("/page").headers["Set-Cookie"]
    secure = site.get("/page", base_url="https://localhost").headers["Set-Cookie"]
    assert "Secure" not in plain
    assert "Secure" in secure
    assert "HttpOnly" in plain


def test_the_application_itself_is_protected(app):
    response = app.test_client().get("/no-such-page")
    assert policy(response)["default-src"] == ["'none'"]


def test_a_body_above_one_mebibyte_is_refused_unread(app):
    @app.post("/measure")
    def measure():
        from flask import request

        return str(len(request.get_data()))

    client = app.test_client()
    assert client.post("/measure", data=b"x" * 2**20).text == str(2**20)
    assert client.post("/measure", data=b"x" * (2**20 + 1)).status_code == 413
