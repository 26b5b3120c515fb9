"""Checks receipts of dpstudio without dpstudio: python verify_receipt.py [--key KEY.pem] FILE...

A FILE is a receipt.json, or the candidates.json that one names. Needs Python and the package cryptography. ✓ holds,
✗ does not, – was not checked here. Exit code: 3 with a ✗ or without a list of candidates that is needed, else 2 with a
file that is no receipt, else 0. Rationals are compared exactly; a printed bound may be no smaller than the true one,
nor much larger. docs/receipt.md explains every field.
"""

import base64
import hashlib
import json
import math
import re
import sys
import unicodedata
from bisect import bisect_left
from datetime import date
from fractions import Fraction as F
from itertools import accumulate, product
from pathlib import Path
from types import SimpleNamespace

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import load_pem_public_key

WRONG = (ArithmeticError, AttributeError, InvalidSignature, LookupError, OSError, RecursionError, TypeError, ValueError)
# Every record with its fields and the kind of each: q rational, n whole number, b truth, h SHA-256, t (or none) text,
# or a record; ? may be null, [ ] a list, { } a list by names, | either, * the record for this kind of question.
RECORDS = """
statement(accounting:accounting accuracy:*accuracy date:day deployment_model derivation:[Step] flags:[flag] format:n
issued:issued kind ledger_head:h mechanism:*mechanism name previous_receipt:h? privacy_parameters:privacy_parameters
privacy_unit:privacy_unit question:*question reading:reading result:*result signer:signer? software:software trust:trust
unprotected_quantities:[t] words:words) accounting(cap:q cap_delta:q composition:sum dataset forfeited_charges:n
ledger_counter:n releases_not_exported:n this_charge:q this_charge_delta:q total:q total_delta:q total_zcdp_rho:q)
issued(issued_by purpose why_epsilon) privacy_parameters(delta:q epsilon:q variant zcdp_rho:q) privacy_unit(asserted:b
blank_rows_are_none:b each_has_a_row:b identified_by:t? neighbour_relation persons_are_read_as:t?
public_number_of_people:n? rows_per_person:n) reading(delimiter:t? encoding:t? format:t header:b? header_line:n?
lines_left_out_at_end:n? names:[t] sheet:t?) signer(algorithm fingerprint:h public_key)
software(dependencies:dependencies program python version) dependencies(sha256:h versions:{t}) trust(assumptions:[t]
check:[t]) words(accuracy accuracy_formula calibration columns:[t] epsilon_rounded_up formula from_what mechanism
mechanism_sentence model not_from odds protected question randomness reading:t rows_kept sampler suspicion
suspicion_in_hundred:q symbols:[Symbol] warning zcdp_rho_rounded_up) Symbol(meaning sign value) Step(node
range_sensitivity:q? sensitivity:q? why) Column(blank_counts_as:t? bounds:[q]? capitals_matter:b? date_order:t?
decimal_mark:t? false_words:[t]? grouping_mark:t? name origin separator:t? step:q? true_words:[t]? type unit) Line(error
name unit value)
choose accuracy(beta:q score_gap_at_most:q) choose mechanism(draws:n epsilon_of_each_draw:q key law
range_sensitivity_origin range_sensitivity_used:q rate:q) choose question(candidates:grid|many|listed columns:[Column]
kind range_sensitivity:q rule score_formula:t? score_unit sensitivity:q told:told?) choose result(chosen lines:[Line]
post_processing unit winners:[t]) grid(count:n dates:b last origin start step:q) many(count:n first last list origin
sha256:h weights:weights?) listed(attributes:{[t]} count:n labels:[t] origin sha256:h weights:weights?)
weights(greatest:q least:q total:q values:[q]?) told(columns:[Column] formula)
measure accuracy(beta:q errors:[Error] in_95_of_100:[Interval]) Error(error_at_most:q figure vector) Interval(figure
plus_minus:q?) measure mechanism(calibration key noises:[Noise]) Noise(components:n figure l1_sensitivity:q
l2_sensitivity_squared:q scale:q share_of_budget:q size_in_steps:q step:q vector) measure question(columns:[Column]
figures:[Figure] kind) Figure(bins:[t]? column:t? conditions:[t] count_share:q? greatest:q? kind least:q? name
otherwise:q? people:n? rounding:q? share_of_budget:q) measure result(lines:[Line] post_processing)
survey accuracy(beta:q error_at_most:q in_95_of_100:q) survey mechanism(answers:n chance_of_each_other_answer
chance_of_keeping key) survey question(answers:[t] columns:[Column] kind unlisted_counts_as) survey result(lines:[Line]
post_processing randomized_counts:[Answer]) Answer(answer count:n)
synthesize accuracy(alpha:q beta:q error_at_most:q people_needed:n) synthesize mechanism(base_measure candidate_tables:n
key range_sensitivity:q rows:n sensitivity:q) synthesize question(columns:[Column] kind number_of_queries:n queries
weights:[n]) synthesize result(lines:[Line] post_processing table:table) table(columns:[t] rows:[[n]])
"""
AFTER_LOSS, LOOKED = "the ledger was lost and goes on from", "before this release the curator looked into the table"
FLAGS = f"""demonstration, not private: the table was declared a sample|the sensitivity of the scores was asserted by
the curator, not derived|{LOOKED} [(]Inspect[)]|what is asked, its ε or its
mechanism is not what it was when the curator looked into the table|demonstration: the table comes with dpstudio and
is counted in a book of its own|ledger and key lay in a folder named by DPSTUDIO_HOME: what was private or released
elsewhere is not known there|{AFTER_LOSS} [1-9][0-9]* signed receipts?: what was released without one of them, or
after number [1-9][0-9]*, is not counted|the key by which tables are known again was lost: a table that goes by
another name now is not recognised"""
TEXTS = {"t": ".*", "q": r"-?[0-9]+(\.[0-9]+|/0*[1-9][0-9]*)?", "n": "-?[1-9][0-9]{15,}", "h": "[0-9a-f]{64}"}
TEXTS |= {"day": "[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])", "flag": FLAGS.replace("\n", " ")}
TEXTS |= {"sum": "the ε of all releases from this table add up, and so do their δ"}
LAWS = {"exponential": "exponential", "noisy_max_gumbel": "exponential", "permute_and_flip": "permute_and_flip"}
LAWS |= {"noisy_max_exponential": "permute_and_flip", "noisy_max_laplace": "laplace"}
FIELDS = {record.strip(): text.split() for record, text in re.findall(r"([^()]+)\(([^()]*)\)", RECORDS)}
FIELDS = {record: dict((each + ":t").split(":")[:2] for each in fields) for record, fields in FIELDS.items()}
sha256 = lambda content: hashlib.sha256(content).hexdigest()
coded = lambda content: base64.b64encode(content).decode()
canonical = lambda value: json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()
near = lambda said, value, place: value * (1 - 1e-9) <= said <= value * (1 + 1e-9) + place
number = lambda text: F(date.fromisoformat(text.strip()).toordinal() if re.match(r"\s*\d{4}-", text) else text)


def typed(value, kind, of):
    """The value with its rationals as such and its records as objects; ValueError where it has another shape."""
    kind, null = kind.rstrip("?").replace("*", f"{of} "), kind.endswith("?")
    if value is None and null:
        return None
    if isinstance(value, list) and kind[0] == "[":
        return [typed(each, kind[1:-1], of) for each in value]
    if isinstance(value, dict) and kind[0] == "{":
        return {name: typed(each, kind[1:-1], of) for name, each in value.items()}
    for fields in (FIELDS[each] for each in kind.split("|") if isinstance(value, dict)):
        if value.keys() == fields.keys():
            return SimpleNamespace(**{name: typed(value[name], fields[name], of) for name in fields})
    if isinstance(value, str) and kind in TEXTS and re.fullmatch(TEXTS[kind], value, re.S):
        return F(value) if kind == "q" else int(value) if kind == "n" else value
    if type(value) is {"n": int, "b": bool}.get(kind) and abs(value) < 2**53:
        return value
    raise ValueError(f"{value!r:.60} is no {kind}" if kind in TEXTS else f"another shape: {kind}")


def is_signed(envelope, kind, payload, key):
    """Whether this Ed25519 key signed these bytes (DSSE); where its point y is of small order anybody can sign."""
    kind, signature = f"application/vnd.dpstudio.{kind}", base64.b64decode(envelope["signatures"][0]["sig"])
    content = b"DSSEv1 %d %b %d %b" % (len(kind), kind.encode(), len(payload), payload)
    Ed25519PublicKey.from_public_bytes(key).verify(signature, content)
    signatures, y = [{"keyid": sha256(key), "sig": coded(signature)}], int.from_bytes(key, "little") % 2**255
    weak = y * (y**2 - 1) * (121666 * (2 * y**2 - 1) - 121665 * y**4) % (2**255 - 19) == 0
    return not weak and envelope == {"payloadType": kind, "payload": coded(payload), "signatures": signatures}


def bounds(q, sizes, points, share):
    """Δ and R of a choice by trying every row; so many rows come and go, and so many are the meanings of a cell."""
    text, absolute = q.rule in ("Votes", "Agreement"), q.rule in ("Median", "Quantile", "NearnessOfSums")
    moves = []
    for column, ys in zip(q.columns, points):
        if text:
            cells = [*dict.fromkeys(ys)]
        else:
            step, (low, high) = column.step, column.bounds or (min(ys) - column.step, max(ys) + column.step)
            cells = {low, high} | {x for y in ys for i in (-1, 0, 1, 2) if low <= (x := (y // step + i) * step) <= high}
        nothing = [[F(0)] * len(ys)] * (text or column.blank_counts_as is None)
        moves.append([[SCORES[q.rule](x, y, share) for y in ys] for x in cells] + nothing)

    def most(ways):
        for come, go in sizes:
            sums = [[[sum(sign * move[y] for y, sign in way) for move in column] for column in moves] for way in ways]
            spans = [[come * max(each) - go * min(each) for each in columns] for columns in sums]
            yield sum(map(max, zip(*spans))) if absolute else max(map(sum, spans))

    signs, every = [(1, -1), (-1, 1), *[(1, 1), (-1, -1)] * absolute], range(len(points[0]))
    pairs = [[((y, i), (z, j)) for i, j in signs] for y in every for z in every if y < z]
    alone = [[((y, 1),), ((y, -1),)] for y in every]
    return tuple(max(each for ways in some for each in most(ways)) for some in (alone, pairs))


# What a row adds to the score of candidate y; Median, Quantile and NearnessOfSums: less, the further the sum is off 0.
SCORES = {
    "Votes": lambda x, y, a: F(x == y),
    "Agreement": lambda x, y, a: F(x == y),
    "Revenue": lambda x, y, a: y * (x >= y),
    "Nearness": lambda x, y, a: -abs(x - y),
    "NearnessOfSums": lambda x, y, a: x - y,
    "Quantile": lambda x, y, a: a * (x < y) - (1 - a) * (x > y),
    "Median": lambda x, y, a: F((x < y) - (x > y)),
}


def meanings(q, labels, attributes):
    """What the candidates mean for each column; of many those at both ends, None where these do not stand for all."""
    c, name = q.candidates, r"\[((?:[^\]]|\]\])*)\]"
    if labels is None:
        places = sorted({*range(min(12, c.count)), *range(max(0, c.count - 12), c.count)})
        return [[number(c.start) + place * c.step for place in places]] * len(q.columns)
    named = re.findall(rf"\bcandidate\b(?:\.(?:{name}|(\w+)))?", re.sub(rf"(?<!\.){name}", "x", q.score_formula))
    named = [one.replace("]]", "]") or other for one, other in named[: len(q.columns)]] or [""]
    found = [attributes.get(name, labels) for name in named]
    for place, column in enumerate(q.columns[: len(found)]):
        if q.rule in ("Votes", "Agreement"):
            fold = str.casefold if column.capitals_matter is False else str
            found[place] = [fold(unicodedata.normalize("NFC", text).strip()) for text in found[place]]
        else:
            found[place] = [*map(number, found[place])]
    some = sorted({*zip(*found)})
    return None if len(found) > 1 and len(some) > 24 else [*zip(*some[:12], *some[max(12, len(some) - 12) :])]


def above(variance):
    """Pr[noise > m] of discrete Gaussian noise."""
    far = math.isqrt(math.ceil(variance * 900)) + 2
    ends = [*accumulate(math.exp(-n * n / (2 * variance)) for n in range(far, -1, -1))][::-1]
    total = 2 * ends[0] - 1
    return lambda m: (ends[min(m + 1, far)] if m >= -1 else total - ends[-m]) / total


class Receipt:
    """One file, and all that is checked of it: methods tell a name, a record, and what its fields must be."""

    def __init__(self, path):
        twice, self.path, self.wrong = [], path, ""
        once = lambda pairs: twice.extend(pairs[len(dict(pairs)) :]) or dict(pairs)
        if path.stat().st_size > 64 << 20:
            raise ValueError("larger than any receipt")
        content = path.read_bytes()
        self.whole = json.loads(content, object_pairs_hook=once, parse_float=str, parse_constant=str)
        self.raw = self.whole.get("statement", self.whole)
        if (self.raw["kind"], self.raw["format"]) != ("dpstudio receipt", 4):
            raise ValueError("no receipt of format 4")
        try:
            self.s = s = typed(self.raw, "statement", self.raw["question"]["kind"])
            self.bytes, self.q, self.m, u = canonical(self.raw), s.question, s.mechanism, s.privacy_unit
            self.epsilon, self.adds = s.privacy_parameters.epsilon, u.neighbour_relation == "add_remove"
            self.none = bool(u.identified_by or u.blank_rows_are_none) and not u.each_has_a_row
        except WRONG as error:
            self.wrong = str(error)
        if twice or content != canonical(self.whole) or self.whole.keys() != {"statement", "envelope", "renderings"}:
            self.wrong = self.wrong or ("a name stands twice" if twice else "other bytes than dpstudio writes")

    def of_signature(self, keys, _):
        signer, unsigned = self.s.signer, any(flag.startswith("demonstration") for flag in self.s.flags)
        if signer is self.whole["envelope"] is None and unsigned:
            yield "Signature", None, {"unsigned, a demonstration": False if keys else None}
            return
        key = base64.b64decode(signer.public_key)
        named = (signer.algorithm, signer.fingerprint, signer.public_key) == ("Ed25519", sha256(key), coded(key))
        right = named and is_signed(self.whole["envelope"], "receipt+json;version=4", self.bytes, key)
        whose = "intact: " if key in keys else "intact, signer unknown: "
        whose += " ".join(re.findall(".{8}", sha256(key)))
        yield "Signature", None, {whose: right and (key in keys or not keys)}

    def of_files(self, keys, _):
        """The signed list of the files that it was written as, and those of them that lie beside it under its name."""
        if self.whole["renderings"] is not None:
            told = json.loads(base64.b64decode(self.whole["renderings"]["payload"]))
            key = base64.b64decode(told["signer"]["public_key"])
            right = is_signed(self.whole["renderings"], "renderings+json", canonical(told), key)
            yield "Files", None, {"signed list": right and told["statement"] == sha256(self.bytes)}
            if key not in keys and coded(key) != self.s.signer.public_key:
                yield "Files", None, {"the list is signed with another key": None}
            elif self.path.name == "receipt.json":
                here = {name: self.path.with_name(name) for name in sorted(told["files"])}
                same = {name: sha256(file.read_bytes()) for name, file in here.items() if file.exists()}
                yield "Files", None, {name: digest == told["files"][name] for name, digest in same.items()}

    def of_account(self, *_):
        a, p, w = self.s.accounting, self.s.privacy_parameters, self.s.words
        others, spent = (a.releases_not_exported, a.forfeited_charges), (a.total, a.total_delta, a.total_zcdp_rho)
        alone = not others[0] and (spent == (a.this_charge, a.this_charge_delta, p.zcdp_rho) or others[1] > 0)
        yield "Limit", None, {"charge, total and limit of ε": 0 < a.this_charge <= a.total <= a.cap}
        yield "Limit", None, {"of δ": 0 <= a.this_charge_delta <= a.total_delta <= a.cap_delta and p.delta < 1}
        yield "Limit", None, {"ρ, numbers": p.zcdp_rho <= a.total_zcdp_rho and a.ledger_counter > 0 <= min(others)}
        yield "Limit", None, {"other releases": a.total > a.this_charge or not any(others)}
        yield "Limit", None, {"the first tells of none before": self.s.previous_receipt is not None or alone}
        yield "ε and δ", a, {"this_charge": p.epsilon, "this_charge_delta": p.delta}
        yield "ε and δ", p, {"variant": "approximate" if p.delta else "pure"}
        shown = lambda value, places: f"{math.ceil(value * 10**places) / 10**places:,.{places}f}"
        e = math.exp(min(p.epsilon, 100))
        share, odds = 100 * e / (1 + e), "more than a million" if e > 10**6 else f"at most {shown(e, 2 * (e < 100))}"
        suspicion = "more than 99.9" if share > 99.9 else f"at most {shown(share, int(share > 99))}"
        yield "Odds", w, {"odds": f"{odds} to 1", "suspicion": suspicion, "epsilon_rounded_up": shown(p.epsilon, 4)}

    def of_choose(self, _, lists):
        q, m, c, law = self.q, self.m, self.raw["question"]["candidates"], LAWS.get(self.m.key)
        names = {"labels": c.get("labels"), "attributes": c.get("attributes")}
        names["weights"] = (c.get("weights") or {}).get("values")
        names, spread = lists.get(c.get("sha256"), names), q.candidates.count
        each, used = self.epsilon / m.draws, m.range_sensitivity_used
        labels, said = names["labels"], (q.sensitivity, q.range_sensitivity)
        if labels:
            ends = c["count"], c.get("first", labels[0]), c.get("last", labels[-1]), c["sha256"]
            right = ends == (len(labels), labels[0], labels[-1], sha256(canonical(names)))
            yield "Candidates", None, {"number, ends and SHA-256": right}
        elif "list" in c:
            yield "Candidates", None, {"give the candidates.json": None if spread > 10_000 else False}
        right = used == said[1] or (used > said[1] and m.range_sensitivity_origin == "typed")
        yield "Δ and R", None, {"R is at most 2 Δ": 0 < said[1] <= 2 * said[0], "R in force": right}
        known = q.rule in SCORES and ("list" not in c or labels)
        points = meanings(q, labels, names["attributes"]) if known else None
        if points is None:
            yield "Δ and R", None, {"derivation not checked here": None}
        else:
            k, share = self.s.privacy_unit.rows_per_person, F(0)
            if q.rule == "Quantile":
                share = F(re.findall("[0-9./]+", q.score_formula)[0])
            sizes = [(k, 0)] if self.adds else [*product({0 if self.none else 1, k}, repeat=2)]
            found = bounds(q, sizes, points, share)
            larger = said[0] > found[0] and said[1] > found[1]
            what = (
                "more than by trying: safe, not checked here" if larger else f"at least Δ = {found[0]}, R = {found[1]}"
            )
            yield "Δ and R", None, {what: None if larger else said[0] == found[0] and said[1] >= found[1]}
        rho = self.epsilon * each / (8 if law == "exponential" else 2)
        yield "ε and δ", self.s.privacy_parameters, {"zcdp_rho": rho}
        yield "Scale", m, {"law": law, "epsilon_of_each_draw": each, "rate": each / used}
        if (w := getattr(q.candidates, "weights", None)) is not None:
            values = [*map(F, names["weights"] or (w.least, w.greatest))]
            total = sum(values) if names["weights"] else w.total
            spread = total / min(values)
            yield "Accuracy", w, {"least": min(values), "greatest": max(values), "total": total}
        risk = self.s.accuracy.beta / m.draws
        gap = max(0, math.log(spread / risk)) * float(used / each)
        if law == "laplace":
            far = lambda n: (spread - 1) * (2 + n / 1000) * math.exp(-n / 1000) / 4
            gap = bisect_left(range(1 << 40), True, 1000, key=lambda n: far(n) <= risk) / 1000 * used / each
        yield "Accuracy", None, {"score gap": near(self.s.accuracy.score_gap_at_most, gap, 1e-6)}

    def of_measure(self, *_):
        q, m, k, rho = self.q, self.m, self.s.privacy_unit.rows_per_person, 0
        reaches, accuracy, gaussian = {}, self.s.accuracy, m.key == "discrete_gaussian"
        columns, figures = ({each.name: each for each in some} for some in (q.columns, q.figures))
        for n, error in zip(m.noises, accuracy.errors, strict=True):
            f, step = figures[n.figure], F(1)
            many, part = len(f.bins or "1"), f.count_share or 1
            one = two = 2 if n.vector == "counts of bins" and not self.adds and many > 1 else 1
            if n.vector in ("sum", "sums of groups"):
                c = columns[f.column]
                (low, high), step = c.bounds, c.step
                every = n.vector == "sum" and not f.conditions and c.blank_counts_as is not None
                most, width = max(abs(low), abs(high)), high - low if every else max(0, high) - min(0, low)
                one = most if self.adds else max(width, most * bool(self.none or k > 1))
                two = one**2
                if many > 1:
                    one, two = (most, most**2) if self.adds else (2 * most, max(2 * most**2, width**2))
            share = f.share_of_budget * (1 - part if n.vector == "sum" and f.count_share else part)
            size = n.scale / step**2 if gaussian else step * share * self.epsilon / (k * one)
            rho += k**2 * two / (2 * n.scale) if gaussian else (share * self.epsilon) ** 2 / 2
            moves = {"l1_sensitivity": k * one, "l2_sensitivity_squared": k**2 * two, "step": step, "components": many}
            yield "Δ and R", n, moves
            scale = size * step**2 if gaussian else step / size
            yield "Scale", n, {"share_of_budget": share, "size_in_steps": size, "scale": scale}
            if gaussian and size > 300**2:
                yield "Accuracy", None, {"error of wide Gaussian noise: not checked here": None}
                continue
            reach = lambda risk: within(size, gaussian, -math.expm1(math.log1p(-risk / len(m.noises)) / many)) * step
            yield "Accuracy", None, {"error": near(error.error_at_most, reach(accuracy.beta), step)}
            reaches.setdefault(n.figure, (reach(0.05), step))
        yield "ε and δ", self.s.privacy_parameters, {"zcdp_rho": rho}
        yield "Scale", None, {"shares": sum(n.share_of_budget for n in m.noises) == 1}
        for each in (each for each in accuracy.in_95_of_100 if each.figure in reaches):
            f, (far, step) = figures[each.figure], reaches[each.figure]
            x, private = far / (f.people or 1), f.kind == "mean" and not f.people
            wide = step / (f.people or 1) + 0.15 * x * (f.kind == "mean")
            right = each.plus_minus is None if private else near(each.plus_minus, x + (f.rounding or 0) / 2, wide)
            yield "Accuracy", None, {f"± of {f.name}": right}
        if gaussian:
            yield "ε and δ", None, {"ε of ρ, or δ": is_gaussian(m, self.s.privacy_parameters)}

    def of_survey(self, *_):
        m, a, n, k = self.m, self.s.accuracy, self.s.privacy_unit.public_number_of_people, len(self.q.answers)
        e = math.exp(min(self.epsilon, 500))
        error = lambda risk: math.sqrt(n * math.log(2 * k / risk) / 2) * (e + k - 1) / (e - 1)
        for name, chance in (("chance_of_keeping", e / (e + k - 1)), ("chance_of_each_other_answer", 1 / (e + k - 1))):
            yield "Scale", None, {name: abs(float(re.sub("[^0-9.]", "", getattr(m, name))) - chance) < 2e-12}
        yield "Scale", m, {"answers": k}
        yield "ε and δ", self.s.privacy_parameters, {"zcdp_rho": self.epsilon**2 / 2}
        yield "Accuracy", None, {"error": near(a.error_at_most, error(a.beta), 0.1)}
        yield "Accuracy", None, {"±": near(a.in_95_of_100, error(0.05), 0.15 * error(0.05))}

    def of_synthesize(self, *_):
        q, a, width = self.q, self.s.accuracy, len(self.q.columns)
        if width > 8 or len(q.weights) ** (width - 1) > 10**6:
            raise ValueError("larger than any that is drawn")
        types = [*product((0, 1), repeat=width)]
        many = width if q.queries == "columns" else width * (width + 1) // 2
        if q.queries == "halfspaces":
            each = product(q.weights, repeat=width - 1)
            many = len({tuple(sum(map(int.__mul__, half, t)) >= t[-1] for t in types) for half in each})
        rows = min(2001, math.floor(2 * math.log(2 * many) / a.alpha**2) + 1)
        tables = math.comb(len(types) + rows - 1, rows)
        far = math.log(tables / a.beta) / self.epsilon
        error = math.sqrt(math.log(2 * many) / (2 * rows)) + 2 * far / self.s.privacy_unit.public_number_of_people
        yield "Δ and R", self.m, {"sensitivity": 1, "range_sensitivity": 2}
        yield "ε and δ", self.s.privacy_parameters, {"zcdp_rho": self.epsilon**2 / 8}
        yield "Scale", self.m, {"rows": rows, "candidate_tables": tables}
        yield "Scale", q, {"number_of_queries": many}
        yield "Accuracy", None, {"people needed": near(a.people_needed, 4 / a.alpha * far, 1)}
        yield "Accuracy", None, {"error": near(a.error_at_most, error, 2e-6)}

    def checks(self, keys=(), lists=()):
        """A name, whether it holds (None: not checked here) and why, for everything that is checked."""
        rows = [("Form", None, {self.wrong or "every field is there, once, of its kind": not self.wrong})]
        for name in ("signature", "files", "account", self.q.kind) if not self.wrong else ():
            try:
                rows += getattr(self, f"of_{name}")(keys, dict(lists))
            except WRONG as error:
                rows.append((name.title(), None, {f"does not fit together ({type(error).__name__})": False}))
        return told(rows)


def within(size, gaussian, chance):
    """How many steps noise of this rate, or variance, goes beyond with no more than this chance."""
    if not gaussian:
        return max(0, math.log(2 / (1 + math.exp(-size)) / chance) / size - 1)
    beyond = above(size)
    return bisect_left(range(300**2), True, key=lambda m: 2 * beyond(m) <= chance)


def is_gaussian(m, p):
    """Canonne, Kamath and Steinke 2020: theorem 7 for one number, corollary 13 for several."""
    n, epsilon, delta, rho = m.noises[0], float(p.epsilon), float(p.delta), float(p.zcdp_rho)
    if m.calibration == "exact delta":
        moved, beyond = n.l1_sensitivity / n.step, above(n.size_in_steps)
        middle = p.epsilon * n.size_in_steps / moved
        found = beyond(math.floor(middle - moved / 2)) - math.exp(epsilon) * beyond(math.floor(middle + moved / 2))
        return 0.9 * delta <= found <= delta * (1 + 1e-9)
    orders = (1 + 10 ** (place / 50 - 6) for place in range(800))
    found = min(a * rho + ((a - 1) * math.log1p(-1 / a) - math.log(a) - math.log(delta)) / (a - 1) for a in orders)
    return 0.99 <= found / epsilon <= 1.001


def together(receipts):
    """Several receipts: a ledger's follow one another; a table's charges fit into its totals, under one limit."""
    real = {sha256(each.bytes): each.s for each in receipts if not any("not private" in flag for flag in each.s.flags)}
    before = [s.previous_receipt or s.accounting.dataset for s in real.values()]
    says = lambda s, told: any(told in flag for flag in s.flags)
    numbers, spent, kept, accounts = set(), {}, True, [s.accounting for s in real.values()]
    for digest, s in real.items():
        line = [digest]
        while real[line[-1]].previous_receipt in real:
            line.append(real[line[-1]].previous_receipt)
        numbers.add((line[-1], s.accounting.ledger_counter))
        same = [real[each] for each in line if real[each].accounting.dataset == s.accounting.dataset]
        kept &= says(s, AFTER_LOSS) or not any(says(real[each], AFTER_LOSS) for each in line)
        kept &= says(s, LOOKED) or not any(says(each, LOOKED) for each in same)
    yield "Chain", None, {"none follows the same one as another": len({*before}) == len(before)}
    yield "Chain", None, {"each names a state of its ledger": len({s.ledger_head for s in real.values()}) == len(real)}
    yield "Chain", None, {"each has a number of its own": len(numbers) == len(real)}
    yield "Chain", None, {"a look, or a ledger begun anew, is told again": kept}
    gap = len({*before} - {*real}) > 1
    yield "Chain", None, {"some between them are not here" if gap else "without a gap": None if gap else True}
    for s in sorted(real.values(), key=lambda s: s.accounting.ledger_counter):
        a, u = s.accounting, s.privacy_unit
        # Of linked tables each names its column of persons itself.
        unit = u.identified_by is None, u.persons_are_read_as, u.rows_per_person, u.each_has_a_row, u.neighbour_relation
        charges, first = spent.get(a.dataset, ((0, 0, 0), unit))
        charges = [*map(sum, zip(charges, (a.this_charge, a.this_charge_delta, s.privacy_parameters.zcdp_rho)))]
        fits = all(map(F.__le__, charges, (a.total, a.total_delta, a.total_zcdp_rho)))
        later = [(b.cap, b.cap_delta) for b in accounts if b.dataset == a.dataset and b.total > a.total]
        lowered = all(cap <= a.cap and slip <= a.cap_delta for cap, slip in later)
        yield "Totals", None, {"charges": fits, "limits, never raised": lowered, "unit": unit == first}
        spent[a.dataset] = charges, unit


def told(rows):
    """Of each name what is broken, else what was not checked, else all of it."""
    found = {}
    for name, record, wanted in rows:
        for field, right in wanted.items():
            held = right if record is None else getattr(record, field) == right
            why = f"{field} is {getattr(record, field)}, {right} follows" if record and held is False else field
            found.setdefault(name, {}).setdefault(held, []).append(why)
    for name, whats in found.items():
        held = next(each for each in (False, None, True) if each in whats)
        yield name, held, "; ".join(dict.fromkeys(whats[held]))


def main(words):
    pems = [Path(word).read_bytes() for word in words[1:2] if words[0] == "--key"]
    keys = [load_pem_public_key(pem).public_bytes_raw() for pem in pems]
    lists, receipts, code = {}, [], 0 if words else print(__doc__) or 2
    for path in map(Path, words[2 * len(keys) :]):
        try:
            if path.name == "candidates.json":
                lists[sha256(path.read_bytes())] = json.loads(path.read_bytes())
            else:
                receipts.append(Receipt(path))
        except WRONG as error:
            code = 2
            print(f"{path}: no receipt ({error})")
    blocks = [(each.path, [*each.checks(keys, lists)]) for each in receipts]
    sound = [each for each, (_, found) in zip(receipts, blocks) if False not in [row[1] for row in found[:2]]]
    blocks += [(f"together, {len(sound)} that are not forged", [*told(together(sound))])] * (len(receipts) > 1)
    for title, found in blocks:
        print(title)
        for name, held, why in found:
            print(f"  {'–' if held is None else '✗✓'[held]} {name}: {why}")
            code = 3 if held is False or (held is None and name == "Candidates") else code
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
