"""Checks receipts of dpstudio without dpstudio: python verify_receipt.py [--key KEY.pem]... FILE...

The files are receipts and, where one names it, its candidates.json. Needs Python and the package cryptography. ✓ holds,
✗ does not, – was not checked here; the figures are those of the tables in docs/receipt.md. Exit code: 0 without a ✗,
3 with one, 2 for a file that is no receipt.
"""

# fmt: off
import base64
import hashlib
import json
import math
import pathlib
import re
import sys
import unicodedata
from datetime import date
from decimal import Decimal, getcontext
from fractions import Fraction as F
from itertools import product

from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import load_pem_public_key

getcontext().prec, MOST, FEW, RARE, LIST = 90, 64 << 20, 12, F(1, 20), "candidates.json"
SAMPLE, RECEIPT = "demonstration, not private", b"application/vnd.dpstudio.receipt+json;version=4"
LAWS = {"exponential": "exponential", "noisy_max_gumbel": "exponential", "permute_and_flip": "permute_and_flip",
        "noisy_max_exponential": "permute_and_flip", "noisy_max_laplace": "laplace", "small_database": "exponential"}
# ---- shape, names in their order; t text, q rational, n whole number, b truth, d day, h SHA-256, f flag, c how charges
# add up, m texts by name, [ ] list, < | > one of these; ? may be null
SHAPE = """accounting:{cap:q, cap_delta:q, composition:c, dataset:t, forfeited_charges:n, ledger_counter:n,
 releases_not_exported:n, this_charge:q, this_charge_delta:q, total:q, total_delta:q, total_zcdp_rho:q}; date:d;
 deployment_model:t; derivation:[{node:t, range_sensitivity:q?, sensitivity:q?, why:t}]; flags:[f]; format:n; kind:t;
 name:t; privacy_parameters:{delta:q, epsilon:q, variant:t, zcdp_rho:q}; privacy_unit:{asserted:b,
 blank_rows_are_none:b, each_has_a_row:b, identified_by:t?, neighbour_relation:t, persons_are_read_as:t?,
 public_number_of_people:n?, rows_per_person:n}; reading:{delimiter:t?, encoding:t?, format:t, header:b?,
 header_line:n?, lines_left_out_at_end:n?, names:[t], sheet:t?}; software:{dependencies:{sha256:h, versions:m},
 program:t, python:t, version:t}; trust:{assumptions:[t], check:[t]}; unprotected_quantities:[t]; words:{accuracy:t,
 accuracy_formula:t, calibration:t, columns:[t], epsilon_rounded_up:t, formula:t, from_what:t, mechanism:t,
 mechanism_sentence:t, model:t, not_from:t, odds:t, protected:t, question:t, randomness:t, reading:t, rows_kept:t,
 sampler:t, suspicion:t, suspicion_in_hundred:q, symbols:[{meaning:t, sign:t, value:t}], warning:t,
 zcdp_rho_rounded_up:t}"""
SIGNED = """issued:{issued_by:t, purpose:t, why_epsilon:t}; ledger_head:h; previous_receipt:h?; signer:{algorithm:t,
 fingerprint:h, public_key:t}?"""
KINDS = {"choose": """accuracy:{beta:q, score_gap_at_most:q}; mechanism:{draws:n, epsilon_of_each_draw:q, key:t,
 law:t, range_sensitivity_origin:t, range_sensitivity_used:q, rate:q}; question:{candidates:<{count:n, dates:b,
 last:t, origin:t, start:t, step:q}|{count:n, first:t, last:t, list:t, origin:t, sha256:h, WEIGHTS}|{attributes:m?,
 count:n, labels:[t]?, origin:t, sha256:h, WEIGHTS}>, COLUMNS, kind:t, range_sensitivity:q, rule:t, score_formula:t?,
 score_unit:t, sensitivity:q, told:{COLUMNS, formula:t}?}; result:{chosen:t, LINES, unit:t, winners:[t]}""",
"measure": """accuracy:{beta:q, errors:[{error_at_most:q, figure:t, vector:t}], in_95_of_100:[{figure:t,
 plus_minus:q?}]}; mechanism:{calibration:t, key:t, noises:[{components:n, figure:t, l1_sensitivity:q,
 l2_sensitivity_squared:q, scale:q, share_of_budget:q, size_in_steps:q, step:q, vector:t}]}; question:{COLUMNS,
 figures:[{bins:[t]?, column:t?, conditions:[t], count_share:q?, greatest:q?, kind:t, least:q?, name:t, otherwise:q?,
 people:n?, rounding:q?, share_of_budget:q}], kind:t}; result:{LINES}""",
"survey": """accuracy:{beta:q, error_at_most:q, in_95_of_100:q}; mechanism:{answers:n, chance_of_each_other_answer:t,
 chance_of_keeping:t, key:t}; question:{answers:[t], COLUMNS, kind:t, unlisted_counts_as:t}; result:{LINES,
 randomized_counts:[{answer:t, count:n}]}""",
"synthesize": """accuracy:{alpha:q, beta:q, error_at_most:q, people_needed:n}; mechanism:{base_measure:t,
 candidate_tables:n, key:t, range_sensitivity:q, rows:n, sensitivity:q}; question:{COLUMNS, kind:t,
 number_of_queries:n, queries:t, weights:[n]}; result:{LINES, table:{columns:[t], rows:[[n]]}}"""}
PARTS = {"COLUMNS": """columns:[{blank_counts_as:t?, bounds:[q]?, capitals_matter:b?, date_order:t?, decimal_mark:t?,
 false_words:[t]?, grouping_mark:t?, name:t, origin:t, separator:t?, step:q?, true_words:[t]?, type:t, unit:t}]""",
 "WEIGHTS": "weights:{greatest:q, least:q, total:q, values:[q]?}?",
 "LINES": "lines:[{error:t, name:t, unit:t, value:t}], post_processing:t"}
FLAGS = """demonstration, not private: the table was declared a sample|the sensitivity of the scores was asserted by the
 curator, not derived|before this release the curator looked into the table \\(Inspect\\)|the question is not the one
 that was asked when the curator looked into the table|demonstration: the table comes with dpstudio and is counted in a
 book of its own|ledger and key lay in a folder named by DPSTUDIO_HOME: what was private or released elsewhere is not
 known there|the ledger was lost and goes on from [1-9][0-9]* signed receipts?: what was released without one of them,
 or after number [1-9][0-9]*, is not counted|the key by which tables are known again was lost: a table that goes by
 another name now is not recognised""".replace("\n", "")
LEAVES = {"f": FLAGS, "c": "the ε of all releases from this table add up, and so do their δ", "h": "[0-9a-f]{64}",
          "d": "[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])", "N": "-?[1-9][0-9]{15,3999}",
          "q": r"(?=.{1,4000}$)-?[0-9]+(\.[0-9]+|/0*[1-9][0-9]*)?", "t": r"[^\ud800-\udfff]*"}
PIECES = {"q": "[Nhq]", "n": "[Nhn]", "t": "[Ncdfhqt]", "{": r"(?:\{", "}": r"\})", "[": r"(?:\[(?:", "]": r",)*\])",
          "<": "(?:", ">": ")", "m": r"(?:\{(?:[^:]*:(?:[Ncdfhqt]|\[(?:[Ncdfhqt],)*\]),?)*\})"}

def skeleton(value):
    """The names in a value, in their order, and a letter for whatever stands there."""
    if isinstance(value, dict):
        return "{" + ",".join(re.sub(r"\W", "?", name) + ":" + skeleton(value[name]) for name in sorted(value)) + "}"
    if isinstance(value, list):
        return "[" + "".join(skeleton(each) + "," for each in value) + "]"
    if isinstance(value, str):
        return next((leaf for leaf in LEAVES if re.fullmatch(LEAVES[leaf], value, re.S)), "!")
    return "" if value is None else "b" if isinstance(value, bool) else "n" if abs(value) < 2**53 else "!"

def has(value, shape):
    parts = re.sub(r"[A-Z]{2,}", lambda part: re.sub(r"\s", "", PARTS[part[0]]), shape)
    whole = re.sub(r"(?<![\w{,])[a-z]\b(?!:)|[][{}<>]", lambda one: PIECES.get(one[0], one[0]), parts)
    return re.fullmatch(whole, skeleton(value))

def canonical(value):
    """RFC 8785 of values without floats, whose names hold nothing beyond U+FFFF."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()

def opened(path):
    """Statement, envelope, what is wrong with the form; an error where the file is no receipt."""
    twice = []
    def once(pairs):
        twice.extend([1] * (len(dict(pairs)) < len(pairs)))
        return dict(pairs)
    with pathlib.Path(path).open("rb") as stream:
        text = stream.read(MOST + 1)
    data = json.loads(text[:MOST].decode(), object_pairs_hook=once, parse_float=int, parse_constant=int)
    whole = data.keys() == {"statement", "envelope", "renderings"}
    s = data["statement"] if whole else data
    if s["kind"] != "dpstudio receipt" or type(s["format"]) is not int or s["format"] > 4:
        raise ValueError("no receipt that is known here")
    if twice or s["format"] < 3 or (kind := KINDS.get(s.get("question", {}).get("kind"))) is None:
        return s, None, "a name stands twice" if twice else "a format or a question that is not known here"
    text_of = re.sub(r"\s", "", ";".join([SHAPE, kind, *[SIGNED] * (s["format"] == 4)]))
    shape = dict(each.split(":", 1) for each in text_of.split(";"))
    wrong = next((f"{name}: another shape" for name in sorted({*shape, *s}) if not (
        name in s and name in shape and has(s[name], shape[name]))), "another envelope" * (whole != (s["format"] == 4)))
    return s, data["envelope"] if whole else None, wrong or "other bytes" * (text != canonical(data))

def signature(s, envelope, keys):
    if s["format"] < 4 or (s["signer"] is envelope is None and any(f[:13] == SAMPLE[:13] for f in s["flags"])):
        return (False if keys else None), "unsigned, older format" if s["format"] < 4 else "unsigned, a demonstration"
    try:
        kind, payload = envelope["payloadType"].encode(), base64.b64decode(envelope["payload"], validate=True)
        ((key, text),) = [(each["keyid"], each["sig"]) for each in envelope["signatures"]]
        public = base64.b64decode(s["signer"]["public_key"], validate=True)
        content = b"DSSEv1 %d %b %d %b" % (len(kind), kind, len(payload), payload)
        Ed25519PublicKey.from_public_bytes(public).verify(base64.b64decode(text, validate=True), content)
        name = hashlib.sha256(public).hexdigest()
        right = (kind, payload, name, name) == (RECEIPT, canonical(s), s["signer"]["fingerprint"], key)
    except (InvalidSignature, UnsupportedAlgorithm, ValueError, TypeError, LookupError, AttributeError):
        right = False
    known = right and (not keys or public in keys)
    return known, f"intact; signer {'' if keys and known else 'unknown: '}{name}" if right else "no signature of it"

dec = lambda value: Decimal(F(value).numerator) / F(value).denominator
up = lambda value, place=F(1): math.ceil(F(value) / place) * place  # the least multiple that is at least the value
place_of = lambda error: F(10) ** (math.floor(dec(error).log10()) - 1)  # the decimal place of the second digit

def of_charge(s, a, p, m, w):
    this, total, cap, slip, slips, most, rho, sums, epsilon, delta = (F(one[name]) for one, names in (
        (a, "this_charge total cap this_charge_delta total_delta cap_delta"), (p, "zcdp_rho"), (a, "total_zcdp_rho"),
        (p, "epsilon delta")) for name in names.split())
    others = [a["releases_not_exported"], a["forfeited_charges"]]
    first, alone = s.get("previous_receipt", "") is None, (this, slip, rho) == (total, slips, sums)
    fits = (0 < this <= total <= cap, 0 <= slip <= slips <= most, slip < 1, rho <= sums, a["ledger_counter"] >= 1,
            min(others) >= 0, total > this or not any(others), not first or (not others[0] and (alone or others[1])))
    yield "Limit", "charge, totals and counters", (this, slip, all(fits)), (epsilon, delta, True)
    found = epsilon**2 / m.get("draws", 1) / (8 if LAWS.get(m["key"]) == "exponential" else 2)
    if "noises" in m:
        found = sum(F(n["l2_sensitivity_squared"]) / (2 * F(n["scale"])) if m["key"] == "discrete_gaussian" else
                    (F(n["share_of_budget"]) * epsilon) ** 2 / 2 for n in m["noises"])
    yield "ε and δ", "ρ, variant", (rho, p["variant"]), (found, "approximate" if slip else "pure")
    e, shown = dec(min(epsilon, 100)).exp(), lambda x, places: f"{dec(up(x, F(1, 10**places))):,.{places}f}"
    share = 100 * e / (1 + e)
    said = "more than a million" if e > 10**6 else "at most " + shown(e, 2 if e < 100 else 0)
    chance = "more than 99.9" if share > Decimal("99.9") else "at most " + shown(share, 0 if share <= 99 else 1)
    yield "Odds", "odds, suspicion, ε", (w["odds"], w["suspicion"], w["epsilon_rounded_up"]), (
        said + " to 1", chance, shown(epsilon, 4))

# ---- Δ and R of a rule: a row adds c(x, y) to candidate y; f sums c over rows, the score is f or a sum of -|f|
number = lambda text: F(date.fromisoformat(text.strip()).toordinal()) if re.match(r"\s*\d{4}-", text) else F(text)

def meanings(q, c):
    """For each column what candidates mean there; of more than a few those at both ends."""
    places = [*range(c["count"])] if c["count"] <= 2 * FEW else [*range(FEW), *range(-FEW, 0)]
    if "dates" in c:
        return [[number(c["start"]) + (i % c["count"]) * F(c["step"]) for i in places]] * len(q["columns"])
    plain = re.sub(r"(?<!\.)\[(?:[^\]]|\]\])*\]", "x", q["score_formula"])
    named = re.findall(r"\bcandidate\b(?:\.(?:\[((?:[^\]]|\]\])*)\]|(\w+)))?", plain)[:len(q["columns"])] or [("", "")]
    listed = c["listed"]
    found = [listed["attributes"].get(one.replace("]]", "]") or other, listed["labels"]) for one, other in named]
    if q["rule"] == "Agreement":
        same = [str.casefold if column["capitals_matter"] is False else str for column in q["columns"]]
        plain = [[unicodedata.normalize("NFC", text).strip() for text in texts] for texts in found]
        found = [[*map(fold, texts)] for fold, texts in zip(same, plain)]
    elif q["rule"] != "Votes":
        found = [[*map(number, texts)] if named[1:] else sorted(map(number, texts)) for texts in found]
    return [[texts[i] for i in places] for texts in found]

def cells(rule, column, points):
    """What a cell can be, as far as these candidates tell cells apart; None is a blank that counts as nothing."""
    if rule in ("Votes", "Agreement"):
        return [*dict.fromkeys(points), None]
    g, ends = F(column["step"]), [*map(F, column["bounds"] or ())]
    near = [x for y in points for x in (y // g * g - g, y // g * g, -(-y // g) * g, -(-y // g) * g + g)]
    blank = [None] * (column["blank_counts_as"] is None)
    return [*{*ends, *(x for x in near if not ends or ends[0] <= x <= ends[1])}, *blank]

def tried(q, sizes, points, share):
    """Δ and R by trying every row; `sizes` are how many rows come and go."""
    c = {"Votes": lambda x, y: F(x == y), "Agreement": lambda x, y: F(x == y), "Nearness": lambda x, y: -abs(x - y),
         "Revenue": lambda x, y: y if x >= y else F(0), "NearnessOfSums": lambda x, y: x - y, "Quantile": lambda x, y:
         share * (x < y) - (1 - share) * (x > y), "Median": lambda x, y: F((x < y) - (x > y))}[q["rule"]]
    rows = [[[F(0) if x is None else c(x, y) for y in ys] for x in cells(q["rule"], column, ys)]
            for column, ys in zip(q["columns"], points)]
    absolute, every = q["rule"] in ("Median", "Quantile", "NearnessOfSums"), range(len(points[0]))
    def most(size, *ways):
        moved = [[size[0] * max(each) - size[1] * min(each) for each in (
            [sum(sign * row[y] for y, sign in way) for row in column] for column in rows)] for way in ways]
        return sum(map(max, zip(*moved))) if absolute else max(map(sum, moved))
    turns = ((1, 1), (1, -1), (-1, 1), (-1, -1))[0 if absolute else 1:4 if absolute else 3]
    return max(most(size, [(y, 1)], [(y, -1)]) for y in every for size in sizes), max(
        most(size, *([(y, i), (z, j)] for i, j in turns)) for y in every for z in every if y < z for size in sizes)

def of_choice(s, q, m, epsilon, u, beta):
    c, said, used = q["candidates"], (F(q["sensitivity"]), F(q["range_sensitivity"])), F(m["range_sensitivity_used"])
    k, none = u["rows_per_person"], (u["identified_by"] or u["blank_rows_are_none"]) and not u["each_has_a_row"]
    labels, w = c["listed"]["labels"], c.get("weights")
    if labels:
        yield "Candidates", "count, ends, SHA-256", [c["count"], c.get("first", labels[0]), c.get("last", labels[-1]),
            c["sha256"]], [len(labels), labels[0], labels[-1], hashlib.sha256(canonical(c["listed"])).hexdigest()]
    if q["rule"] in ("Formula", "Ready") or (not labels and "dates" not in c):
        yield "Δ and R", "derivation not checked here", None, None
    else:
        share = F(re.findall("[0-9./]+", q["score_formula"])[0]) if q["rule"] == "Quantile" else None
        add = [(k, 0)] if u["neighbour_relation"] == "add_remove" else product({0 if none else 1, k}, repeat=2)
        found = tried(q, [*add], meanings(q, c), share)
        larger = said[1] > found[1] and said[0] >= found[0]
        yield "Δ and R", "larger than by trying: safe, not checked here" if larger else "Δ, R", said, found
    same = used == said[1] or (used > said[1] and m["range_sensitivity_origin"] == "typed")
    yield "Δ and R", "R in force", same, True
    each, spread = epsilon / m["draws"], c["count"]
    yield "Scale", "law, ε of a draw, rate", [m["law"], F(m["epsilon_of_each_draw"]), F(m["rate"])], [
        LAWS.get(m["key"]), each, each / used]
    if w is not None:
        values = [*map(F, c["listed"]["weights"] or (w["least"], w["greatest"]))]
        yield "Accuracy", "weights", [F(w["least"]), F(w["greatest"]), F(w["total"])], [
            min(values), max(values), sum(values) if c["listed"]["weights"] else F(w["total"])]
        spread = F(w["total"]) / min(values)
    risk = dec(beta / m["draws"])
    reach = max(0, F((dec(spread) / risk).ln()))
    if m["law"] == "laplace":
        reach = F(least(lambda n: (spread - 1) * (2 + dec(n) / 1000) * (-dec(n) / 1000).exp() / 4 <= risk, 999), 1000)
    yield "Accuracy", "gap", F(s["accuracy"]["score_gap_at_most"]), up(used / each * reach, F(1, 10**6))

def least(enough, low):
    """The least whole number above `low` that is enough."""
    high = low + 1
    while not enough(high):
        low, high = high, 2 * high + 1
    while high - low > 1:
        low, high = (low, (low + high) // 2) if enough((low + high) // 2) else ((low + high) // 2, high)
    return high

def tails(size, gaussian):
    """Pr[|noise| > m] of noise with this rate, or this variance, in steps."""
    if not gaussian:
        q = (-dec(size)).exp()
        return lambda m: 2 * q ** (m + 1) / (1 + q)
    far, ends = math.isqrt(math.ceil(F(size) * 900)) + 2, [Decimal(0)]
    for n in range(far - 1, -1, -1):
        ends.append(ends[-1] + (-Decimal(n * n) / (2 * dec(size))).exp())
    return lambda m: 2 * ends[max(0, far - 1 - m)] / (2 * ends[-1] - 1)

def of_figures(s, q, m, epsilon, u, beta):
    columns, figures = {each["name"]: each for each in q["columns"]}, {each["name"]: each for each in q["figures"]}
    add, person, noises = u["neighbour_relation"] == "add_remove", u["identified_by"], m["noises"]
    k = u["rows_per_person"] if person else 1
    none = (person or u["blank_rows_are_none"]) and not u["each_has_a_row"]
    gaussian, wide = m["key"] == "discrete_gaussian", {}
    for n, error in zip(noises, s["accuracy"]["errors"], strict=True):
        f, kind, many, step = figures[n["figure"]], n["vector"], n["components"], F(1)
        one = two = 2 if kind == "counts of bins" and not add and many > 1 else 1
        if kind in ("sum", "sums of groups"):
            c = columns[f["column"]]
            (low, high), step = map(F, c["bounds"]), F(c["step"])
            most, width = max(abs(low), abs(high)), max(0, high) - min(0, low)
            every = kind == "sum" and not f["conditions"] and c["blank_counts_as"] is not None
            width = high - low if every else width
            one = most if add else max(width, most * bool(none or (person and k > 1)))
            two = one**2
            if many > 1:
                one, two = (most, most**2) if add else (2 * most, max(2 * most**2, width**2))
        yield "Δ and R", f"Δ₁, Δ₂², step and components of {kind}", [F(n[name]) for name in (
            "l1_sensitivity", "l2_sensitivity_squared", "step", "components")], [
            k * one, k**2 * two, step, len(f["bins"] or "1")]
        part, size, b = F(f["count_share"] or 1), F(n["size_in_steps"]), F(n["scale"])
        share = F(f["share_of_budget"]) * (1 - part if kind == "sum" and f["count_share"] else part)
        right = [b / step**2, size * step**2] if gaussian else [step * share * epsilon / (k * one), step / size]
        yield "Scale", "share, size, scale", [F(n["share_of_budget"]), size, b], [share, *right]
        if gaussian and size > 300**2:
            yield "Accuracy", "error of wide Gaussian noise: not checked here", None, None
            continue
        outside = tails(size, gaussian)
        reach = lambda risk: least(lambda t: 1 - (1 - outside(t)) ** many <= dec(risk / len(noises)), -1) * step
        yield "Accuracy", "error", F(error["error_at_most"]), reach(beta)
        wide.setdefault(n["figure"], reach(RARE))
    yield "Scale", "shares", sum(F(n["share_of_budget"]) for n in noises), 1
    for each in (one for one in s["accuracy"]["in_95_of_100"] if one["figure"] in wide):
        f, found = figures[each["figure"]], wide[each["figure"]]
        if f["kind"] == "mean":
            exact = found / (f["people"] or 1)
            place = place_of(exact)
            found = up(exact + F(f["rounding"] or place) / 2, place) if f["people"] else None
        yield "Accuracy", "±", each["plus_minus"] and F(each["plus_minus"]), found and found + F(
            f["rounding"] or 0) / 2 * (f["kind"] != "mean")
    if gaussian:
        yield "ε and δ", "ε of ρ, or δ", of_gaussian(m, dec(epsilon), s["privacy_parameters"]), True

def of_gaussian(m, epsilon, p):
    """Canonne, Kamath and Steinke 2020: theorem 7 for one number, corollary 13 for several."""
    n, delta, found = m["noises"][0], dec(p["delta"]), Decimal("inf")
    if m["calibration"] == "exact delta":
        moved, outside = int(F(n["l1_sensitivity"]) / F(n["step"])), tails(n["size_in_steps"], True)
        above = lambda t: outside(t) / 2 if t >= 0 else 1 - outside(-t - 1) / 2
        middle, half = epsilon * dec(n["size_in_steps"]) / moved, Decimal(moved) / 2
        ends = [math.floor(middle - half), math.floor(middle + half)]
        return Decimal("0.9") * delta <= above(ends[0]) - epsilon.exp() * above(ends[1]) <= delta
    for a in (1 + Decimal(10) ** (Decimal(place) / 50 - 6) for place in range(800)):
        found = min(found, a * dec(p["zcdp_rho"]) + ((a - 1) * (1 - 1 / a).ln() - a.ln() - delta.ln()) / (a - 1))
    return Decimal("0.99") <= found / epsilon <= Decimal("1.001")

def of_survey(s, q, m, epsilon, u, beta):
    e, k, n, a = dec(min(epsilon, 10**5)).exp(), len(q["answers"]), u["public_number_of_people"], s["accuracy"]
    for name, chance in (("chance_of_keeping", e / (e + k - 1)), ("chance_of_each_other_answer", 1 / (e + k - 1))):
        near = abs(Decimal(re.sub("[^0-9.]", "", m[name])) - chance) < Decimal("2e-12")
        yield "Scale", name, (m["answers"], near), (k, True)
    error = lambda risk: F((n * dec(2 * k / risk).ln() / 2).sqrt() * (e + k - 1) / (e - 1))
    place = min(F(1), place_of(error(RARE)))
    yield "Accuracy", "error, ±", (F(a["error_at_most"]), F(a["in_95_of_100"])), (
        up(error(beta), F(1, 10)), up(error(RARE) + place / 2, place))

def of_tables(s, q, m, epsilon, u, beta):
    a, width, n = s["accuracy"], len(q["columns"]), u["public_number_of_people"]
    many, alpha = width * (width + 1) // 2, F(a["alpha"])
    types = list(product((0, 1), repeat=min(width, 8)))  # of more columns no table is ever drawn
    if q["queries"] != "pairs":
        half = product(q["weights"], repeat=width - 1)
        alike = {tuple(sum(map(int.__mul__, each, t)) >= t[-1] for t in types) for each in half}
        many = width if q["queries"] == "columns" else len(alike)
    half = F(dec(2 * many).ln())
    rows = min(2001, math.floor(2 * half / alpha**2) + 1)
    tables = math.comb(len(types) + rows - 1, rows)
    far, best = F((dec(tables) / dec(beta)).ln()), F(math.isqrt(int(half / (2 * rows) * 10**12)) + 1, 10**6)
    yield "Δ and R", "Δ, R", (m["sensitivity"], m["range_sensitivity"]), ("1", "2")
    yield "Scale", "sizes", (q["number_of_queries"], m["rows"], int(m["candidate_tables"])), (many, rows, tables)
    yield "Accuracy", "people needed, error", (int(a["people_needed"]), F(a["error_at_most"])), (
        up(4 / (epsilon * alpha) * far), up(best + 2 / epsilon * far / n, F(1, 10**6)))

def checks(s, envelope, wrong, keys, lists=()):
    yield "Form", not wrong, wrong or "every field is there, of its type"
    if wrong:
        return
    yield "Signature", *signature(s, envelope, keys)
    q, m, p, found = s["question"], s["mechanism"], s["privacy_parameters"], {}
    c = q.get("candidates", {})
    own = {name: c.get(name) for name in ("labels", "attributes")} | {"weights": (c.get("weights") or {}).get("values")}
    q = q | {"candidates": c | {"listed": dict(lists).get(c.get("sha256"), own)}}
    of = {"choose": of_choice, "measure": of_figures, "survey": of_survey, "synthesize": of_tables}[q["kind"]]
    try:
        for name, what, said, right in (*of_charge(s, s["accounting"], p, m, s["words"]), *of(
                s, q, m, F(p["epsilon"]), s["privacy_unit"], F(s["accuracy"]["beta"]))):
            found.setdefault(name, {}).setdefault(None if what.endswith("here") else said == right, []).append(what)
    except (ArithmeticError, LookupError, ValueError, TypeError, AttributeError) as error:
        yield "Figures", False, f"they do not fit together ({type(error).__name__})"
    for name, each in found.items():
        held = next(one for one in (False, None, True) if one in each)
        yield name, held, "; ".join(dict.fromkeys(each[held])) + ": something else follows" * (held is False)

def together(receipts):
    """Several receipts: none follows the same one as another; the charges of a table fit into its later totals."""
    real = {hashlib.sha256(canonical(s)).hexdigest(): s for s in receipts if SAMPLE not in "".join(s["flags"])}
    before = [s["previous_receipt"] or s["accounting"]["dataset"] for s in real.values() if s["format"] > 3]
    forked, gaps = len({*before}) < len(before), len(before) - sum(each in real for each in before) - 1
    yield "Chain", False if forked else None if gaps else True, "two follow the same" if forked else f"gaps: {gaps}"
    tables, right = {}, True
    for s in sorted(real.values(), key=lambda s: s["accounting"]["ledger_counter"]):
        a, u = s["accounting"], s["privacy_unit"]  # of linked tables each names its column of persons itself
        unit = u["identified_by"] is None, *(u[name] for name in (
            "persons_are_read_as", "rows_per_person", "each_has_a_row", "neighbour_relation"))
        spent, slip, count, first = tables.get(a["dataset"], (F(0), F(0), 0, unit))
        spent, slip = spent + F(a["this_charge"]), slip + F(a["this_charge_delta"])
        right &= spent <= F(a["total"]) and slip <= F(a["total_delta"])
        right &= count < a["ledger_counter"] and unit == first
        tables[a["dataset"]] = spent, slip, a["ledger_counter"], unit
    yield "Totals", right, "charges, totals, counters and units of each table"

def main(words):
    both = [*zip(words, ["", *words])]
    keys = [load_pem_public_key(pathlib.Path(word).read_bytes()).public_bytes_raw() for word, b in both if b == "--key"]
    files, code, receipts, lists = [word for word, before in both if "--key" not in (word, before)], 0, [], {}
    files.sort(key=lambda file: pathlib.Path(file).name != LIST)
    for file in [*files, *[""] * (sum(pathlib.Path(file).name != LIST for file in files) > 1)]:
        try:
            if pathlib.Path(file).name == LIST:
                content = pathlib.Path(file).read_bytes()
                lists[hashlib.sha256(content).hexdigest()] = json.loads(content)
                continue
            s, envelope, wrong = opened(file) if file else (None, None, None)
        except (OSError, ValueError, TypeError, AttributeError, LookupError, RecursionError) as error:
            print(f"{file}: no receipt ({type(error).__name__})")
            return 2
        receipts += [s] * bool(file and not wrong)
        found = [*checks(s, envelope, wrong, keys, lists)] if file else [*together(receipts)]
        lines = (f"  {'–' if held is None else '✗✓'[held]} {name}: {why}" for name, held, why in found)
        print(file or "together", *lines, sep="\n")
        code = 3 if any(held is False for _, held, _ in found) else code
    return code

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
