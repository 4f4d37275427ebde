"""Plots as SVG, by Vega-Altair and vl-convert: text stays text, and takes the colour of the page that it stands in."""

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any

_LINE, _POINT = "#3b78b5", "#c4622d"
_INK = "currentColor"


class NoPlotsError(RuntimeError):
    """The libraries for plots are not installed; the message is for people."""


def _svg(chart: Any) -> str:
    axis = {
        "labelColor": _INK,
        "titleColor": _INK,
        "domainColor": _INK,
        "tickColor": _INK,
        "gridColor": "#8884",
    }
    made = chart.configure(background="transparent").configure_axis(**axis).configure_view(stroke=None)
    made = made.configure_legend(labelColor=_INK, titleColor=_INK)
    return str(import_module("vl_convert").vegalite_to_svg(made.to_dict()))


def altair() -> Any:
    """The library. Raises NoPlotsError."""
    try:
        import_module("vl_convert")
        return import_module("altair")
    except ImportError:
        raise NoPlotsError("reports need plots: `pip install 'gdl-interpreter[report]'`") from None


def intervals(rows: Sequence[Mapping[str, Any]], title: str, fair: float | None) -> str:
    """Points with intervals, by name: `name`, `value`, `low`, `high` in per cent."""
    alt = altair()
    base = alt.Chart(alt.Data(values=list(rows)))
    x = alt.X("name:N", sort=None, title=None, axis=alt.Axis(labelAngle=0))
    y = alt.Y("value:Q", title=title, scale=alt.Scale(domain=[0, 100]))
    chart = base.mark_rule(color=_LINE, strokeWidth=2).encode(x=x, y=alt.Y("low:Q", title=title), y2="high:Q")
    chart = chart + base.mark_point(color=_LINE, filled=True, size=60).encode(x=x, y=y)
    if fair is not None:
        line = alt.Chart(alt.Data(values=[{"fair": fair}])).mark_rule(color=_POINT, strokeDash=[4, 4])
        chart = chart + line.encode(y="fair:Q")
    return _svg(chart.properties(width=420, height=180))


def histogram(values: Sequence[float], title: str) -> str:
    alt = altair()
    chart = alt.Chart(alt.Data(values=[{"v": v} for v in values])).mark_bar(color=_LINE)
    chart = chart.encode(
        x=alt.X("v:Q", bin=alt.Bin(maxbins=24, minstep=1), title=title), y=alt.Y("count()", title="games")
    )
    return _svg(chart.properties(width=420, height=160))


def line(values: Sequence[tuple[float, float]], x: str, y: str, middle: float | None = None) -> str:
    alt = altair()
    chart = alt.Chart(alt.Data(values=[{"x": a, "y": b} for a, b in values])).mark_line(color=_LINE)
    chart = chart.encode(x=alt.X("x:Q", title=x), y=alt.Y("y:Q", title=y))
    if middle is not None:
        rule = alt.Chart(alt.Data(values=[{"m": middle}])).mark_rule(color=_POINT, strokeDash=[4, 4])
        chart = chart + rule.encode(y="m:Q")
    return _svg(chart.properties(width=420, height=160))


def heat(sites: Sequence[Mapping[str, Any]], title: str) -> str:
    """Sites at their places: `x`, `y`, `name`, and `share` in per cent."""
    alt = altair()
    size = min(60.0, 420 / (max(s["x"] for s in sites) - min(s["x"] for s in sites) + 1))

    def axis(name: str, which: Any) -> Any:
        """A place is as long as a square, and half of one is left at both ends."""
        low, high = min(s[name] for s in sites) - 0.5, max(s[name] for s in sites) + 0.5
        return which(f"{name}:Q", axis=None, scale=alt.Scale(domain=[low, high], nice=False, zero=False))

    chart = alt.Chart(alt.Data(values=list(sites))).mark_square(size=(size * 0.92) ** 2, opacity=1)
    chart = chart.encode(
        x=axis("x", alt.X),
        y=axis("y", alt.Y),
        color=alt.Color("share:Q", title=title, scale=alt.Scale(scheme="viridis", domain=[0, 100])),
    )
    width, height = (max(s[n] for s in sites) - min(s[n] for s in sites) + 1 for n in ("x", "y"))
    return _svg(chart.properties(width=size * width, height=size * height))
