"""Minimum-cost perfect matching of a sparse graph, part by part; the blossom algorithm itself is rustworkx's."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import index

import rustworkx as rx

Edge = tuple[int, int, int]

# rustworkx counts in 128 bits, and doubles weights on the way.
COST_BITS = 122


def perfect_matching(vertices: int, edges: Sequence[Edge]) -> list[tuple[int, int]] | None:
    """The cheapest pairs that leave nobody out, sorted; None if there are none.

    `edges`: (vertex, vertex, cost), vertices from 0, costs whole numbers from 0 below 2**122.
    """
    pairs: list[tuple[int, int]] = []
    parts = _parts(vertices, edges)
    if any(len(members) % 2 for members, _ in parts):
        return None
    for members, inside in parts:
        found = _match(members, inside)
        if found is None:
            return None
        pairs += found
    return sorted(pairs)


def _parts(vertices: int, edges: Sequence[Edge]) -> list[tuple[list[int], list[Edge]]]:
    root = list(range(vertices))

    def find(i: int) -> int:
        while root[i] != i:
            root[i] = root[root[i]]
            i = root[i]
        return i

    for i, j, _ in edges:
        a, b = find(i), find(j)
        if a != b:
            root[b] = a
    members: dict[int, list[int]] = {}
    for i in range(vertices):
        members.setdefault(find(i), []).append(i)
    inside: dict[int, list[Edge]] = {}
    for edge in edges:
        inside.setdefault(find(edge[0]), []).append(edge)
    return [(members[r], inside.get(r, [])) for r in members]


def _match(members: Sequence[int], edges: Iterable[Edge]) -> list[tuple[int, int]] | None:
    name = {v: k for k, v in enumerate(members)}
    listed = [(name[i], name[j], cost) for i, j, cost in edges]
    top = max((cost for *_, cost in listed), default=0)
    graph: rx.PyGraph[int, int] = rx.PyGraph(multigraph=True)
    graph.add_nodes_from(range(len(members)))
    graph.add_edges_from([(i, j, top - cost) for i, j, cost in listed])
    found = rx.max_weight_matching(graph, max_cardinality=True, weight_fn=index)
    if 2 * len(found) < len(members):
        return None
    return [(members[min(i, j)], members[max(i, j)]) for i, j in found]
