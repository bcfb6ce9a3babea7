// Flow words: a flow's texts, as words of an answer.

import { piecesOf } from "../../flow/engine/run/walk/say.ts";
import type { Speech } from "../../flow/engine/run/step-contract.ts";
import type { Pronunciations } from "../../flow/language/program.ts";
import { masked, type Words } from "../responder.ts";

/** `pronounce`: how the language of the speech says words of this flow. */
export function wordsOf(speech: Speech, pronounce: Pronunciations | undefined): readonly Words[] {
  const { voice, language, isUnrecorded } = speech;
  return piecesOf(speech)
    .filter(({ text }) => text !== "")
    .map(({ text, logged: shown, pauseMs, sound }) => ({
      type: "text",
      // The newline separates texts that do not end in a full stop.
      delta: `${text}\n`,
      language,
      ...loggedOf(text, isUnrecorded === true ? masked : shown),
      ...(voice === undefined ? {} : { manner: voice }),
      ...(pronounce === undefined || pronounce.size === 0 ? {} : { pronounce }),
      ...(pauseMs === 0 ? {} : { pauseMs }),
      ...(sound === undefined ? {} : { sound }),
    }));
}

const loggedOf = (text: string, logged: string): { readonly logged?: string } =>
  logged === text ? {} : { logged: `${logged}\n` };
