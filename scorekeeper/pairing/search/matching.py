"""Random draws from the tournament's seed, and minimum-cost perfect matching of a sparse graph with rustworkx."""

from __future__ import annotations

import random
from collections.abc import Sequence
from operator import index


def chance(seed: int, *parts: object) -> random.Random:
    """Return a separate random generator for one purpose (`parts`) and the tournament's seed."""
    text = ":".join(str(part) for part in (seed, *parts))
    return random.Random(text)  # noqa: S311  (repeatable draws, not secrets)


Edge = tuple[int, int, int]


def perfect_matching(vertices: int, edges: Sequence[Edge]) -> list[tuple[int, int]] | None:
    """Return the cheapest pairs that include every vertex, sorted. None if there are none.

    `edges`: (vertex, vertex, cost), with vertices from 0. Costs are whole numbers from 0 and below 2**122, because rustworkx
    counts in 128 bits and doubles weights.
    """
    import rustworkx as rx  # not available on phones, which load the rest

    top = max((cost for *_, cost in edges), default=0)
    graph: rx.PyGraph[int, int] = rx.PyGraph(multigraph=True)
    graph.add_nodes_from(range(vertices))
    graph.add_edges_from([(i, j, top - cost) for i, j, cost in edges])
    parts = [sorted(part) for part in rx.connected_components(graph)]
    if any(len(part) % 2 for part in parts):
        return None
    pairs: list[tuple[int, int]] = []
    for part in parts:
        within = graph if len(part) == vertices else graph.subgraph(part)
        matching = rx.max_weight_matching(within, max_cardinality=True, weight_fn=index)
        if 2 * len(matching) < len(part):
            return None
        pairs += [(part[min(i, j)], part[max(i, j)]) for i, j in matching]
    return sorted(pairs)
