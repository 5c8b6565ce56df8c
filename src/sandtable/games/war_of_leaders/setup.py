"""The numbers one match is played with, and the names of its options.  They are read by sheet.py and zones.py."""

from __future__ import annotations

from typing import Final

from sandtable.kit.plane import disc_hits, disc_in_box, disc_in_disc, nearer

PACKAGE: Final = "sandtable.games.war_of_leaders"

KING: Final = 0
CAPTAIN: Final = 1
TANK: Final = 2
SOLDIER: Final = 3

# who stops a moving piece (6.6)
BLOCK_ENEMIES: Final = 0
BLOCK_ALL: Final = 1
BLOCK_NONE: Final = 2
BLOCKING: Final = ["enemies", "all", "none"]

ORDER_THROW: Final = 0
ORDER_LOT: Final = 1
ORDER_FIXED: Final = 2
ORDERS: Final = ["throw", "lot", "fixed"]

PLACE_OPEN: Final = 0
PLACE_SECRET: Final = 1
PLACE_READY: Final = 2
PLACEMENTS: Final = ["open", "secret", "ready"]

WALLS_PLAYERS: Final = 0
WALLS_READY: Final = 1
WALLS_SEEDED: Final = 2
WALLS_NONE: Final = 3
WALLS: Final = ["players", "ready", "seeded", "none"]

# who goes with a leader (4.5, 7.1)
SQUADS_FIXED: Final = 0
SQUADS_OWN: Final = 1
SQUADS_ANY: Final = 2
SQUADS: Final = ["fixed", "own", "any"]


class BadScenario(ValueError):
    """A scenario that cannot be played; says what is wrong, and which part of the sheet is to blame."""

    def __init__(self, text: str, key: str = "unplayable", where: list[str] | None = None, value: str = "") -> None:
        super().__init__(text)
        self.key = key  # of the sentence in the catalogue
        self.where: list[str] = where if where is not None else []
        self.value = value  # for that sentence


class Rules:
    """Everything fixed before the first throw.  Lists by zone, by army index or by pips.

    Armies may differ by seat (1.2).  Then the army list is the least that holds each of them: a seat lacks some of its pieces."""

    def __init__(self, seats: int) -> None:
        self.seats = seats
        # table (1.1) and start zones (2.7), clockwise; there may be more zones than seats
        self.width = 0
        self.height = 0
        self.disc = 0  # radius of a round table; 0 when it is a rectangle
        self.middle_x = 0  # of the start zones: where formations and ready obstacles look
        self.middle_y = 0
        self.zones = 0
        self.zone_x: list[int] = []
        self.zone_y: list[int] = []
        self.zone_r = 0
        self.facing: list[int] = []  # angle towards the middle
        self.fronts: list[int] = []  # where the ready formation looks
        self.spots: list[list[int]] = []  # x, y, x, y ...: places put into offers
        self.ready: list[list[list[int]]] = []  # by seat and zone: x, y by army index, -1 for a piece the seat lacks (4.4)
        # army (1.2, 1.3, 4.5)
        self.army = 0
        self.kind: list[int] = []
        self.radius: list[int] = []
        self.has: list[list[int]] = []  # by seat and army index: 1 if the seat has it
        self.leader: list[list[int]] = []  # by seat and army index
        self.widest = 0
        # measures (1.4)
        self.micro = 30_000  # a factor in thousandths of a millimetre
        self.pace: list[int] = []  # by pips
        self.reach: list[int] = []  # by army index; if the die decides, with a six
        self.reach_halves: list[int] = []  # by army index: of twice the pips, where the die decides (8.2)
        self.command = 0
        self.point: list[int] = []
        self.keep = 0
        self.passage = 0
        self.needed = 0
        # obstacles: the box of shapes (3.5), the ready ones (3.2), the scenario's own (3.6)
        self.shapes: list[list[int]] = []  # outline; for a circle its radius alone
        self.shape_words: list[str] = []
        self.pattern: list[list[int]] = []  # percent, then the outline
        self.own_walls: list[list[int]] = []  # outline, or x, y, radius
        # numbers
        self.tied_throws = 0
        self.pass_rounds = 0
        self.max_talks = 0
        self.terms: list[int] = []
        self.offered_terms: list[int] = []
        self.phrases = 0
        # options
        self.ordering = ORDER_THROW
        self.placement = PLACE_OPEN
        self.walls = WALLS_PLAYERS
        self.wall_count = 0
        self.seed = 0
        self.plant = False
        self.blocking = BLOCK_ENEMIES
        self.squads = SQUADS_FIXED
        self.die_range = False  # 8.2: the first die of an attack decides how far it reaches
        self.late = False  # 8.1: the target is named after the roll
        self.eight = False
        self.scatter = False
        self.rally = False
        self.screens = False
        self.remains = False
        self.hold = False
        self.rounds = 0
        self.negotiation = False
        self.fog = False

    def length(self, factors: int, parts: int = 1) -> int:
        """1.4: several factors, or parts of them, rounded once."""
        return (2 * factors * self.micro + 1000 * parts) // (2000 * parts)

    def reach_by(self, pips: int) -> list[int]:
        """8.2 with the die: pips times the factor, a Tank half as far again; by army index."""
        return [self.length(pips * halves, 2) for halves in self.reach_halves]

    def on_table(self, x: int, y: int, radius: int) -> bool:
        """6.4: wholly on the table; touching its edge is allowed."""
        if self.disc:
            return disc_in_disc(x, y, radius, self.disc, self.disc, self.disc)
        return disc_in_box(x, y, radius, self.width, self.height)

    def in_zone(self, zone: int, x: int, y: int, radius: int) -> bool:
        """4.1: wholly in a start zone."""
        return disc_in_disc(x, y, radius, self.zone_x[zone], self.zone_y[zone], self.zone_r) and self.on_table(x, y, radius)


def near_disc(wall: list[int], x: int, y: int, gap: int) -> bool:
    """Whether an obstacle, an outline or x, y and radius, comes nearer to a place than a gap."""
    if len(wall) == 3:
        return nearer(wall[0], wall[1], x, y, gap + wall[2])
    return disc_hits(wall, x, y, gap)
