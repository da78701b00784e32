"""A stand-in for Flask: the requests and responses of the program's pages. `routes` finds the page for a URL."""

from __future__ import annotations

from markupsafe import Markup

from scorekeeper.offline.stubs import routes, template
from scorekeeper.offline.stubs.filters import FILTERS
from scorekeeper.offline.stubs.request import Request

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    View = Callable[..., Any]


class HTTPException(Exception):
    """An HTTP error."""

    def __init__(self, code: int) -> None:
        super().__init__(str(code))
        self.code = code


class Headers(dict[str, str]):
    """The headers of a response."""

    def add(self, name: str, value: str) -> None:
        """Set a header. Each name has only one value here."""
        self[name] = value


class Response:
    """A response. Cookies become settings that the phone stores."""

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
        """The URL that the browser is sent to."""
        return self.headers.get("Location")

    def set_data(self, text: str) -> None:
        self.text = text

    def get_data(self, as_text: bool = True) -> str:  # noqa: ARG002 (Flask's signature)
        return self.text

    def set_cookie(self, name: str, value: str = "", **_how: object) -> None:
        """Store a setting."""
        self.cookies[name] = value

    def set_etag(self, etag: str, weak: bool = False) -> None:
        self.headers["ETag"] = f'W/"{etag}"' if weak else f'"{etag}"'


class _Current:
    """Holds the current request."""

    def __init__(self) -> None:
        self.request = Request({})


_current = _Current()


class _RequestProxy:
    """A proxy for the current request."""

    def __getattr__(self, name: str) -> Any:
        return getattr(_current.request, name)

    def __setattr__(self, name: str, value: object) -> None:
        setattr(_current.request, name, value)


class _RequestValues:
    """Values stored during the current request, like Flask's `g`."""

    def __contains__(self, name: str) -> bool:
        return name in _current.request.kept

    def __getattr__(self, name: str) -> Any:
        if name not in _current.request.kept:
            raise AttributeError(name)
        return _current.request.kept[name]

    def __setattr__(self, name: str, value: object) -> None:
        _current.request.kept[name] = value

    def get(self, name: str, otherwise: object = None) -> Any:
        """Return a stored value, or the default."""
        return _current.request.kept.get(name, otherwise)


class _Application:
    """The application as pages use it."""

    def __init__(self) -> None:
        self.config: dict[str, Any] = {}
        self.extensions: dict[str, Any] = {}
        self.debug = False


request: Any = _RequestProxy()
g: Any = _RequestValues()
current_app = _Application()
GLOBALS: dict[str, Any] = {}
"""The globals of every template."""
CONTEXT_PROCESSORS: list[Callable[[], dict[str, Any]]] = []
FORMS = {"token": ""}
"""The CSRF token in the forms of this phone's pages, which no other site knows."""
_flashed: list[tuple[str, str]] = []


def set_request(new_request: Request) -> None:
    """Set the current request."""
    _current.request = new_request


def has_request_context() -> bool:
    return True


def has_app_context() -> bool:
    return True


class Blueprint:
    """A group of pages, as in Flask."""

    def __init__(self, name: str, _module: str = "", url_prefix: str = "", **_more: object) -> None:
        self.name = name
        self.prefix = url_prefix

    def route(self, rule: str, methods: list[str] | None = None, endpoint: str = "", **_more: object) -> Callable[[View], View]:
        """Register a view for a URL rule."""

        def register(view: View) -> View:
            routes.add(f"{self.name}.{endpoint or view.__name__}", self.prefix + rule, methods or ["GET"], view)
            return view

        return register

    def get(self, rule: str, **more: Any) -> Callable[[View], View]:
        return self.route(rule, ["GET"], **more)

    def post(self, rule: str, **more: Any) -> Callable[[View], View]:
        return self.route(rule, ["POST"], **more)

    def app_template_global(self, name: str | None = None) -> Callable[[View], View]:
        """Register a template global."""

        def register(function: View) -> View:
            GLOBALS[name or function.__name__] = function
            return function

        return register

    def add_app_template_filter(self, function: View, name: str | None = None) -> None:
        """Register a template filter."""
        FILTERS[name or function.__name__] = function

    def app_template_filter(self, name: str | None = None) -> Callable[[View], View]:
        """Register a template filter, as a decorator."""

        def register(function: View) -> View:
            self.add_app_template_filter(function, name)
            return function

        return register

    def app_context_processor(self, function: View) -> View:
        """Register a function that adds template values for each page."""
        CONTEXT_PROCESSORS.append(function)
        return function

    def before_request(self, function: View) -> View:
        """Ignore the hook: a phone has none."""
        return function

    after_request = before_request


def render_template(name: str, **values: Any) -> str:
    """Return a rendered page."""
    shared = dict(GLOBALS)
    for more in CONTEXT_PROCESSORS:
        shared.update(more())
    shared["request"], shared["g"] = request, g
    return template.render(name, values, shared)


def make_response(*parts: Any) -> Response:
    """Return the response for a view's return value."""
    body, status, headers = (*parts, None, None)[:3] if len(parts) > 1 else (parts[0], None, None)
    if isinstance(body, tuple):
        return make_response(*body)
    response = body if isinstance(body, Response) else Response(body)
    if isinstance(status, int):
        response.status_code = status
    response.headers.update(headers or {})
    return response


def redirect(address: str, code: int = 302) -> Response:
    return Response("", code, {"Location": address})


def abort(code: int) -> Any:
    """Raise HTTPException with this status."""
    raise HTTPException(code)


def jsonify(*values: Any, **named: Any) -> Response:
    import json

    return Response(json.dumps(values[0] if values else named), mimetype="application/json")


def url_for(endpoint: str, **values: Any) -> str:
    """Return the URL of a page."""
    return str(request.script_root) + routes.build_url(endpoint, values)


def has_page(endpoint: str) -> bool:
    """Return whether the program has a page."""
    return endpoint in routes.ADDRESSES


def flash(text: str, category: str = "message") -> None:
    """Queue a message for the next page."""
    _flashed.append((category, text))


def get_flashed_messages(with_categories: bool = False, category_filter: Any = ()) -> list[Any]:
    """Return the queued messages and remove them."""
    flashes = [one for one in _flashed if not category_filter or one[0] in category_filter]
    _flashed[:] = [one for one in _flashed if one not in flashes]
    return flashes if with_categories else [text for _category, text in flashes]


GLOBALS.update(
    url_for=url_for,
    has_page=has_page,
    get_flashed_messages=get_flashed_messages,
    csrf_token=lambda: FORMS["token"],
    config=current_app.config,
    range=range,
    dict=dict,
    Markup=Markup,
)
