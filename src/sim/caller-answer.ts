// Caller's answer: the words or keys of a simulated caller when a flow listens. They are drawn from the
// understandable ones: mostly an answer, sometimes another request, sometimes words without meaning.

import { expectationOf } from "../flow/engine/guide/expectation-of.ts";
import type { TurnRules } from "../flow/engine/run/step-contract.ts";
import type { ListeningPoint, ValueRule } from "../flow/engine/understand/understanding.ts";
import { digitsByChance, freeText, saidFor, valueByChance } from "./caller-value.ts";
import { sentenceByChance } from "./sentence-by-chance.ts";
import type { SeededRandom } from "./seeded-random.ts";

export type CallerAnswer =
  { readonly type: "words"; readonly text: string } | { readonly type: "keys"; readonly keys: string };

/** Percentages of answers; the rest answers the question. */
const shares = { astray: 6, request: 6, keys: 4, no: 12, correction: 6, odd: 15 } as const;

/** Words that answer nothing: the caller talks to another person, or was misheard. */
const astray = [
  "the weather is lovely",
  "put it over there",
  "my neighbour has a blue bicycle",
  "nine lives",
  "so",
];

/** `point` is undefined where the flow does not listen to anything of the caller's. */
export function callerAnswer(
  point: ListeningPoint | undefined,
  turn: TurnRules,
  random: SeededRandom,
): CallerAnswer | undefined {
  if (point === undefined || turn.accepts === "nothing") return undefined;
  const keys = keysFor(point, random);
  if (turn.accepts === "dtmf" || (keys !== "" && random.chance(shares.keys / 100))) {
    return keys === "" ? { type: "keys", keys: String(random.int(0, 9)) } : { type: "keys", keys };
  }
  return { type: "words", text: wordsFor(point, turn, random) };
}

function wordsFor(point: ListeningPoint, turn: TurnRules, random: SeededRandom): string {
  const { asked, confirming, handlers } = point;
  const dice = random.int(1, 100);
  const request = random.maybe(random.maybe(handlers)?.phrases ?? []);
  if (dice <= shares.astray) return random.pick(astray);
  if (request !== undefined && dice <= shares.astray + shares.request) return request;
  if (confirming !== undefined) return confirmation(point, turn, random);
  if (asked === undefined) return request ?? random.pick(freeText);
  const odd = random.chance(shares.odd / 100)
    ? grammarWords(point, turn, { random, part: "answer" })
    : undefined;
  return odd ?? valueByChance(asked.wanted, point, random);
}

function confirmation(point: ListeningPoint, turn: TurnRules, random: SeededRandom): string {
  const dice = random.int(1, 100);
  const { pack } = point;
  if (dice <= shares.no) return random.pick(saidFor(false, pack.tag));
  const correction =
    dice <= shares.no + shares.correction ? grammarWords(point, turn, { random, part: "any" }) : undefined;
  return correction ?? random.pick(saidFor(true, pack.tag));
}

/** The keys with a meaning here; "" without any. */
function keysFor({ asked, confirming, handlers }: ListeningPoint, random: SeededRandom): string {
  if (confirming !== undefined) return "";
  const answerKeys = asked === undefined ? "" : keysOf(asked.wanted, random);
  return answerKeys !== "" ? answerKeys : (random.maybe(handlers.flatMap(({ dtmf }) => dtmf ?? [])) ?? "");
}

function keysOf(wanted: ValueRule, random: SeededRandom): string {
  if (wanted.kind === "choice") return random.maybe(wanted.options.flatMap(({ dtmf }) => dtmf ?? [])) ?? "";
  if (wanted.kind !== "digits") return "";
  return digitsByChance(wanted, random);
}

interface Wish {
  readonly random: SeededRandom;
  /** In a grammar, answers come first, then corrections of earlier answers. */
  readonly part: "answer" | "any";
}

/** Words that the guided recogniser would understand here; undefined if its language has no grammar. */
function grammarWords(point: ListeningPoint, turn: TurnRules, { random, part }: Wish): string | undefined {
  const { anyOf } = expectationOf(point, turn);
  const grammar = anyOf.find((one) => one.type === "grammar");
  if (grammar?.type === "grammar") {
    const { said } = grammar;
    const first = typeof said !== "string" && "anyOf" in said ? said.anyOf[0] : said;
    return sentenceByChance(part === "any" ? said : (first ?? said), random);
  }
  const phrases = anyOf.find((one) => one.type === "phrases");
  return phrases?.type === "phrases" ? random.maybe(phrases.phrases) : undefined;
}
