"""The curtain between people who may not see the same, and the question before leaving."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Center, Middle
from textual.screen import ModalScreen
from textual.widgets import Static


class Curtain(ModalScreen[None]):
    """Covers everything until Enter is pressed."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "lift", "Look")]
    CSS = """
    Curtain { background: $background; align: center middle; }
    Curtain Static { width: auto; max-width: 90%; text-align: center; padding: 1 2; }
    """

    def __init__(self, said: str) -> None:
        super().__init__()
        self.said = said

    def compose(self) -> ComposeResult:
        with Middle(), Center():
            yield Static(self.said, markup=False, id="curtain")

    def action_lift(self) -> None:
        self.dismiss()

    def on_click(self) -> None:
        self.dismiss()
