"""Minimum-cost perfect matching of a sparse graph, part by part; the blossom algorithm itself is rustworkx's."""

from __future__ import annotations

from collections.abc import Sequence
from operator import index

Edge = tuple[int, int, int]


def perfect_matching(vertices: int, edges: Sequence[Edge]) -> list[tuple[int, int]] | None:
    """The cheapest pairs that leave nobody out, sorted; None if there are none.

    `edges`: (vertex, vertex, cost), vertices from 0, costs whole numbers from 0 below 2**122: rustworkx counts in 128 bits, and
    doubles weights on the way.
    """
    import rustworkx as rx  # a phone has none, and loads all the rest

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
