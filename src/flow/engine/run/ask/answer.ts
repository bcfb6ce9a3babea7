// The caller has said or pressed something where the flow listens: what it means, and what follows.

import { understand } from "../../understand/understand.ts";
import type { KeyMeaning, Understood } from "../../understand/understanding.ts";
import { askPending } from "./ask.ts";
import { acceptClear, confirmed, takeValues } from "./confirm.ts";
import { correct } from "./correct-answer.ts";
import { type Draft, type Next, rest } from "../step-draft.ts";
import { fail } from "./no-answer.ts";
import { fire } from "../walk/handlers.ts";
import { hearingOf } from "./listening-point.ts";
import { canPropose, propose } from "./ask-model.ts";

/** How often "which of these?" may be asked before it counts as not understood. */
const roundsMax = 2;

export function hearWords(draft: Draft, text: string, confidence: number): Next {
  const hearing = hearingOf(draft, confidence);
  const { asking } = draft;
  if (hearing === undefined || asking === undefined) return rest;
  draft.changeAsking({ isPatient: false });
  draft.change({ echoed: [] });
  const meaning = understand(text, hearing);
  draft.trace("understood", meaning.type);
  if (meaning.type === "unclear" && asking.pending === null && canPropose(draft)) return propose(draft, text);
  return actOn(draft, meaning);
}

export function actOn(draft: Draft, meaning: Understood | Extract<KeyMeaning, { type: "unclear" }>): Next {
  switch (meaning.type) {
    case "answer":
      return takeValues(draft, meaning.values, meaning.decision);
    case "alternatives":
      return either(draft, meaning);
    case "invalid":
      acceptClear(draft, meaning.also);
      return askedFor(draft, meaning.name, "invalid");
    case "handler":
      return fire(draft, meaning.name);
    case "correction":
      return correct(draft, meaning);
    case "confirmed":
      return confirmed(draft, meaning);
    case "unclear":
      return fail(draft, "noMatch");
  }
}

function either(draft: Draft, { name, values, also }: Extract<Understood, { type: "alternatives" }>): Next {
  acceptClear(draft, also);
  const { asking } = draft;
  if (asking === undefined) return rest;
  const rounds = asking.rounds + 1;
  if (rounds > roundsMax) {
    draft.changeAsking({ pending: null, rounds: 0 });
    return fail(draft, "noMatch");
  }
  return askPending(draft, {
    ...asking,
    variable: name,
    pending: { type: "either", name, values },
    rounds,
  });
}

/** The failure is of the variable that was meant, which may be another open one of the node. */
function askedFor(draft: Draft, name: string, kind: "invalid"): Next {
  if (draft.asking?.open.includes(name) === true) draft.changeAsking({ variable: name, pending: null });
  return fail(draft, kind);
}
