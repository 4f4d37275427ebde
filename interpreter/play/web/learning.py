"""What a lesson answers: verdicts, hints, named moves, and beginning again."""

from collections.abc import Sequence

from interpreter.engines.errors import IllegalAction
from interpreter.play.choosing.walk import Node, NoSuchChoice
from interpreter.play.choosing.words import label, sentence, towards
from interpreter.play.lessons.attempt import Attempt, Verdict
from interpreter.play.moves import why
from interpreter.play.web.messages import Message
from interpreter.play.web.replies import Answer, Data, Json, refusal, spoken
from interpreter.play.web.table import Refused, Table


class Lessons:
    """Answers the messages of a table that is a lesson."""

    def __init__(self, table: Table) -> None:
        self.table = table

    def answer(self, player: int, message: Message) -> Answer:
        """Raises Refused where the table is no lesson."""
        attempt = self._attempt(player)
        match message.type:
            case "verdict":
                return Answer((verdict_data(attempt.verdict(self.table.session.states)),))
            case "try":
                return Answer((self._named(attempt, message),))
            case _:
                self.table.begin_again()
                return Answer(has_changed=True)

    def hint(self) -> Data:
        """A move that solves the lesson."""
        attempt = self._attempt(None)
        if not attempt.lesson.is_helped:
            return refusal("this setting of the lesson has no hints")
        action = attempt.hint(self.table.session.states)
        if action is None:
            return refusal("there is no hint here: take back, or begin again")
        state = self.table.state
        best: Data = {"text": state.action_to_string(action), "share": None, "sites": [*self._sites(action)]}
        return {"type": "thinking", "iterations": 0, "best": [best]}

    def _attempt(self, player: int | None) -> Attempt:
        attempt = self.table.lesson
        if attempt is None or (player is not None and player != attempt.learner):
            raise Refused("this table is no lesson")
        return attempt

    def _named(self, attempt: Attempt, message: Message) -> Data:
        """A move that was named, by clicks or as a text: whether it is legal, or only begun."""
        state, walk = self.table.state, self.table.walk()
        text = message.text or spoken(message.path)
        try:
            if message.text:
                action = state.action_from_string(message.text)
            else:
                node = walk.at(message.path)
                if node.action is None:
                    return self._begun(node)
                action = node.action
        except (NoSuchChoice, IllegalAction):
            return self._wrong(text)
        return verdict_data(attempt.name(action)) | {"sites": [*self._sites(action)], "named": True}

    def _begun(self, node: Node) -> Data:
        """What a move that is begun leaves to be chosen and is no place: a direction, a number."""
        game = self.table.game
        further: list[Json] = []
        for option in node.options:
            if option.token.site is None:
                site = towards(game, option, node)
                said = sentence(label(game, option, node))
                near = None if site is None else game.board.sites[site].name
                further.append({"value": option.token.text, "label": said, "site": near})
        return {"type": "verdict", "begun": [*node.texts], "options": further, "text": "", "right": None}

    def _wrong(self, text: str) -> Data:
        try:
            found = why(self.table.state, text)
        except IllegalAction as error:
            return {"type": "verdict", "right": False, "solved": False, "text": str(error)}
        reason = found[0].text if found else "it cannot be read"
        return {"type": "verdict", "right": False, "solved": False, "text": f"{text} is not legal: {reason}"}

    def _sites(self, action: int) -> Sequence[str]:
        sites = self.table.game.board.sites
        return [sites[s].name for s in self.table.state.action_sites(action)]


def verdict_data(verdict: Verdict) -> Data:
    return {
        "type": "verdict",
        "right": verdict.is_right,
        "solved": verdict.is_solved,
        "text": verdict.text,
    }
