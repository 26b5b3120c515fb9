"""Checks receipts of dpstudio without dpstudio: python verify_receipt.py [--key KEY.pem] FILE...
A FILE is a receipt.json or its candidates.json. ✓ holds, ✗ does not, – not checked here. Exit code: 3 with a ✗ or
without candidates that are needed, else 2 with what is no receipt, else 0. A printed error may be a bit too large."""

import base64
import datetime
import hashlib
import json
import math
import re
import sys
from contextlib import suppress
from fractions import Fraction as F
from pathlib import Path
from types import SimpleNamespace

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import load_pem_public_key

WRONG = (ArithmeticError, AttributeError, InvalidSignature, LookupError, OSError, RecursionError, TypeError, ValueError)
# Records, field:kind. q rational, n whole number, s below 2^53, c from 1 on, i any, b truth, h SHA-256, t text, l a
# line, m not empty, w small letters, v version, =pattern, or a record (its name; else t). ? null, [ ] list, { } dict, |
RECORDS = """statement(accounting accuracy:*accuracy date:=[0-9-]{10} deployment_model:=central derivation:[Step]
flags:[l] format:c issued kind ledger_head:h mechanism:*mechanism name:l previous_receipt:h? privacy_parameters
privacy_unit question:*question reading result:*result signer:signer? software trust unprotected_quantities:[t] words)
accounting(cap:q cap_delta:q composition:sum dataset:=[0-9a-f]{32} forfeited_charges:s ledger_counter:c
releases_not_exported:s this_charge:q this_charge_delta:q total:q total_delta:q total_zcdp_rho:q) issued(issued_by:m
purpose:m why_epsilon:m) privacy_parameters(delta:q epsilon:q variant zcdp_rho:q) privacy_unit(asserted:b
blank_rows_are_none:b each_has_a_row:b identified_by:t? neighbour_relation:=add_remove|replace_one
persons_are_read_as:w? public_number_of_people:n? rows_per_person:c) reading(delimiter:=[,;\\t|]? encoding:w? format:w
header:b? header_line:s? lines_left_out_at_end:s? names:[t] sheet:t?) signer(algorithm:=Ed25519 fingerprint:h
public_key) software(dependencies program:=dpstudio python:v version:v) dependencies(sha256:h versions:{v})
trust(assumptions:[t] check:[t]) words(accuracy accuracy_formula calibration columns:[t] epsilon_rounded_up formula
from_what mechanism mechanism_sentence model not_from odds protected question randomness reading:t rows_kept sampler
suspicion suspicion_in_hundred:q symbols:[Symbol] warning zcdp_rho_rounded_up) Symbol(meaning sign value) Step(node
range_sensitivity:q? sensitivity:q? why) Column(blank_counts_as:t? bounds:[q]? capitals_matter:b? date_order:w?
decimal_mark:t? false_words:[t]? grouping_mark:t? name origin:w separator:t? step:q? true_words:[t]? type:w unit)
Line(error name unit value) choose accuracy(beta:q score_gap_at_most:q?) choose mechanism(draws:c epsilon_of_each_draw:q
key:w law range_sensitivity_origin:=derived|typed|asserted|none range_sensitivity_used:q? rate:q) choose
question(candidates:grid|many|listed columns:[Column] kind range_sensitivity:q? rule score_formula:t? score_unit
sensitivity:q? reference_rule:reference_rule?) choose result(chosen lines:[Line] post_processing unit winners:[t])
grid(count:n dates:b last origin:w start step:q) many(count:n first last list:=candidates.json origin:w sha256:h
weights:weights?) listed(attributes:{[t]} count:n labels:[t] origin:w sha256:h weights:weights?) weights(greatest:q
least:q total:q values:[q]?) reference_rule(columns:[Column] formula) measure accuracy(beta:q errors:[Error]
in_95_of_100:[Interval]) Error(error_at_most:q figure vector:w) Interval(figure plus_minus:q?) measure
mechanism(calibration:w key:w noises:[Noise]) Noise(components:c figure l1_sensitivity:q l2_sensitivity_squared:q
scale:q share_of_budget:q size_in_steps:q step:q vector:w) measure question(columns:[Column] figures:[Figure] kind)
Figure(bins:[t]? column:t? conditions:[t] count_share:q? greatest:q? kind:w least:q? name otherwise:q? people:n?
rounding:q? share_of_budget:q) measure result(lines:[Line] post_processing) survey accuracy(beta:q error_at_most:q
in_95_of_100:q) survey mechanism(answers:c chance_of_each_other_answer chance_of_keeping key:w) survey
question(answers:[t] columns:[Column] kind unlisted_counts_as) survey result(lines:[Line] post_processing
randomized_counts:[Answer]) Answer(answer count:n) synthesize accuracy(alpha:q beta:q error_at_most:q people_needed:n)
synthesize mechanism(base_measure:w candidate_tables:n key:w range_sensitivity:q rows:c sensitivity:q) synthesize
question(columns:[Column] kind number_of_queries:n queries:w weights:[i]) synthesize result(lines:[Line] post_processing
table) table(columns:[t] rows:[[n]])"""
FIELDS = {" ".join(name.split()): text.split() for name, text in re.findall(r"([^()]+)\(([^()]*)\)", RECORDS)}
FIELDS = {name: dict(f"{each}:".split(":")[:2] for each in fields) for name, fields in FIELDS.items()}
safe = lambda text: "".join(sign if sign.isprintable() else ascii(sign)[1:-1] for sign in str(text))
TEXTS = {"t": ".*", "q": r"(?!-0$)-?(0|[1-9]\d*)(\.\d*[1-9]|/[1-9]\d*)?", "n": r"9\d{15}|[1-9]\d{16,}"}
TEXTS |= {"l": "[ -~\xa0-\u2027\u202a-\U0010ffff]*", "m": "[ -~\xa0-\u2027\u202a-\U0010ffff]+", "w": "[a-z0-9_ -]+"}
TEXTS |= {"v": "[!-~]+", "h": "[0-9a-f]{64}", "sum": "the ε of all releases from this table add up, and so do their δ"}
VECTORS = {"count": "count", "total": "sum", "mean": "sum", "histogram": "counts of bins", "groups": "sums of groups"}
LAWS = {"noisy_max_gumbel": "exponential", "noisy_max_exponential": "permute_and_flip", "noisy_max_laplace": "laplace"}
OLDER, NAME = {"told": "reference_rule", "reference_rule": "told"}, r"(?:\[(?:[^\]]|\]\])*\]|\w+)"  # format 4 and 5
X, Y, TIMES = rf"(?P<x>{NAME})", rf"(?P<c>candidate(?:\.(?P<y>{NAME}))?)", r"(?:(?P<%s>[0-9./]+) \* )?"
# The forms of a score, with how far a row that comes or goes moves it, and two apart; the same of one put in its place.
FORMS = {
    rf"count\((?:{X} (?:=|has) {Y}|own_column\(\))\)": lambda v: (1, 1, 1, 2),
    rf"{Y} \* count\({X} >= (?P=c)\)": lambda v: (v.most, min(v.most, max(v.apart, v.last[0])), v.most, v.most),
    rf"- ?sum\(abs\({X} - {Y}\)\)": lambda v: (v.far, v.apart, v.far, 2 * v.apart),
    rf"- ?abs\(sum\({X} - {Y}\)\)": lambda v: (v.far, v.two, v.width, 2 * v.width),
    rf"- ?abs\({TIMES % 'a'}count\({X} < {Y}\) - {TIMES % 'b'}count\((?P=x) > (?P=c)\)\)": lambda v: v.split,
}
sha256, coded = lambda content: hashlib.sha256(content).hexdigest(), lambda content: base64.b64encode(content).decode()
canonical = lambda value: json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()
near = lambda said, value, place: value * (1 - 1e-9) <= said <= value * (1 + 1e-9) + place
shown = lambda value, n: "{:,}.{:0{}}".format(*divmod(math.ceil(value * 10**n), 10**n), n)[: None if n else -2]
same = lambda name, record, **fields: ((name, getattr(record, f) == v, f"{f} is {v}") for f, v in fields.items())
unquoted = lambda name: name[1:-1].replace("]]", "]") if name and name[0] == "[" else name


def typed(value, kind, of):  # the value, its rationals as such and its records as objects; of another shape, ValueError
    kind, null = kind.rstrip("?").replace("*", f"{of} "), kind.endswith("?")
    if isinstance(value, list) and kind[0] == "[":
        return [typed(each, kind[1:-1], of) for each in value]
    if isinstance(value, dict) and kind[0] == "{":
        return dict(zip(value, typed([*value.values()], f"[{kind[1:-1]}]", of)))
    for fields in (FIELDS[each] for each in kind.split("|") if isinstance(value, dict)):
        if value.keys() == fields.keys():
            return SimpleNamespace(**{n: typed(value[n], fields[n] or (n if n in FIELDS else "t"), of) for n in fields})
    shape = kind[1:] if kind[0] == "=" else TEXTS.get(kind, "(?!)")
    text = isinstance(value, str) and re.fullmatch(shape, value, re.A | re.S)
    if text and (kind != "q" or "/" not in value or (str(F(value)) == value and 10**4000 % F(value).denominator)):
        return F(value) if kind == "q" else int(value) if kind == "n" else value
    least = {"c": 1, "i": 1 - 2**53}.get(kind, 0 if kind in "nsb" else 2**53)
    if (null and value is None) or (type(value) is (bool if kind == "b" else int) and least <= value < 2**53):
        return value
    raise ValueError(f"{value!r:.60} is no {kind}")


def is_signed(envelope, kind, payload, key):  # DSSE, Ed25519; for a key whose y is of small order anybody can sign
    kind, signature = f"application/vnd.dpstudio.{kind}", base64.b64decode(envelope["signatures"][0]["sig"])
    content = b"DSSEv1 %d %b %d %b" % (len(kind), kind.encode(), len(payload), payload)
    Ed25519PublicKey.from_public_bytes(key).verify(signature, content)
    signatures, y = [{"keyid": sha256(key), "sig": coded(signature)}], int.from_bytes(key, "little") % 2**255
    weak = y * (y**2 - 1) * (121666 * (2 * y**2 - 1) - 121665 * y**4) % (2**255 - 19) == 0
    return not weak and envelope == {"payloadType": kind, "payload": coded(payload), "signatures": signatures}


class Receipt:  # one file, with the statement's fields, and what is checked of it: a name, whether it holds, and what
    def __init__(self, path):
        self.path, self.wrong, twice, content = path, "", [], path.read_bytes()
        once = lambda pairs: twice.extend(pairs[len(dict(pairs)) :]) or dict(pairs)
        self.whole = json.loads(content, object_pairs_hook=once, parse_float=str, parse_constant=str)
        self.raw = self.whole.get("statement", self.whole)
        if self.raw["kind"] != "dpstudio receipt" or self.raw["format"] not in (4, 5):
            raise ValueError("no receipt of format 4 or 5")
        try:
            question = {OLDER.get(n, n) if self.raw["format"] == 4 else n: v for n, v in self.raw["question"].items()}
            vars(self).update(vars(typed(self.raw | {"question": question}, "statement", question["kind"])))
            self.q, self.m, self.a, self.p = self.question, self.mechanism, self.accounting, self.privacy_parameters
            self.bytes, self.u, self.k = canonical(self.raw), self.privacy_unit, self.privacy_unit.rows_per_person
            none = (self.u.identified_by or self.u.blank_rows_are_none) and not self.u.each_has_a_row
            self.adds, self.fewer = self.u.neighbour_relation == "add_remove", bool(none or self.k > 1)
            self.charge, _ = (self.p.epsilon, self.p.delta, self.p.zcdp_rho), datetime.date.fromisoformat(self.date)
            self.shown = any(flag.startswith("demonstration") for flag in self.flags)
            if twice or content != canonical(self.whole) or {*self.whole} != {"statement", "envelope", "renderings"}:
                self.wrong = "a name stands twice" if twice else "other bytes than dpstudio writes"
        except WRONG as error:
            self.wrong = str(error)

    def of_signature(self, keys, _):
        if self.signer is self.whole["envelope"] is None and self.shown:
            return [("Signature", False if keys else None, "unsigned, a demonstration")]
        key = base64.b64decode(self.signer.public_key)
        right = is_signed(self.whole["envelope"], f"receipt+json;version={self.format}", self.bytes, key)
        right &= vars(self.signer) == {"algorithm": "Ed25519", "fingerprint": sha256(key), "public_key": coded(key)}
        whose = f"intact{'' if key in keys else ', signer unknown'}: {' '.join(re.findall('.{8}', sha256(key)))}"
        return [("Signature", right and key in (keys or [key]), whose)]

    def of_files(self, keys, _):
        if (listed := self.whole["renderings"]) is None:
            return (yield from [("Files", None, "no signed list: what lies beside is not checked")] * (not self.shown))
        told = json.loads(base64.b64decode(listed["payload"]))
        key, files = base64.b64decode(told["signer"]["public_key"]), told["files"]
        right = is_signed(listed, "renderings+json", canonical(told), key) and told["statement"] == sha256(self.bytes)
        known = key in keys or coded(key) == self.signer.public_key
        yield "Files", right and (known or None), "signed list" if known else "the list is signed with another key"
        here = [self.path.with_name(name) for name in sorted(files) if known and self.path.name == "receipt.json"]
        yield from (("Files", sha256(f.read_bytes()) == files[f.name], f.name) for f in here if f.exists())

    def of_account(self, *_):
        a, p, e, rho = self.a, self.p, math.exp(min(self.p.epsilon, 100)), self.a.total_zcdp_rho - self.p.zcdp_rho
        yield "Limit", 0 < a.this_charge <= a.total <= a.cap and 0 <= p.delta <= a.total_delta <= a.cap_delta, "of ε, δ"
        more, known = a.total - p.epsilon, not (a.total_delta or "the ledger was lost" in str(self.flags))
        yield "Limit", 0 <= rho <= more**2 / 2 or (rho > 0 < more and not known), "of ρ: others cost at most ε²/2"
        yield from same("ε and δ", a, this_charge=p.epsilon, this_charge_delta=p.delta)
        yield from same("ε and δ", p, variant="approximate" if p.delta else "pure")
        odds = "more than a million to 1" if e > 10**6 else f"at most {shown(e, 2 * (e < 100))} to 1"
        yield from same("Odds", self.words, odds=odds, epsilon_rounded_up=shown(p.epsilon, 4))

    def by_forms(self, values):  # Δ and R of a score that is a sum of forms, by their table; None of another one
        columns, moves = {each.name: each for each in self.q.columns}, []
        with suppress(*WRONG):
            for term in re.split(r"(?<=\)) (?:\+ |(?=- sum|- abs))", self.q.score_formula):
                ((found, row),) = [(m, row) for form, row in FORMS.items() if (m := re.fullmatch(form, term))]
                a, b = sorted(F(found.groupdict().get(each) or 1) for each in "ab")
                v = SimpleNamespace(split=(b, 2 * b, a + b, 2 * (a + b)))
                if "sum" in term or ">=" in term:
                    column, ys = columns[unquoted(found["x"])], [*map(F, values(unquoted(found["y"])))]
                    low, high = column.bounds or (-math.inf, math.inf)
                    v.most, v.apart, v.last = max(ys) if min(ys) >= 0 else math.inf, max(ys) - min(ys), sorted(ys)[-2:]
                    v.far, v.two = (max(sum(sorted(abs(e - y) for y in ys)[-n:]) for e in (low, high)) for n in (1, 2))
                    v.width = max(high - low, v.far * (column.blank_counts_as is None))
                moves.append(row(v))
            come, apart, new, far = map(sum, zip(*moves))
            come, apart = (come, apart) if self.adds else (max(come * self.fewer, new), max(apart * self.fewer, far))
            return self.k * come, self.k * min(apart, 2 * come)

    def of_choose(self, _, lists):
        q, m, c, law = self.q, self.m, self.raw["question"]["candidates"], LAWS.get(self.m.key, self.m.key)
        own = {name: c.get(name) for name in ("attributes", "labels")}
        names = lists.get(c.get("sha256")) or own | {"weights": (c.get("weights") or {}).get("values")}
        count, labels, each = q.candidates.count, names["labels"], self.p.epsilon / m.draws
        if labels is not None:
            right = {"count": len(labels), "first": labels[0], "last": labels[-1], "sha256": sha256(canonical(names))}
            yield "Candidates", all(c.get(name, value) == value for name, value in right.items()), "as listed"
        elif "list" in c:
            yield "Candidates", None if count > 10_000 else False, "give the candidates.json"
        used, spread, forced = m.range_sensitivity_used, q.range_sensitivity, m.range_sensitivity_origin == "typed"
        grid = lambda: [F(c["start"]) + n * q.candidates.step for n in {*range(count)[:2], *range(count)[-2:]}]
        fits = used is spread is q.sensitivity is None or 0 < spread <= 2 * q.sensitivity  # known laws need it
        yield "Δ and R", fits and used == (spread and max(spread, used * forced)), "R ≤ 2 Δ, and in force; or none"
        values = lambda name: names["attributes"][name] if name else labels or grid()
        derived = (self.by_forms(values) == (q.sensitivity, spread) and not (labels is None and "list" in c)) or None
        yield "Δ and R", derived, "by the form" if derived else "derivation not checked here"
        if {law, m.law}.isdisjoint(LAWS.values()):
            return (yield "Scale", None, "law, ρ and accuracy not checked here")
        yield from same("ε and δ", self.p, zcdp_rho=self.p.epsilon * each / (8 if law == "exponential" else 2))
        yield from same("Scale", m, law=law, epsilon_of_each_draw=each, rate=each / used)
        if w := getattr(q.candidates, "weights", None):
            every, count = [*map(F, names["weights"] or ())], w.total / w.least
            yield "Error bound", not every or (w.least, w.total) == (min(every), sum(every)), "weights"
        rare = self.accuracy.beta / m.draws
        beyond = lambda n: (count - 1) * (2 + n / 1000) * math.exp(-n / 1000) / 4 <= rare
        gap = math.log(max(1, count / rare)) if law != "laplace" else next(filter(beyond, range(1000, 10**6)), 0) / 1000
        yield "Error bound", near(self.accuracy.score_gap_at_most, gap * float(used / each), 1e-6), "score gap"

    def of_measure(self, *_):
        p, k, rho, gaussian = self.p, self.k, 0, ("two_sided_geometric", "discrete_gaussian").index(self.m.key)
        columns, values = {each.name: each for each in self.q.columns}, "number of values"
        every = [(f, of) for f in self.q.figures for of in (VECTORS[f.kind], values)[: 2 if f.count_share else 1]]
        for n, error, (f, of) in zip(self.m.noises, self.accuracy.errors, every, strict=True):
            most, width, step, many, part = F(1), F(1), F(1), len(f.bins or "1"), f.count_share or 1
            if of in ("sum", "sums of groups"):
                (low, high), step = columns[f.column].bounds, columns[f.column].step
                all_rows = of == "sum" and not f.conditions and columns[f.column].blank_counts_as is not None
                most, width = max(abs(low), abs(high)), high - low if all_rows else max(0, high) - min(0, low)
            one = k * (most if self.adds else max(width, most * self.fewer))
            one, two = (one, one**2) if self.adds or many == 1 else (2 * k * most, k**2 * max(2 * most**2, width**2))
            share = f.share_of_budget * (1 - part if of == "sum" and f.count_share else part)
            size = n.scale / step**2 if gaussian else step * share * p.epsilon / one
            b = n.scale if gaussian else step / size
            rho += two / (2 * b) if gaussian else (share * p.epsilon) ** 2 / 2
            yield from same("Δ and R", n, l1_sensitivity=one, l2_sensitivity_squared=two, step=step, figure=f.name)
            yield from same("Scale", n, components=many, share_of_budget=share, size_in_steps=size, scale=b, vector=of)
            chance = -math.expm1(math.log1p(-self.accuracy.beta / len(self.m.noises)) / many)
            far = 0 if gaussian else step * max(0, math.log(2 / (1 + math.exp(-size)) / chance) / size - 1)
            why = "Gaussian noise, and its ε by ρ and δ: derivation not checked here" if gaussian else "error"
            yield "Error bound", None if gaussian else near(error.error_at_most, far, step), why
        yield from same("ε and δ", p, zcdp_rho=rho)
        yield "Scale", sum(n.share_of_budget for n in self.m.noises) == 1, "shares"

    def of_survey(self, *_):
        n, k, m, e = self.u.public_number_of_people, len(self.q.answers), self.m, math.exp(min(self.p.epsilon, 500))
        error = math.sqrt(n * math.log(2 * k / self.accuracy.beta) / 2) * (e + k - 1) / (e - 1)
        for said, kept in ((m.chance_of_keeping, e), (m.chance_of_each_other_answer, 1)):
            yield "Scale", abs(float(re.sub("[^0-9.]", "", said)) - kept / (e + k - 1)) < 2e-12, "chances"
        yield from (*same("Scale", m, answers=k), *same("ε and δ", self.p, zcdp_rho=self.p.epsilon**2 / 2))
        yield "Error bound", near(self.accuracy.error_at_most, error, 0.1), "error"

    def of_synthesize(self, *_):
        q, a, n, width = self.q, self.accuracy, self.u.public_number_of_people, min(10, len(self.q.columns))
        many = {"columns": width, "pairs": width * (width + 1) // 2}.get(q.queries)
        yield "Queries", many and many == q.number_of_queries, "number" if many else "derivation not checked here"
        rows = min(2001, math.floor(2 * math.log(2 * q.number_of_queries) / a.alpha**2) + 1)
        tables = math.comb(2**width + rows - 1, rows)
        far, half = math.log(tables / a.beta) / self.p.epsilon, math.log(2 * q.number_of_queries) / 2
        yield from same("Δ and R", self.m, sensitivity=1, range_sensitivity=2)
        yield from same("ε and δ", self.p, zcdp_rho=self.p.epsilon**2 / 8)
        yield from same("Scale", self.m, rows=rows, candidate_tables=tables)
        yield "Error bound", near(a.error_at_most, math.sqrt(half / rows) + 2 * far / n, 2e-6), "error"

    def checks(self, keys=(), lists=()):
        yield "Form", not self.wrong, self.wrong or "every field is there, once, of its kind"
        for name in ("signature", "files", "account", self.q.kind) if not self.wrong else ():
            try:
                yield from getattr(self, f"of_{name}")(keys, dict(lists))
            except WRONG as error:
                yield name.title(), False, f"does not fit together ({type(error).__name__})"


def together(receipts):  # no two follow the same one, and a table's charges fit into its totals, under one limit
    real = {sha256(each.bytes): each for each in receipts if not each.shown}
    before = [each.previous_receipt or each.a.dataset for each in real.values()]
    whole = len({*before}) == len(before) and (len({*before} - {*real}) < 2 or None)
    yield "Chain", whole, "others lie between them" if whole is None else "no two follow the same one"
    for a in (each.a for each in real.values()):
        same, counters = zip(*((r, r.a.ledger_counter) for r in real.values() if r.a.dataset == a.dataset))
        charges = map(sum, zip(*(r.charge for r in same if r.a.ledger_counter <= a.ledger_counter)))
        yield "Totals", all(map(F.__le__, charges, (a.total, a.total_delta, a.total_zcdp_rho))), "charges"
        later = [(r.a.cap <= a.cap and r.a.cap_delta <= a.cap_delta) for r in same if r.a.total > a.total]
        yield from (("Totals", all(later), "limit"), ("Totals", counters.count(a.ledger_counter) == 1, "number"))


def main(words):
    keys = [load_pem_public_key(Path(p).read_bytes()).public_bytes_raw() for p in words[1:2] * (words[:1] == ["--key"])]
    lists, receipts, code = {}, [], 0 if words else print(__doc__) or 2
    for path in map(Path, words[2 * len(keys) :]):
        try:
            if path.name == "candidates.json":
                lists[sha256(path.read_bytes())] = json.loads(path.read_bytes())
            else:
                receipts.append(Receipt(path))
        except WRONG as error:
            code = print(safe(f"{path}: no receipt ({error})")) or 2
    blocks = [(each.path, [*each.checks(keys, lists)]) for each in receipts]
    sound = [each for each, (_, found) in zip(receipts, blocks) if False not in [row[1] for row in found[:2]]]
    blocks += [(f"together, {len(sound)} that are not forged", together(sound))] * (len(receipts) > 1)
    for title, found in blocks:
        print(safe(title))
        for name, held, why in found:
            print(safe(f"  {'–' if held is None else '✗✓'[held]} {name}: {why}"))
            code = 3 if held is False or (held is None and name == "Candidates") else code
    return code or (0 if receipts else print("no receipt") or 2)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
