"""Requests and answers on a phone: what the program's pages use of Flask. `routes` says which page answers an address."""

from __future__ import annotations

from markupsafe import Markup

from scorekeeper.phone.here import routes, template
from scorekeeper.phone.here.filters import FILTERS
from scorekeeper.phone.here.sent import Request

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    View = Callable[..., Any]


class HTTPException(Exception):
    """What HTTP calls an error."""

    def __init__(self, code: int) -> None:
        super().__init__(str(code))
        self.code = code


class Headers(dict[str, str]):
    """The headers of an answer."""

    def add(self, name: str, value: str) -> None:
        """One more; of a name there is one here."""
        self[name] = value


class Response:
    """An answer. `headers`: by name; `set_cookie` is for the phone to keep."""

    def __init__(
        self, response: object = "", status: int = 200, headers: Any = None, mimetype: str = "text/html", **_more: object
    ) -> None:
        self.text = str(response)
        self.status_code = status
        self.mimetype = mimetype
        self.headers = Headers(headers or {})
        self.cookies: dict[str, str] = {}
        self.vary: set[str] = set()

    @property
    def location(self) -> str | None:
        """Where it sends the browser."""
        return self.headers.get("Location")

    def set_data(self, text: str) -> None:
        """Put another body in the place of this one."""
        self.text = text

    def get_data(self, as_text: bool = True) -> str:  # noqa: ARG002 (Flask's signature)
        """The body."""
        return self.text

    def set_cookie(self, name: str, value: str = "", **_how: object) -> None:
        """Keep a setting."""
        self.cookies[name] = value

    def set_etag(self, etag: str, weak: bool = False) -> None:
        """What the content goes by."""
        self.headers["ETag"] = f'W/"{etag}"' if weak else f'"{etag}"'


class _Current:
    """What is about the request that is answered now."""

    def __init__(self) -> None:
        self.request = Request({})


_now = _Current()


class _Asked:
    """The request that is answered now."""

    def __getattr__(self, name: str) -> Any:
        return getattr(_now.request, name)

    def __setattr__(self, name: str, value: object) -> None:
        setattr(_now.request, name, value)


class _Kept:
    """What is kept while a request is answered."""

    def __contains__(self, name: str) -> bool:
        return name in _now.request.kept

    def __getattr__(self, name: str) -> Any:
        if name not in _now.request.kept:
            raise AttributeError(name)
        return _now.request.kept[name]

    def __setattr__(self, name: str, value: object) -> None:
        _now.request.kept[name] = value

    def get(self, name: str, otherwise: object = None) -> Any:
        """What is kept under a name."""
        return _now.request.kept.get(name, otherwise)


class _Application:
    """The application, as pages ask for it."""

    def __init__(self) -> None:
        self.config: dict[str, Any] = {}
        self.extensions: dict[str, Any] = {}
        self.debug = False


request: Any = _Asked()
g: Any = _Kept()
current_app = _Application()
GLOBALS: dict[str, Any] = {}
"""What every template has."""
PROCESSORS: list[Callable[[], dict[str, Any]]] = []
FORMS = {"token": ""}
"""What the forms of this phone’s pages say, and no other site knows."""
_flashed: list[tuple[str, str]] = []


def answering(asked: Request) -> None:
    """This is the request that is answered from now on."""
    _now.request = asked


def has_request_context() -> bool:
    """Whether a request is answered: always."""
    return True


def has_app_context() -> bool:
    """Whether there is an application: always."""
    return True


class Blueprint:
    """Pages that belong together; each is one for the phone too."""

    def __init__(self, name: str, _module: str = "", url_prefix: str = "", **_more: object) -> None:
        self.name = name
        self.prefix = url_prefix

    def route(self, rule: str, methods: list[str] | None = None, endpoint: str = "", **_more: object) -> Callable[[View], View]:
        """A page for an address."""

        def known(view: View) -> View:
            routes.add(f"{self.name}.{endpoint or view.__name__}", self.prefix + rule, methods or ["GET"], view)
            return view

        return known

    def get(self, rule: str, **more: Any) -> Callable[[View], View]:
        """A page that is asked for."""
        return self.route(rule, ["GET"], **more)

    def post(self, rule: str, **more: Any) -> Callable[[View], View]:
        """A page that something is sent to."""
        return self.route(rule, ["POST"], **more)

    def app_template_global(self, name: str | None = None) -> Callable[[View], View]:
        """Something that every template has."""

        def known(function: View) -> View:
            GLOBALS[name or function.__name__] = function
            return function

        return known

    def add_app_template_filter(self, function: View, name: str | None = None) -> None:
        """Something that templates write behind a bar."""
        FILTERS[name or function.__name__] = function

    def app_template_filter(self, name: str | None = None) -> Callable[[View], View]:
        """The same, for what follows."""

        def known(function: View) -> View:
            self.add_app_template_filter(function, name)
            return function

        return known

    def app_context_processor(self, function: View) -> View:
        """More that every template has, worked out for each page."""
        PROCESSORS.append(function)
        return function

    def before_request(self, function: View) -> View:
        """Something that is looked at first: on the phone nothing is."""
        return function

    after_request = before_request


def render_template(name: str, **values: Any) -> str:
    """A page."""
    shared = dict(GLOBALS)
    for more in PROCESSORS:
        shared.update(more())
    shared["request"], shared["g"] = request, g
    return template.draw(name, values, shared)


def make_response(*parts: Any) -> Response:
    """An answer of what a page gives back."""
    body, status, headers = (*parts, None, None)[:3] if len(parts) > 1 else (parts[0], None, None)
    if isinstance(body, tuple):
        return make_response(*body)
    response = body if isinstance(body, Response) else Response(body)
    if isinstance(status, int):
        response.status_code = status
    response.headers.update(headers or {})
    return response


def redirect(address: str, code: int = 302) -> Response:
    """Send the browser on."""
    return Response("", code, {"Location": address})


def abort(code: int) -> Any:
    """Answer with an error. Raises HTTPException."""
    raise HTTPException(code)


def jsonify(*values: Any, **named: Any) -> Response:
    """An answer for a script."""
    import json

    return Response(json.dumps(values[0] if values else named), mimetype="application/json")


def url_for(endpoint: str, **values: Any) -> str:
    """The address of a page."""
    return str(request.script_root) + routes.address(endpoint, values)


def flash(text: str, category: str = "message") -> None:
    """Say something on the next page."""
    _flashed.append((category, text))


def get_flashed_messages(with_categories: bool = False, category_filter: Any = ()) -> list[Any]:
    """What is to be said, once."""
    said = [one for one in _flashed if not category_filter or one[0] in category_filter]
    _flashed[:] = [one for one in _flashed if one not in said]
    return said if with_categories else [text for _category, text in said]


GLOBALS.update(
    url_for=url_for,
    get_flashed_messages=get_flashed_messages,
    csrf_token=lambda: FORMS["token"],
    config=current_app.config,
    range=range,
    dict=dict,
    Markup=Markup,
)
