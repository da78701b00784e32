"""The app's icon, 200 underlined twice like a game won: as SVG, and as PNG in the sizes that phones need."""

from __future__ import annotations

import io
import math
from dataclasses import dataclass
from functools import cache

SIZE = 512
GROUND = "#1d5a44"
CHALK = "#fefbf2"
MARK = "#f0bd6a"

#: Phones crop maskable icons to a circle or a squircle. The outer tenth on each side may be cut off.
SIZES = {"icon-192.png": 192, "icon-512.png": 512, "apple-touch-icon.png": 180}
MASKABLE = "icon-maskable-512.png"

Point = tuple[float, float]


@dataclass(frozen=True)
class Stroke:
    """A line drawn with a round pen."""

    points: tuple[Point, ...]
    width: float
    colour: str


def strokes() -> list[Stroke]:
    """Return the strokes of the icon, on a square of 512."""
    pen, bottom, middle = 34.0, 308.0, 230.0
    two = (*_arc(130, 193, 43, 42, -170, 38), (90, bottom), (176, bottom))
    zeros = [_arc(x, middle, 38, 79, -90, 270) for x in (265, 392)]
    figures = [Stroke(points, pen, CHALK) for points in (two, *zeros)]
    # Drawn as if by hand: not quite level, not quite the same length.
    lines = ((84, 372), (430, 366)), ((92, 408), (424, 404))
    return [*figures, *[Stroke(points, 15.0, MARK) for points in lines]]


def _arc(x: float, y: float, rx: float, ry: float, start: float, end: float) -> tuple[Point, ...]:
    steps = 48
    angles = [math.radians(start + (end - start) * i / steps) for i in range(steps + 1)]
    return tuple((round(x + rx * math.cos(a), 1), round(y + ry * math.sin(a), 1)) for a in angles)


def svg() -> bytes:
    """Return the icon as SVG, with its own rounded corners."""
    lines = "".join(
        f'<polyline fill="none" stroke="{s.colour}" stroke-width="{s.width:g}" stroke-linecap="round" '
        f'stroke-linejoin="round" points="{" ".join(f"{x:g},{y:g}" for x, y in s.points)}"/>'
        for s in strokes()
    )
    ground = f'<rect width="{SIZE}" height="{SIZE}" rx="104" fill="{GROUND}"/>'
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIZE} {SIZE}">{ground}{lines}</svg>'.encode()


@cache
def png(name: str) -> bytes:
    """Return the icon as PNG by file name. Raises KeyError for an unknown name."""
    maskable = name == MASKABLE
    size = SIZE if maskable else SIZES[name]
    # Phones round the corners of these two themselves.
    square = maskable or name == "apple-touch-icon.png"
    return _png(size, 0.8 if maskable else 1.0, square)


def _png(size: int, scale: float, square: bool) -> bytes:
    from PIL import Image, ImageDraw  # a large import, needed only once

    finer = 4
    large_size = size * finer
    unit = large_size / SIZE
    image = Image.new("RGBA", (large_size, large_size), GROUND if square else (0, 0, 0, 0))
    draw = ImageDraw.Draw(image)
    if not square:
        draw.rounded_rectangle((0, 0, large_size - 1, large_size - 1), 104 * unit, fill=GROUND)
    for stroke in strokes():
        points = [tuple((v - SIZE / 2) * scale * unit + large_size / 2 for v in point) for point in stroke.points]
        radius = stroke.width * scale * unit / 2
        draw.line(points, fill=stroke.colour, width=round(2 * radius))
        for x, y in points:
            draw.ellipse((x - radius, y - radius, x + radius, y + radius), fill=stroke.colour)
    out = io.BytesIO()
    image = image.resize((size, size), Image.Resampling.LANCZOS).quantize(64, Image.Quantize.FASTOCTREE)
    image.save(out, "PNG", optimize=True)
    return out.getvalue()


def manifest_icons(root: str = "") -> list[dict[str, str]]:
    """Return the icons for a web manifest. `root` is the program's path prefix."""
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
