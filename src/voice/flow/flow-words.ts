// Flow words: what a flow says, as words of an answer.

import type { Speech } from "../../flow/engine/run/step-contract.ts";
import type { BargeIn } from "../../flow/language/program.ts";
import type { MayCutIn, Words } from "../responder.ts";

export function wordsOf({ text, logged, voice, language }: Speech): readonly Words[] {
  if (text === "") return [];
  return [
    {
      type: "text",
      // The newline keeps texts apart that do not end in a full stop.
      delta: `${text}\n`,
      language,
      ...(logged === text ? {} : { logged: `${logged}\n` }),
      ...(voice === undefined ? {} : { manner: voice }),
    },
  ];
}

export function cutInOf(bargeIn: BargeIn): MayCutIn {
  return bargeIn === "dtmf" ? "keys" : bargeIn;
}
