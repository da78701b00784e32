"""The program's sign: 200 underlined twice, a game won, drawn by strokes, as a vector and in the sizes that phones want."""

from __future__ import annotations

import io
import math
from dataclasses import dataclass
from functools import cache

SIZE = 512
GROUND = "#1d5a44"
CHALK = "#fefbf2"
MARK = "#f0bd6a"

#: Phones cut maskable icons to a circle or a squircle; the outer tenth on each side may go.
SIZES = {"icon-192.png": 192, "icon-512.png": 512, "apple-touch-icon.png": 180}
MASKABLE = "icon-maskable-512.png"

Point = tuple[float, float]


@dataclass(frozen=True)
class Stroke:
    """A line drawn with a round pen: its points, width and colour."""

    points: tuple[Point, ...]
    width: float
    colour: str


def strokes() -> list[Stroke]:
    """The drawing, on a square of 512."""
    pen, bottom, middle = 34.0, 308.0, 230.0
    two = (*_arc(130, 193, 43, 42, -170, 38), (90, bottom), (176, bottom))
    zeros = [_arc(x, middle, 38, 79, -90, 270) for x in (265, 392)]
    figures = [Stroke(points, pen, CHALK) for points in (two, *zeros)]
    # As a hand draws them: not quite level, not quite as long.
    lines = ((84, 372), (430, 366)), ((92, 408), (424, 404))
    return [*figures, *[Stroke(points, 15.0, MARK) for points in lines]]


def _arc(x: float, y: float, rx: float, ry: float, start: float, end: float) -> tuple[Point, ...]:
    steps = 48
    angles = [math.radians(start + (end - start) * i / steps) for i in range(steps + 1)]
    return tuple((round(x + rx * math.cos(a), 1), round(y + ry * math.sin(a), 1)) for a in angles)


def svg() -> bytes:
    """The sign as a vector, with rounded corners of its own."""
    lines = "".join(
        f'<polyline fill="none" stroke="{s.colour}" stroke-width="{s.width:g}" stroke-linecap="round" '
        f'stroke-linejoin="round" points="{" ".join(f"{x:g},{y:g}" for x, y in s.points)}"/>'
        for s in strokes()
    )
    ground = f'<rect width="{SIZE}" height="{SIZE}" rx="104" fill="{GROUND}"/>'
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIZE} {SIZE}">{ground}{lines}</svg>'.encode()


@cache
def png(name: str) -> bytes:
    """The sign in pixels, under one of its file names. Raises KeyError for another name."""
    maskable = name == MASKABLE
    size = SIZE if maskable else SIZES[name]
    # Phones round the corners of these two themselves.
    square = maskable or name == "apple-touch-icon.png"
    return _png(size, 0.8 if maskable else 1.0, square)


def _png(size: int, scale: float, square: bool) -> bytes:
    from PIL import Image, ImageDraw  # large, and drawn with once

    finer = 4
    whole = size * finer
    unit = whole / SIZE
    image = Image.new("RGBA", (whole, whole), GROUND if square else (0, 0, 0, 0))
    draw = ImageDraw.Draw(image)
    if not square:
        draw.rounded_rectangle((0, 0, whole - 1, whole - 1), 104 * unit, fill=GROUND)
    for stroke in strokes():
        points = [tuple((v - SIZE / 2) * scale * unit + whole / 2 for v in point) for point in stroke.points]
        radius = stroke.width * scale * unit / 2
        draw.line(points, fill=stroke.colour, width=round(2 * radius))
        for x, y in points:
            draw.ellipse((x - radius, y - radius, x + radius, y + radius), fill=stroke.colour)
    out = io.BytesIO()
    image = image.resize((size, size), Image.Resampling.LANCZOS).quantize(64, Image.Quantize.FASTOCTREE)
    image.save(out, "PNG", optimize=True)
    return out.getvalue()


def manifest_icons(root: str = "") -> list[dict[str, str]]:
    """The icons as a web manifest lists them; `root`: the path that the program is below."""
    plain = [
        {"src": f"{root}/icons/{name}", "sizes": f"{size}x{size}", "type": "image/png", "purpose": "any"}
        for name, size in SIZES.items()
        if name.startswith("icon-")
    ]
    return [
        {"src": f"{root}/icons/icon.svg", "sizes": "any", "type": "image/svg+xml", "purpose": "any"},
        *plain,
        {"src": f"{root}/icons/{MASKABLE}", "sizes": f"{SIZE}x{SIZE}", "type": "image/png", "purpose": "maskable"},
    ]
