"""Lines to learn from: `python lines.py COUNT [PROSE.txt] > lines.txt`. Half of them are what agents say, short ones
among them, the rest is prose, where a file has some, with a sentence a line. The same on each run.

The first trainings took prose of Debian's fortunes, manuals and developers' documents, from 3 to 24 words.
"""

import random
import sys
from pathlib import Path

chance = random.Random(7)
pick, number = chance.choice, chance.randint

DIGITS = "zero one two three four five six seven eight nine".split()
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
DAYS = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split()
MONTHS = "January February March April May June July August September October November December".split()
FIRST = "Anna James Linda Robert Maria David Priya Omar Wei Lucia Ivan Aisha Karen Diego Emma Yuki Thomas Ruth".split()
LAST = "Smith Garcia Nguyen Brown Okafor Kowalski Patel Jones Tanaka Miller Singh Rossi Schmidt Clark Evans".split()
CITIES = ["Boston", "Denver", "Leeds", "Dublin", "Austin", "Lisbon", "Oslo", "San Diego", "New York", "Glasgow"]
STREETS = ["Oak Street", "Mill Lane", "Park Avenue", "Cedar Road", "Lake Drive", "Church Street"]
THINGS = "appointment order refund invoice delivery password contract booking prescription claim ticket".split()
SHORT = (
    "Yes. No. Sure. Thanks. Hello. Goodbye. Right. Sorry? Really? Tomorrow? Noon. Nine. Twelve. One moment. Thank you. "
    "Go ahead. Good morning. Which day? How many? Your name? Is that okay? All done. Not yet. Please hold. I see."
)


def spoken_digits(least, most):
    return pick([" ", ", "]).join(pick(DIGITS) for _ in range(number(least, most)))


def letters():
    return pick([" ", ", "]).join(pick(LETTERS) for _ in range(number(2, 7)))


def code():
    return ", ".join(pick(LETTERS) if chance.random() < 0.5 else str(number(0, 9)) for _ in range(number(3, 8)))


def money():
    return pick([f"${number(1, 99)}.{number(1, 99):02d}", f"{number(2, 900)} dollars", f"{number(2, 99)} pounds"])


def time():
    return pick([f"{number(1, 12)}:{number(10, 59)} p.m.", f"{number(1, 12)} a.m.", "noon", "half past seven"])


def date():
    return pick([f"{pick(MONTHS)} {number(1, 28)}", pick(DAYS), f"{pick(DAYS)} morning", "tomorrow", "next week"])


def name():
    return pick([f"{pick(FIRST)} {pick(LAST)}", pick(FIRST), f"Mister {pick(LAST)}", f"Doctor {pick(LAST)}"])


TEMPLATES = [
    lambda: pick(SHORT.replace("?", "?|").replace(".", ".|").split("|")).strip() or "Okay.",
    lambda: f"{letters()}.",
    lambda: f"{code()}.",
    lambda: f"{spoken_digits(3, 10)}.",
    lambda: f"I heard {letters()}. Did I get that right?",
    lambda: f"Your {pick(THINGS)} is on {date()} at {time()}.",
    lambda: f"The {pick(THINGS)} costs {money()}, is that all right?",
    lambda: f"{pick(['Good morning', 'Hello', 'Thank you'])}, {name()}.",
    lambda: f"Could you give me the {pick(['number', 'date', 'name'])} of your {pick(THINGS)}, please?",
    lambda: f"{name()} lives at {number(1, 990)} {pick(STREETS)}, {pick(CITIES)}.",
    lambda: f"We moved the {pick(THINGS)} from {date()} to {date()}.",
    lambda: f"The train to {pick(CITIES)} leaves at {time()} from platform {number(1, 20)}.",
    lambda: f"There are {number(2, 400)} {pick(['people', 'rooms', 'minutes', 'messages'])} left.",
    lambda: f"I am sorry, the {pick(THINGS)} for {name()} is not ready until {date()}.",
    lambda: f"Would you like {pick(['to wait', 'a call back', 'an email'])}, or shall I cancel the {pick(THINGS)}?",
]


def main():
    count = int(sys.argv[1])
    prose = Path(sys.argv[2]).read_text().splitlines() if len(sys.argv) > 2 else []
    chance.shuffle(prose)
    lines = {}
    for turn in range(20 * count):
        takes_prose = turn % 2 == 1 and turn // 2 < len(prose)
        lines[prose[turn // 2].strip() if takes_prose else pick(TEMPLATES)()] = True
        if len(lines) == count:
            break
    print("\n".join(line.replace("..", ".") for line in lines))


main()
