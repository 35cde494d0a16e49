"""Opens a self-play dataset with numpy, memory-mapped, and recomputes every label from the moves.

Usage: check_dataset.py FOLDER

The rules are written out plainly here, apart from the program's own. Prints one line of counts;
exits with 1 and the place of the fault when a column is not what the moves say.
"""
import json
import sys
from pathlib import Path

import numpy as np

UNKNOWN = -128


class Othello:
    """Bit sets of squares, 8 * row + column; a state is (own, opponent, side)."""

    def __init__(self, rules):
        assert rules == "standard", rules
        self.start = ((1 << 28) | (1 << 35), (1 << 27) | (1 << 36), 0)

    def initial(self, _deal):
        return self.start

    @staticmethod
    def flips(own, opponent, square):
        total = 0
        for dr in (-1, 0, 1):
            for dc in (-1, 0, 1):
                if dr == dc == 0:
                    continue
                row, column, line = square // 8 + dr, square % 8 + dc, 0
                while 0 <= row < 8 and 0 <= column < 8 and opponent >> 8 * row + column & 1:
                    line |= 1 << 8 * row + column
                    row, column = row + dr, column + dc
                if line and 0 <= row < 8 and 0 <= column < 8 and own >> 8 * row + column & 1:
                    total |= line
        return total

    def squares(self, own, opponent):
        return [s for s in range(64)
                if not (own | opponent) >> s & 1 and self.flips(own, opponent, s)]

    def legal(self, state):
        own, opponent, _ = state
        squares = self.squares(own, opponent)
        return squares if squares or not self.squares(opponent, own) else [64]

    def play(self, state, move):
        own, opponent, side = state
        if move == 64:
            return opponent, own, 1 - side
        turned = self.flips(own, opponent, move)
        return opponent ^ turned, own | turned | 1 << move, 1 - side

    def over(self, state):
        return not self.legal(state)

    def result(self, state):
        own, opponent, side = state
        mine, yours = own.bit_count(), opponent.bit_count()
        empty = 64 - mine - yours
        score = mine - yours + (empty if mine > yours else -empty if mine < yours else 0)
        return [score, -score] if side == 0 else [-score, score]

    def side(self, state):
        return state[2]

    def seat(self, state):
        return state[2]

    def cells(self, state, _deal):
        return {"own": state[0], "opponent": state[1]}

    def left(self, state):
        return 64 - (state[0] | state[1]).bit_count()


def otrio_lines():
    """Winning triples of (size, row, column): one size along a line, sizes rising or falling along
    a line, or all sizes of a cell."""
    rows = [[(r, c) for c in range(3)] for r in range(3)]
    rows += [[(r, c) for r in range(3)] for c in range(3)]
    rows += [[(i, i) for i in range(3)], [(i, 2 - i) for i in range(3)]]
    lines = []
    for row in rows:
        for sizes in ((0, 0, 0), (1, 1, 1), (2, 2, 2), (0, 1, 2), (2, 1, 0)):
            lines.append([(s, *cell) for s, cell in zip(sizes, row)])
    lines += [[(s, r, c) for s in range(3)] for r in range(3) for c in range(3)]
    return [sum(1 << 9 * s + 3 * r + c for s, r, c in line) for line in lines]


class Otrio:
    """A state is (pieces by colour, colour due, winner or None)."""

    def __init__(self, rules):
        placement, blocked, players = rules.split(",")
        self.nested = placement == "nested"
        self.blocked = None
        if blocked != "none":
            self.blocked = ("SML".index(blocked[0]) * 9 + 3 * (int(blocked[2]) - 1) +
                            "abc".index(blocked[1]))
        self.colours = {"pairs": 4, "duel": 2, "3": 3, "4": 4}[players]
        self.seats = 2 if players in ("pairs", "duel") else self.colours
        self.lines = otrio_lines()
        assert len(self.lines) == 49

    def initial(self, _deal):
        return (0, 0, 0, 0), 0, None

    def placements(self, pieces, colour):
        filled = pieces[0] | pieces[1] | pieces[2] | pieces[3]
        result = []
        for slot in range(27):
            size, cell = divmod(slot, 9)
            if (pieces[colour] >> 9 * size & 0x1FF).bit_count() == 3 or slot == self.blocked:
                continue
            # Under `nested` a piece shuts the larger slots of its cell.
            shutting = range(size + 1) if self.nested else [size]
            if not any(filled >> 9 * s + cell & 1 for s in shutting):
                result.append(slot)
        return result

    def legal(self, state):
        pieces, due, winner = state
        if winner is not None:
            return []
        if not any(self.placements(pieces, c) for c in range(self.colours)):
            return []
        return self.placements(pieces, due) or [27]

    def play(self, state, move):
        pieces, due, winner = state
        if move != 27:
            mine = pieces[due] | 1 << move
            pieces = tuple(mine if c == due else pieces[c] for c in range(4))
            if any(mine & line == line for line in self.lines):
                winner = due
        return pieces, (due + 1) % self.colours, winner

    def over(self, state):
        return not self.legal(state)

    def result(self, state):
        if state[2] is None:
            return [0] * self.seats
        return [1 if s == state[2] % self.seats else -1 for s in range(self.seats)]

    def side(self, state):
        return state[1]

    def seat(self, state):
        return state[1] % self.seats

    def cells(self, state, _deal):
        return {"pieces": list(state[0])}

    def left(self, state):
        return max(len(self.placements(state[0], c)) for c in range(self.colours))


class Trio:
    """Simple mode without teams. A state is a dict; cards are numbered as the deal has them."""

    def __init__(self, rules):
        players, mode = rules.split(",")
        assert mode == "simple", rules
        self.seats = int(players)
        self.hand = {3: 9, 4: 7, 5: 6, 6: 5}[self.seats]

    def initial(self, deal):
        cards = [int(card) for card in deal["cards"]]
        hands = [list(range(s * self.hand, (s + 1) * self.hand)) for s in range(self.seats)]
        assert all(cards[a] <= cards[b] for h in hands for a, b in zip(h, h[1:]))
        return {"cards": cards, "hands": hands, "centre": set(range(self.seats * self.hand, 36)),
                "known": set(), "up": [], "turn": 0, "taken": {}}

    def hidden(self, state, seat):
        return [i for i in state["hands"][seat] if i not in state["up"]]

    def card(self, state, move):
        if move < 36:
            return self.seats * self.hand + move
        hidden = self.hidden(state, (move - 36) // 2)
        return hidden[-1 if (move - 36) % 2 else 0]

    def legal(self, state):
        if self.winner(state) is not None:
            return []
        first = self.seats * self.hand
        moves = [i - first for i in sorted(state["centre"]) if i not in state["up"]]
        for seat in range(self.seats):
            if self.hidden(state, seat):
                moves += [36 + 2 * seat, 37 + 2 * seat]
        return moves

    def winner(self, state):
        for seat in range(self.seats):
            mine = [number for number, by in state["taken"].items() if by == seat]
            if len(mine) == 3 or 7 in mine:
                return seat
        return None

    def play(self, state, move):
        card = self.card(state, move)
        state = dict(state, known=state["known"] | {card}, up=state["up"] + [card],
                     taken=dict(state["taken"]))
        numbers = [state["cards"][i] for i in state["up"]]
        if numbers[-1] != numbers[0]:
            return dict(state, up=[], turn=(state["turn"] + 1) % self.seats)
        if len(numbers) == 3:
            gone = set(state["up"])
            state["taken"][numbers[0]] = state["turn"]
            state["hands"] = [[i for i in h if i not in gone] for h in state["hands"]]
            state["centre"] = state["centre"] - gone
            state["known"] = state["known"] - gone
            return dict(state, up=[], turn=(state["turn"] + 1) % self.seats)
        return state

    def over(self, state):
        return not self.legal(state)

    def result(self, state):
        winner = self.winner(state)
        if winner is None:
            return [0] * self.seats
        return [1 if s == winner else -1 for s in range(self.seats)]

    def side(self, state):
        return state["turn"]

    def seat(self, state):
        return state["turn"]

    def cells(self, state, _deal):
        def bits(cards):
            return list(sum(1 << i for i in cards).to_bytes(5, "little"))
        taken = sum((by + 1) << 4 * (number - 1) for number, by in state["taken"].items())
        return {"taken_by": list(taken.to_bytes(6, "little")), "known": bits(state["known"]),
                "up": bits(state["up"])}

    def left(self, _state):
        return 99


def best(game, state):
    """Plain minimax for two players: the result for the seat to move."""
    if game.over(state):
        return game.result(state)[game.seat(state)]
    seat = game.seat(state)
    values = []
    for move in game.legal(state):
        after = game.play(state, move)
        value = best(game, after)
        values.append(value if game.seat(after) == seat else -value)
    return max(values)


def expect(good, *where):
    if not good:
        sys.exit("check_dataset: wrong: " + " ".join(str(w) for w in where))


def open_shard(folder, manifest, shard):
    arrays = {}
    for kind, file in shard.items():
        path = folder / file["name"]
        array = np.load(path, mmap_mode="r")
        expect(isinstance(array, np.memmap), path, "is not mapped")
        expect(len(array) == file["rows"] and path.stat().st_size == file["bytes"], path)
        schema = manifest["records"][kind]
        expect(array.dtype.itemsize == schema["record_bytes"], path, "record size")
        for column in schema["columns"]:
            if column["name"]:
                field, offset = array.dtype.fields[column["name"]][:2]
                expect(offset == column["offset"] and field.base.str == column["type"] and
                       (field.shape or (1,)) == (column["count"],), path, column["name"])
        arrays[kind] = array
    return arrays


def check_game(game, arrays, row, counts):
    deal = arrays["deals"][counts["in_shard"]] if "deals" in arrays else None
    first, plies = int(row["first_row"]), int(row["plies"])
    rows = arrays["positions"][first:first + plies]
    state = game.initial(deal)
    states = []
    for ply, position in enumerate(rows):
        where = ("game", row["game"], "ply", ply)
        legal = game.legal(state)
        expect(position["game"] == row["game"] and position["ply"] == ply, *where)
        expect(position["side"] == game.side(state), *where, "side")
        expect(position["move"] in legal, *where, "move", position["move"], legal)
        for name, value in game.cells(state, deal).items():
            expect(position[name].tolist() == value, *where, name, position[name], value)
        expect((position["source"] == 1) <= (len(legal) == 1), *where, "forced")
        expect(np.isnan(position["value"]) or position["source"] == 3, *where, "value")
        if "visits" in arrays:
            begin, end = arrays["visit-offsets"][first + ply:first + ply + 2].tolist()
            visits = arrays["visits"][begin:end]
            expect(all(move in legal for move in visits["move"].tolist()), *where, "visits")
            expect((visits["visits"] > 0).all() or position["source"] != 3, *where, "visits")
            counts["visits"] += end - begin
        states.append(state)
        state = game.play(state, int(position["move"]))
    finished = game.over(state)
    result = game.result(state) if finished else [0] * len(row["result"])
    expect(row["finished"] == finished, "game", row["game"], "finished")
    expect(row["result"].tolist()[:row["seats"]] == result[:row["seats"]], "game", row["game"])
    for ply, position in enumerate(rows):
        where = ("game", row["game"], "ply", ply)
        expect(position["result"] == result[game.seat(states[ply])], *where, "result")
        if position["exact"] == UNKNOWN:
            continue
        counts["exact"] += 1
        if row["seats"] > 2:
            continue
        # The best move is at least as good as the one played.
        if ply + 1 < plies and rows[ply + 1]["exact"] != UNKNOWN:
            after = int(rows[ply + 1]["exact"])
            after = after if game.seat(states[ply]) == game.seat(states[ply + 1]) else -after
            expect(position["exact"] >= after, *where, "exact")
        if game.left(states[ply]) <= 4:
            expect(position["exact"] == best(game, states[ply]), *where, "exact", position["exact"])
            counts["solved"] += 1
    counts["games"] += 1
    counts["positions"] += plies
    return tuple(rows["move"].tolist()), tuple(deal["cards"].tolist()) if deal is not None else ()


def main():
    folder = Path(sys.argv[1])
    manifest = json.loads((folder / "manifest.json").read_text())
    settings = manifest["settings"]
    games = {"othello": Othello, "otrio": Otrio, "trio": Trio}
    game = games[settings["game"]](settings["rules"])
    counts = dict.fromkeys(("games", "positions", "exact", "solved", "visits"), 0)
    seen = set()
    for shard in manifest["shards"]:
        arrays = open_shard(folder, manifest, shard)
        counts["in_shard"] = 0
        rows = 0
        for row in arrays["games"]:
            expect(row["game"] == counts["games"] and row["first_row"] == rows, "games", row)
            seen.add(check_game(game, arrays, row, counts))
            counts["in_shard"] += 1
            rows += int(row["plies"])
        expect(rows == len(arrays["positions"]), "rows of no game")
    expect(counts["games"] == manifest["counts"]["games"] ==
           settings["units"] * settings["games_per_unit"], "number of games")
    expect(counts["positions"] == manifest["counts"]["positions"], "number of positions")
    expect(len(seen) == manifest["counts"]["distinct_games"], "distinct games", len(seen))
    print(json.dumps({k: v for k, v in counts.items() if k != "in_shard"}))


main()
