"""Files that differ in one person's rows, asked about through the program and by the plain evaluator."""

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from random import Random

from tests.judges import figures, plain, typed
from tests.judges.meaning import WHITE, identity
from tests.judges.projects import Asked, Plan, Program, with_file
from tests.judges.servers import SERVERS
from tests.judges.worlds import World
from tests.judges.writers import WRITERS, carried

Cell = str | None
Rows = list[tuple[Cell, ...]]
Vectors = list[list[Fraction]]


@dataclass(frozen=True)
class Family:
    """Tables each two of which, or each of which and the first, are neighbours."""

    names: tuple[str, ...]
    tables: tuple[Rows, ...]
    pairs: tuple[tuple[int, int], ...]


def family(pick: Random, here: World, asked: Asked, kind: str, size: int) -> Family:
    """Tables for the question's unit and relation, as a file of this kind can hold them."""
    unit = asked.plan["unit"]
    names = _names(pick, here, asked)
    base = carried(kind, names, [here.row(pick, names) for _ in range(pick.choice([0, 1, 3, 6]))])
    if unit["kind"] == "person":
        who = names.index(unit["person"])
        versions = [carried(kind, names, _block(pick, here, names, who, base, asked, kind)) for _ in range(size)]
    else:
        versions = [carried(kind, names, [here.row(pick, names)]) for _ in range(size)]
    tables = [_put(pick, base, version) for version in versions]
    if unit["relation"] == "add_remove":
        return Family(names, (base, *tables), tuple((0, at) for at in range(1, len(tables) + 1)))
    return Family(names, tuple(tables), tuple(itertools.combinations(range(len(tables)), 2)))


def _names(pick: Random, here: World, asked: Asked) -> tuple[str, ...]:
    """The columns of the file: those of the question, alone or among others."""
    used = [column["name"] for column in asked.plan["tables"][0]["columns"]]
    others = [] if pick.random() < 0.5 else [name for name in here.columns if name not in used and name != "who"]
    names = [*used, *pick.sample(others, min(len(others), 2))]
    return tuple(pick.sample(names, len(names)))


def _block(pick: Random, here: World, names: Sequence[str], who: int, base: Rows, asked: Asked, kind: str) -> Rows:
    """All rows of somebody who has none in the base, their name written in ways that mean the same; perhaps none."""
    declared = next(c for c in asked.plan["tables"][0]["columns"] if c["name"] == names[who])
    taken = {identity(declared, row[who]) for row in base}
    ways: dict[str, list[str]] = {}
    for _ in range(60):
        text = carried(kind, (names[who],), [(here.cells[names[who]](pick),)])[0][0] or ""  # as the file will hold it
        ways.setdefault(identity(declared, text), []).append(text)
    free = [person for person in ways if person and person not in taken]
    if not free:
        return []
    mine = ways[pick.choice(free)]
    rows = [here.row(pick, names) for _ in range(pick.choice([0, 1, 2, 4]))]
    return [(*row[:who], pick.choice(mine), *row[who + 1 :]) for row in rows]


def _put(pick: Random, base: Rows, version: Rows) -> Rows:
    """The base with the version's rows at the end, at the start, or anywhere."""
    found = list(base)
    where = pick.choice(["end", "end", "start", "anywhere"])
    for row in version:
        found.insert({"end": len(found), "start": 0, "anywhere": pick.randrange(len(found) + 1)}[where], row)
    return found


def judged(pick: Random, program: Program, asked: Asked, kind: str, found: Family) -> Iterator[str]:
    """One mistake a sentence: a table that the program reads otherwise, a pair that moves farther than it claims."""
    if asked.plan.get("kind") == "survey":
        survey = {**asked.plan["survey"], "people": str(len(found.tables[0]))}
        asked = Asked({**asked.plan, "survey": survey})
    style = pick.random()
    plans = [_written(Random(style), program, asked, kind, found.names, rows) for rows in found.tables]
    said = [said_by(program, plan, claims=plan is plans[0]) for plan in plans]
    for plan, rows, (vectors, _) in zip(plans, found.tables, said, strict=True):
        wanted = wanted_of(asked, found.names, typed.marked(asked.plan, kind, found.names, counted(kind, rows)))
        if wanted != vectors:
            yield f"read otherwise: {plan['tables'][0]['path']} {_shown(wanted)} but {_shown(vectors)}"
    for one, other in found.pairs:
        yield from moved(said[0][1], said[one][0], said[other][0], plans[other])


def _shown(vectors: Vectors) -> str:
    return str([[str(value) for value in vector] for vector in vectors])


def _written(pick: Random, program: Program, asked: Asked, kind: str, names: Sequence[str], rows: Rows) -> Plan:
    program.count += 1
    folder = program.folder / f"t{program.count}"
    folder.mkdir()
    write = SERVERS[kind] if kind in SERVERS else WRITERS[kind]
    written = write(pick, folder, names, rows)
    if written.get("path") and kind not in SERVERS:
        written = {**written, "path": f"{folder.name}/{written['path']}"}
    return with_file(asked, {"path": "", **written}, f"{program.count:032x}")


def counted(kind: str, rows: Rows) -> Rows:
    """The rows that are rows: on a sheet a row that is all blank is none."""
    return (
        [row for row in rows if any(cell and cell.strip(WHITE) for cell in row)] if kind.startswith("excel") else rows
    )


def wanted_of(asked: Asked, names: Sequence[str], rows: Rows) -> Vectors:
    """By the plain evaluator: scores, or each figure's vector, or counted answers."""
    kind = asked.plan.get("kind", "choose")
    if kind == "measure":
        return figures.figures(asked.plan, names, rows)
    if kind == "survey":
        return [figures.answers(asked.plan, names, rows)]
    return [plain.scores(asked.plan, names, rows, asked.candidates, asked.tree, asked.reads)]


Bounds = list[dict[str, Fraction]]


def said_by(program: Program, plan: Plan, *, claims: bool = True) -> tuple[Vectors, Bounds]:
    """What the program finds in a file, and by its claims how far one person moves each vector of it."""
    return _ASK[plan.get("kind", "choose")](program, plan, claims)


def _of_choice(program: Program, plan: Plan, first: bool) -> tuple[Vectors, Bounds]:
    claims = program.claims(plan) if first else None
    bounds = [{"Δ": claims.delta, "R": claims.spread}] if claims else []
    return [program.scores(plan)], bounds


def _of_figures(program: Program, plan: Plan, first: bool) -> tuple[Vectors, Bounds]:
    receipt = program.receipt(plan)
    values, noises = [Fraction(line["value"]) for line in receipt["result"]["lines"]], receipt["mechanism"]["noises"]
    cut = list(itertools.accumulate((each["components"] for each in noises), initial=0))
    assert cut[-1] == len(values)
    bounds = [{"l1": Fraction(each["l1_sensitivity"]), "l2 squared": Fraction(each["l2_sensitivity_squared"])}
              for each in noises]  # fmt: skip
    return [values[start:end] for start, end in itertools.pairwise(cut)], bounds


def _of_answers(program: Program, plan: Plan, first: bool) -> tuple[Vectors, Bounds]:
    """One person's answer is taken from one count and added to another."""
    return [[Fraction(round(Fraction(line))) for line in program.lines(plan)]], [{"l1": Fraction(2)}]


_ASK = {"choose": _of_choice, "measure": _of_figures, "survey": _of_answers}


def moved(bounds: Bounds, one: Vectors, other: Vectors, plan: Plan) -> Iterator[str]:
    """Where a pair moves farther than is claimed."""
    for claimed, before, after in zip(bounds, one, other, strict=True):
        shifts = [b - a for a, b in zip(before, after, strict=True)]
        sizes = {"Δ": max(map(abs, shifts)), "R": max(shifts) - min(shifts), "l1": sum(map(abs, shifts)),
                 "l2 squared": sum(shift * shift for shift in shifts)}  # fmt: skip
        for what, bound in claimed.items():
            if sizes[what] > bound:
                yield f"{what} {bound} claimed, {sizes[what]} moved: {plan['tables'][0]['path']}"
