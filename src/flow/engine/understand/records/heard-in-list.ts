// Heard in a list: what is said of a list and beside it, unless it is a command as a whole.

import { matchHandler } from "../commands.ts";
import { findAll, type Lexicon } from "../lexicon.ts";
import { besideCommands, type Utterance, utteranceOf } from "../tokenised-utterance.ts";
import { withDashesRead } from "../types/dashes.ts";
import type { ListeningPoint, Understood } from "../understanding.ts";
import { besideList, withBeside } from "./beside-list.ts";
import { listMeant } from "./list-answer.ts";

export function heardInList(words: string, point: ListeningPoint): Understood | undefined {
  if (point.lists === undefined) return undefined;
  const utterance = utteranceAt(words, point);
  const beside = besideList(utterance, point, (text) => utteranceAt(text, point));
  const among = beside && ofList(beside.words, point);
  return beside === undefined || among === undefined ? ofList(utterance, point) : withBeside(among, beside);
}

function ofList(utterance: Utterance, point: ListeningPoint): Understood | undefined {
  const heard = listMeant(utterance, point);
  // "That's all" ends a list, and not the call.
  const isOver = heard?.type === "answer" && heard.values[0]?.isOver === true;
  return isOver || matchHandler(utterance, point.handlers)?.alone !== true ? heard : undefined;
}

/** The words as they are meant here: beside commands, and where the question says what is a yes and a no. */
function utteranceAt(words: string, point: ListeningPoint): Utterance {
  const { pack, asked, handlers, confirming } = point;
  const plain = utteranceOf(withDashesRead(words, point), pack);
  const beside = besideCommands(
    plain,
    handlers.flatMap(({ phrases }) => phrases),
  );
  if (confirming !== undefined || asked?.wanted.kind !== "boolean") return beside;
  const question = utteranceOf(asked.question ?? "", pack);
  if (findAll(question.compiled.moreOffers, question.keys).length > 0)
    return { ...answering(beside, beside.compiled.yesNoMore), offersMore: true };
  const isForAnybody = question.keys.some((key) => pack.telling.anybody.has(key));
  return isForAnybody ? answering(beside, beside.compiled.yesNoAnybody) : beside;
}

/** Where these are its yes and no: where more is offered "that's it" and "I'm good" are a no. */
function answering(utterance: Utterance, yesNo: Lexicon<boolean>): Utterance {
  const { compiled, keys } = utterance;
  const answers = findAll(yesNo, keys);
  const unsure = utterance.unsure.filter(
    ({ from, to }) => !answers.some((each) => each.from <= from && to <= each.to),
  );
  return { ...utterance, unsure, compiled: { ...compiled, yesNo } };
}
