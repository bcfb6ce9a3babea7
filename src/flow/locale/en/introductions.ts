// English introductions: how callers say who they are, and that somebody else cannot be reached.

import type { Introductions } from "../introductions.ts";
import { list } from "../spoken-forms.ts";

const persons = ["he", "she", "they"];

export const introductions: Introductions = {
  asking: list(
    "am i speaking, am i talking, am i through, is this, is that, do i have, have i reached, have i got, are you, who am i speaking to",
  ),
  starts: list(
    "this is, it is, it's, that is, that's, i am, i'm, you're speaking to, you're speaking with, you are speaking to, you are speaking with, you're talking to, you're talking with, you've reached, you have reached, speaking to, my name is, my name's",
  ),
  names: list("this is, my name is, my name's, i am, i'm"),
  absences: [
    ...list(
      "wrong number, wrong person, not here, isn't here, not in, isn't in, not at home, not home, isn't home, isn't at home, not available, isn't available, not around, isn't around, stepped out, just left, doesn't live here, does not live here, doesn't work here, no longer lives here, no longer works here, passed away, no one here by that name, nobody here by that name, no one by that name, nobody by that name, moved away, moved out",
    ),
    ...persons.flatMap((person) =>
      ["is out", "are out", "is away", "are away", "is at work", "are at work", "is busy", "are busy"].map(
        (where) => `${person} ${where}`,
      ),
    ),
    ...["he's", "she's", "they're"].flatMap((person) =>
      ["out", "away", "at work", "busy", "gone", "asleep", "dead"].map((where) => `${person} ${where}`),
    ),
  ],
};
