// Arcs: all possible readings of a stretch of words in this question: a value, a mark, an act, words beside an answer,
// or unexplained.

import type { Reading } from "./chart.ts";
import { countArcs } from "./counts.ts";
import { fitOf } from "./fit.ts";
import { type Free, mailsIn } from "./free.ts";
import { namesIn, wholeName } from "./names.ts";
import { optionArcs } from "./options/options.ts";
import type { Variable } from "./variables.ts";
import { type Arc, isBeside, readingsAt, type ReadySlot, type Scene } from "./scene.ts";
import { bothArcs, namedCost, valueArcs } from "./values.ts";

/** Types of readings that mean something, so that they are no words beside an answer when no variable wants them. */
const FOREIGN = new Set(
  "day time money duration quantity days hours daytime moment number party daypart vague shift more between headcount".split(
    " ",
  ),
);
/** The "2" of `line2` is an answer as well. */
const NUMBER = /^\d+$/;
const SIGN = /^[^\p{L}\d]+$/u;

export function arcsOf(scene: Scene): readonly (readonly Arc[])[] {
  const { tokens, slots } = scene;
  const arcs: Arc[][] = tokens.map(() => []);
  const nouns = new Set(
    slots.flatMap((slot) => (slot.isPeople ? [] : slot.nouns.flat().filter((noun) => !NUMBER.test(noun)))),
  );
  const add = (added: readonly Arc[]): void => {
    for (const arc of added) arcs[arc.start]?.push(arc);
  };
  const slotted = slots.flatMap((slot) => slotArcs(scene, slot));
  for (const at of tokens.keys()) {
    for (const reading of readingsAt(scene, at)) add(readingArcs(scene, reading));
    add(callArcs(scene, at, slotted));
    add([wordArc(scene, at, nouns)]);
  }
  add(slotted);
  return arcs;
}

function readingArcs(scene: Scene, reading: Reading): readonly Arc[] {
  const { type, value, start, end, cost } = reading;
  const { hasBoolean, own, stems } = scene;
  if (type === "mark" && value === "no" && hasBoolean) return [];
  const isOwnWord = hasBoolean && own.has(stems[start] as string);
  // "Cancel it", if the question was about cancelling.
  if (type === "act" && (isOwnWord || (hasBoolean && isAnswer(scene, reading)))) return [];
  // "We don't have pets" means no; elsewhere such words say that the caller has no answer.
  if (type === "act" && hasBoolean && value === "dont_have" && reading.form?.includes("{word}")) return [];
  // "Leave it at the door" means no at another question.
  const isDenied = scene.tokens.slice(start, end).some(({ text }) => scene.language.denySet.has(text));
  if (type === "agreement" && value === false && isOwnWord && !isDenied) return [];
  const values = valueArcs(scene, reading);
  const isForeign = values === undefined && FOREIGN.has(type);
  return [
    ...talkArcs(scene, reading),
    ...bothArcs(scene, reading),
    ...(values ?? []),
    ...(isForeign
      ? [{ start, end, kind: "foreign", what: type, cost: 0.7 + cost + 0.03 * (end - start) } as const]
      : []),
    ...countArcs(scene, reading),
  ];
}

/** "Rather not" answers a yes-or-no question. */
const isAnswer = (scene: Scene, { start, end }: Reading): boolean =>
  readingsAt(scene, start).some(
    (each) => each.end === end && (each.type === "agreement" || each.type === "yesno"),
  );

function talkArcs(scene: Scene, reading: Reading): readonly Arc[] {
  const { hasName, hasBoolean, own, stems } = scene;
  const { type, value, start, end, cost } = reading;
  const what = String(value);
  // "Without sugar" is a no to sugar, and a yes to "without sugar?".
  if (what === "without" && type === "mark") {
    if (!hasBoolean) return [];
    const isRepeated = own.has(stems[start] as string);
    return [
      { start, end, ...(isRepeated ? { kind: "beside" } : { kind: "mark", what: "not" }), cost: 0.03 + cost },
    ];
  }
  if (type === "mark") return [{ start, end, kind: "mark", what, cost: 0.03 + cost }];
  if (type === "act") return [{ start, end, kind: "act", what, cost: 0.05 + cost }];
  if (type === "aside" || ((type === "lead" || type === "case") && hasName))
    return [{ start, end, kind: "beside", cost: 0.04 + cost + namedCost(scene, reading) }];
  if (type === "reason") return [{ start, end, kind: "reason", what, cost: 0.04 + cost }];
  // "No, I can't do Friday": a sentence behind the "no" denies the following words.
  const hasSentence = scene.tokens
    .slice(start + 1, end)
    .some(({ text }) => scene.language.subjectSet.has(text));
  if (type !== "yesno" || hasBoolean || hasSentence) return [];
  return value === true
    ? [{ start, end, kind: "beside", what: "yes", cost: 0.06 + cost }]
    : [{ start, end, kind: "mark", what: "no", cost: 0.05 + cost }];
}

/**
 * Cost of a call: one call for all words is cheaper than two calls; a single word is a call only if it is alone:
 * "sorry, five" corrects an answer.
 */
function callCost(words: number, isAll: boolean): number {
  if (isAll) return -0.1;
  return words > 1 ? -0.03 : 0.12;
}

/** Arcs for phrases of authors' handlers. */
const callArcs = (scene: Scene, start: number, slotted: readonly Arc[]): readonly Arc[] => {
  const { calls, tokens } = scene;
  // "Once more", if that names an option.
  const isNamed = (end: number): boolean =>
    slotted.some((arc) => arc.start === start && arc.end === end && arc.cost < 0);
  return calls
    .filter(({ words }) => words[0] === tokens[start]?.text)
    .filter(({ words }) => words.every((word, at) => tokens[start + at]?.text === word))
    .filter(({ words }) => !isNamed(start + words.length) && !isAnswered(scene, start, start + words.length))
    .map(({ name, words }): Arc => ({
      start,
      end: start + words.length,
      kind: "act",
      what: name,
      cost: callCost(words.length, words.length === tokens.length),
    }));
};

/** An answer to the question wins over a command: "that's all" ends no call where more was offered. */
const isAnswered = (scene: Scene, start: number, end: number): boolean =>
  scene.slots.some(
    ({ variable, isAsked }) =>
      isAsked &&
      readingsAt(scene, start).some((reading) => {
        const fit = reading.end === end ? fitOf(reading, variable, scene.now) : undefined;
        return fit?.value !== undefined && fit.isOutside !== true;
      }),
  );

/** Arc of a single word that no reading takes. */
function wordArc(scene: Scene, at: number, nouns: ReadonlySet<string>): Arc {
  const { tokens, language, hasBoolean } = scene;
  const text = tokens[at]?.text ?? "";
  const stem = scene.stems[at] ?? "";
  const plain = { start: at, end: at + 1 };
  const doubt = language.doubtOf.get(text);
  const isRead = (...types: readonly string[]): boolean =>
    readingsAt(scene, at).some(({ type }) => types.includes(type));
  if (text === "%") return { ...plain, kind: "doubt", what: "compare", cost: 0.5 };
  if (SIGN.test(text)) return { ...plain, kind: "beside", cost: 0.02 };
  if (isBeside(scene, text))
    return { ...plain, kind: "beside", cost: hasBoolean && isRead("yesno", "agreement") ? 0.2 : 0.05 };
  if (language.weakSet.has(text)) {
    const next = tokens[at + 1];
    // "One, please": words that end any answer are no nouns of it.
    const isBeforeWord = next !== undefined && !next.isAfterBreak && !language.hesitationSet.has(next.text);
    // "Two, not one"
    const isDenied = at > 0 && readingsAt(scene, at - 1).some(({ value }) => value === "not");
    return { ...plain, kind: "beside", cost: isDenied ? 0.7 : isBeforeWord ? 0.3 : 0.45 };
  }
  if (nouns.has(stem)) return { ...plain, kind: "beside", cost: 0.12 };
  if (doubt !== undefined) return { ...plain, kind: "doubt", what: doubt, cost: 0.5 };
  if (isOwn(scene, stem) && !isRead("number", "day", "time")) return { ...plain, kind: "beside", cost: 0.06 };
  // "Non-veg"
  if (language.denySet.has(text)) return { ...plain, kind: "mark", what: "not", cost: 0.5 };
  return { ...plain, kind: "open", cost: 1 };
}

/** Whether a word belongs to the question, or is related to one of its words: "a donation" for "donate". */
const isOwn = ({ own }: Scene, stem: string): boolean =>
  own.has(stem) ||
  (stem.length > 5 && [...own].some((word) => word.length > 5 && word.slice(0, 5) === stem.slice(0, 5)));

function slotArcs(scene: Scene, slot: ReadySlot): readonly Arc[] {
  const { tokens, readings, language } = scene;
  const { variable, isAsked } = slot;
  const { name, type } = variable;
  const arcOf = ({ start, end, text, cost, doubt, isLoose = false }: Free): Arc => ({
    start,
    end,
    kind: "value",
    cost,
    sets: [{ name, fit: { value: text, isBare: isLoose, ...(doubt !== undefined && { doubt }) } }],
  });
  if (type === "boolean" && isAsked) return echoArcs(scene, slot);
  if (type === "choice") return optionArcs(scene, slot);
  if (type === "email")
    return mailsIn(tokens, readings, language).map((mail) => arcOf({ ...mail, cost: 0.05 }));
  if (type === "name")
    return namesIn(tokens, readings, language)
      .filter(
        (each) => isAsked || (!isUsual(scene, each) && (each.isLed === true || mendsName(scene, slot, each))),
      )
      .map((each) =>
        arcOf({
          ...each,
          ...wholeName(each, variable.near),
          cost: 0.1 + each.cost + (isAsked ? 0 : 0.1),
          ...(isDay(scene, each) && { doubt: "it may be a day" }),
          ...(!isAsked && each.isLed !== true && { doubt: "it may be the name of another" }),
        }),
      );
  return [];
}

const isInQuestion = ({ slots }: Scene, { near }: Variable): boolean =>
  typeof near === "string" &&
  slots.some(({ isAsked, variable }) => isAsked && variable.ask?.includes(near) === true);

/**
 * "For Ada Lovelace. Shall I book it?" – "It's Chad Brewer", "no, Chad Brewer", "not Ada": a correction of the name
 * just said.
 */
function mendsName(scene: Scene, { variable }: ReadySlot, { start, end, text }: Free): boolean {
  const { tokens, readings } = scene;
  const isName = (at: number): boolean => /^\p{Lu}[\p{L}\p{M}'’-]/u.test(tokens[at]?.raw ?? "");
  if (!isInQuestion(scene, variable) || !isName(start)) return false;
  const old = String(variable.near).split(" ");
  const before = readings.slice(0, start).flat();
  const marked = before.filter(({ type, value }) => type === "mark" && MENDING_NAMES.has(value));
  if (text.split(" ").every((name) => old.includes(name)))
    return marked.some(({ value, end: at }) => value === "not" && at === start);
  const isLed = before.some(({ type, end: at }) => type === "weaklead" && at <= start && isName(at));
  return isLed || marked.length > 0 || (end - start > 1 && old.some((name) => text.includes(name)));
}
const MENDING_NAMES = new Set<unknown>(["no", "not", "but"]);

const isDay = (scene: Scene, { start, end }: { start: number; end: number }): boolean =>
  readingsAt(scene, start).some((reading) => reading.type === "day" && reading.end === end);

/** "For Christmas", "for Monday": no name, unless the question asks for one. */
const isUsual = ({ tokens, language }: Scene, { start, end }: { start: number; end: number }): boolean =>
  tokens.slice(start, end).some(({ text }) => language.grammar.vocabulary.has(text));

/** "Shall I cancel it?" – "cancel it": a caller who repeats the question's own words means yes. */
function echoArcs(scene: Scene, { variable, own }: ReadySlot): readonly Arc[] {
  const { stems, tokens, language } = scene;
  const isEcho = (word: string, at: number): boolean => {
    const text = tokens[at]?.text ?? "";
    return (
      word.length > 3 &&
      own.includes(word) &&
      !language.paleSet.has(text) &&
      !language.doubtOf.has(text) &&
      !readingsAt(scene, at).some(({ type }) => FOREIGN.has(type) && type !== "daypart" && type !== "vague")
    );
  };
  return stems.flatMap((word, at): Arc[] =>
    isEcho(word, at)
      ? [
          {
            start: at,
            end: at + 1,
            kind: "value",
            cost: 0.03,
            sets: [{ name: variable.name, fit: { value: true, isEcho: true } }],
          },
        ]
      : [],
  );
}
