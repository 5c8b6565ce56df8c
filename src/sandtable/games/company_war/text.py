"""Company War in a terminal."""
from __future__ import annotations
from sandtable.games.company_war.names import Names
from sandtable.games.company_war.state import WarHand, WarTable
from sandtable.games.company_war.values import Book

def draw_table(book: Book, names: Names, table: WarTable, hand: WarHand | None) -> str:
    return "turn " + str(table.turn)
