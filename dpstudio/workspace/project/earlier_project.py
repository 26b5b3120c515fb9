"""Fields of project files that earlier formats called otherwise."""

from typing import Any

from dpstudio.workspace.project.project_schema import FORMAT

_PLAN = {"unit": "privacy_unit"}
_RULE = {
    "delta": "sensitivity",
    "spread": "range_sensitivity",
    "told": "reference",
    "told_columns": "reference_columns",
}


def in_todays_names(content: Any) -> Any:
    """The content of a project file in today's format; what is of none of the earlier ones stays as it is."""
    if not _is_earlier(content):
        return content
    plan = _renamed(content["plan"], _PLAN)
    whole = {**plan, "rule": _renamed(plan["rule"], _RULE)} if "rule" in plan else plan
    return {**content, "format": FORMAT, "plan": whole}


def as_it_was_named(content: Any, path: list[Any]) -> list[Any]:
    """Where a field of today's names lies in the file as it was written."""
    if not _is_earlier(content):
        return path
    for whole, names in ((["plan"], _PLAN), (["plan", "rule"], _RULE)):
        at = len(whole)
        if path[:at] == whole and len(path) > at:
            path = [*whole, next((old for old, new in names.items() if new == path[at]), path[at]), *path[at + 1 :]]
    return path


def _is_earlier(content: Any) -> bool:
    return (
        isinstance(content, dict)
        and type(content.get("format")) is int
        and content["format"] in range(1, FORMAT)
        and isinstance(content.get("plan"), dict)
    )


def _renamed(part: Any, names: dict[str, str]) -> Any:
    """The part under today's names; one that has both keeps the old name, which is then no field."""
    if not isinstance(part, dict):
        return part
    return {names[key] if key in names and names[key] not in part else key: value for key, value in part.items()}
