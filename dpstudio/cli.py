"""The command line: the same core without a screen. Results on stdout; errors are one line on stderr."""

import argparse
import difflib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from dpstudio import __version__
from dpstudio.arguments import refuse_impossible
from dpstudio.core.entropy import Entropy
from dpstudio.core.errors import InputError, StudioError
from dpstudio.interruption import Watch
from dpstudio.telling import complain, remark
from dpstudio.verbs import asking, auditing, checking, keeping, looking, releasing, signing, verifying
from dpstudio.workspace.computer import storage
from dpstudio.workspace.computer.mistakes import describe, in_words

_ALL = (
    *asking.VERBS,
    *looking.VERBS,
    *checking.VERBS,
    *auditing.VERBS,
    *releasing.VERBS,
    *keeping.VERBS,
    *signing.VERBS,
    *verifying.VERBS,
)
VERBS = tuple(verb.name for verb in _ALL)


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> Any:
        raise InputError(f"{message[0].upper()}{message[1:]}.", f"See: {self.prog} --help")


def looks_like(word: str) -> str:
    """The verb that a misspelt word comes closest to, or ""."""
    return next(iter(difflib.get_close_matches(word, VERBS, 1)), "")


def main(arguments: Sequence[str], entropy: Entropy | None = None) -> int:
    """Run one verb and return the exit code: 0 done, 2 wrong input, 3 refused, 130 or 143 interrupted, 1 a bug.

    Args:
        entropy: where a release's random words come from, the operating system unless a caller in this process
            says otherwise; no argument, file or variable can.
    """
    with Watch() as watch:
        return run(arguments, watch, entropy)


def run(arguments: Sequence[str], watch: Watch, entropy: Entropy | None = None) -> int:
    """As `main`, under a watch that hears signals already."""
    as_json = "--json" in arguments
    wanted = [argument for argument in arguments if argument != "--json"]
    try:
        _refuse_unknown(wanted)
        options = _parser().parse_args(wanted)
        options.json, options.entropy, options.watch = as_json, entropy or Entropy(), watch
        with _Closing(storage.WorkFolder(), watch) as work:
            verb: Callable[[argparse.Namespace, Path], int] = options.run
            code = verb(options, work)
        watch.stop_if_asked()
        return code
    except KeyboardInterrupt:
        told: StudioError = watch.ended()
    except Exception as error:  # noqa: BLE001 - a traceback could quote a private cell
        known = in_words(error) if watch.heard is None else watch.ended()
        if known is None:
            remark(f"a mistake in dpstudio itself: {describe(error)}")
            return 1
        told = known
    complain(told, as_json)
    return told.exit_code


def _refuse_unknown(arguments: Sequence[str]) -> None:
    """Raise InputError for a first word that is no verb, and for words that no system can take."""
    refuse_impossible(arguments)
    first = next((argument for argument in arguments if not argument.startswith("-")), None)
    if first is not None and arguments[0] == first and first not in VERBS:
        close = looks_like(first)
        meant = f"Did you mean {close}?" if close else f"The verbs are: {', '.join(VERBS)}."
        raise InputError(f"There is no verb {first!r}.", meant)


class _Closing:
    def __init__(self, work: storage.WorkFolder, watch: Watch) -> None:
        self._work, self._watch = work, watch

    def __enter__(self) -> Path:
        return self._work.path

    def __exit__(self, *_: object) -> None:
        with self._watch.held():
            self._work.close()


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="dpstudio", description="Choose the best of several alternatives from private data.")
    parser.add_argument("--version", action="version", version=f"dpstudio {__version__}")
    verbs = parser.add_subparsers(required=True, metavar="VERB", parser_class=_Parser)
    for each in _ALL:
        verb = verbs.add_parser(each.name, help=each.help, description=each.help)
        verb.set_defaults(run=each.run)
        verb.add_argument("--json", action="store_true", help="write JSON")
        verb.add_argument("--ledger", type=Path, help="another ledger file")
        each.arguments(verb)
    return parser
