// Question wording: the text of the open question, of a read-back, or of a choice between two readings of one answer.

import { MASK, type RenderedText, renderSpeech } from "../../../language/expression/template-renderer.ts";
import { languageOf } from "../../../locale/languages.ts";
import { dialledPhone } from "../../../locale/spoken-phone.ts";
import type { Question } from "../../../language/program.ts";
import type { FilledVariable } from "../../understand/understanding.ts";
import type { Kind } from "../../../value/value.ts";
import type { StepDraft } from "../step-draft.ts";
import { namesIn } from "./choice-options.ts";
import { groupWords } from "./dictation.ts";
import { halfWords } from "./half-range.ts";
import { countedNoun, spokenName } from "./spoken-names.ts";
import { listQuestion } from "./list-question.ts";
import { ownLanguage, ownWords, sayNode, timesHere, type SpokenText, spokenTextOf } from "../walk/say.ts";
import { isHidden, scopeOf, spokenAs, variableOf, withValue } from "../expression-scope.ts";
import { type OpenQuestion, noFailures, own, type PendingQuestion } from "../flow-state.ts";
import { viewOf } from "../running-flow.ts";

/** Question of the current node for a variable, asked or only listened for; otherwise undefined. */
export function questioning(draft: StepDraft, name: string): Question | undefined {
  const { act } = draft.node;
  if (act.type !== "ask") return undefined;
  return [...act.questions, ...act.ahead].find(({ variable }) => variable === name);
}

/** Words that ask for a variable here: the node's own if it asks for nothing else. */
export function questionOf(draft: StepDraft, name: string): SpokenText | undefined {
  return listQuestion(draft, name) ?? plainQuestionOf(draft, name);
}

/** Question about a list without an entry. */
export function plainQuestionOf(draft: StepDraft, name: string): SpokenText | undefined {
  const { act, say } = draft.node;
  if (act.type === "ask" && act.questions.length === 1 && say.size > 0) return sayNode(draft);
  return ownQuestionOf(draft, name);
}

/** The words that ask for this variable alone. */
export function ownQuestionOf(draft: StepDraft, name: string): SpokenText | undefined {
  const text = questioning(draft, name)?.ask;
  return text === undefined ? undefined : spokenTextOf(text, timesHere(draft), viewOf(draft));
}

/** The text of what is open now (question, confirmation or choice of readings), rendered with the current values. */
export function openWords(draft: StepDraft, asking: OpenQuestion): SpokenText | undefined {
  const { pending, variable, dictation, half } = asking;
  if (pending === null && half?.name === variable) return halfWords(draft, half, spokenValue(draft, half));
  if (pending === null)
    return dictation === undefined ? questionOf(draft, variable) : groupWords(draft, variable, dictation);
  if (pending.type === "confirm") return summaryWords(draft, pending) ?? confirmWords(draft, pending.values);
  const spokenValues = pending.values.map((value) => spokenValue(draft, { name: pending.name, value }));
  const ask = (values: readonly string[]): string =>
    ownWords(draft, ({ wordings, speaker }) => wordings.either(values, speaker)).text;
  const isMasked = isHidden(variableOf(draft.program, pending.name), draft.frame);
  const text = ask(spokenValues.map((words) => words.text));
  return { text, logged: isMasked ? MASK : text, language: ownLanguage(draft.state.language) };
}

/** Words of a node that reviews its answers: its own for all of them, or the question about the change. */
function summaryWords(
  draft: StepDraft,
  { isOld, isChanging }: Extract<PendingQuestion, { type: "confirm" }>,
): SpokenText | undefined {
  const { act } = draft.node;
  if (act.type !== "ask" || act.reviews !== true || !isOld) return undefined;
  if (isChanging === true) return ownWords(draft, ({ wordings }) => wordings.whatToChange);
  return sayNode(draft);
}

/** "Four and Saturday: is that right?" A refused value is spelled, if spelling is more precise. */
export function confirmWords(draft: StepDraft, values: readonly FilledVariable[]): SpokenText {
  const worded = values.length === 1 ? ownReadBack(draft, values[0]) : undefined;
  if (worded !== undefined) return worded;
  const { speaker, wordings } = languageOf(draft.state.language);
  const isSpelled = values.some(({ name }) => {
    const refusals = spelledAfter[variableOf(draft.program, name).type.kind] ?? Infinity;
    return (own(draft.frame.failures, name) ?? noFailures).refused >= refusals;
  });
  const say = (texts: readonly string[]): string =>
    isSpelled
      ? wordings.confirmSpelled(speaker.list(texts, "and"))
      : wordings.confirm(speaker.list(texts, "and"));
  const spoken = values.map((filled) =>
    isSpelled ? spelled(draft, filled) : readBackValue(draft, filled, values),
  );
  return {
    text: say(spoken.map(({ text }) => text)),
    logged: say(spoken.map(({ logged }) => logged)),
    language: ownLanguage(draft.state.language),
  };
}

/** The author's words for one read-back. They are not said for two at once. */
function ownReadBack(draft: StepDraft, filled: FilledVariable | undefined): SpokenText | undefined {
  const text = filled && questioning(draft, filled.name)?.readBack;
  if (filled === undefined || text === undefined || text.size === 0) return undefined;
  const view = viewOf(draft);
  const { refused } = own(draft.frame.failures, filled.name) ?? noFailures;
  return spokenTextOf(text, refused + 1, {
    ...view,
    scope: withValue(scopeOf(view), filled.name, filled.value),
  });
}

/** Last sentence of a question, without its mark. */
const lastQuestion = (question: string): string =>
  question
    .trim()
    .replace(/\?$/, "")
    .split(/[.!?:;]\s+/)
    .at(-1) ?? "";

/** A value with its counted noun, or with its name if another value could be meant: "2 adults and 3 kids". */
export function readBackValue(
  draft: StepDraft,
  filled: FilledVariable,
  all: readonly FilledVariable[],
): RenderedText {
  const spoken = spokenValue(draft, filled);
  const { pack, wordings } = languageOf(draft.state.language);
  const { type, synonyms: names } = variableOf(draft.program, filled.name);
  const synonyms = namesIn(names, viewOf(draft));
  const variable = { name: filled.name, synonyms, question: questionOf(draft, filled.name)?.text ?? "" };
  const noun = type.kind === "number" ? countedNoun(variable, pack) : undefined;
  const counted = noun === undefined ? undefined : pack.nouns.counted(Number(filled.value), noun);
  if (counted !== undefined) return withWords(spoken, (text) => `${text} ${counted}`);
  // A day read back while two are asked for could be either.
  const others = type.kind === "date" || type.kind === "time" ? (draft.asking?.open ?? []) : [];
  const named = new Set([...all.map(({ name }) => name), ...others]);
  const alike = [...named].filter((name) => variableOf(draft.program, name).type.kind === type.kind);
  const isPlain =
    type.kind === "choice" || (alike.length < 2 && (type.kind !== "boolean" || synonyms.length === 0));
  const name = isPlain ? undefined : spokenName(variable, pack);
  if (name === undefined && type.kind === "boolean" && variable.question !== "")
    return withWords(spoken, () => wordings.answered(lastQuestion(variable.question), filled.value === true));
  if (name === undefined) return spoken;
  return withWords(spoken, (text) => wordings.named(type.kind === "boolean" ? `${name}:` : name, text));
}

/** The same words around the spoken and the logged value; a masked value stays bare. */
const withWords = ({ text, logged }: RenderedText, words: (value: string) => string): RenderedText => ({
  text: words(text),
  logged: logged === text ? words(logged) : logged,
});

/** Refusals after which a value is spelled: at once if words alone do not distinguish Shane from Shayne. */
const spelledAfter: Partial<Readonly<Record<Kind, number>>> = {
  name: 1,
  email: 1,
  code: 1,
  digits: 2,
  phone: 2,
  text: 2,
};

function spelled(draft: StepDraft, filled: FilledVariable): RenderedText {
  const variable = variableOf(draft.program, filled.name);
  const { type } = variable;
  if (spelledAfter[type.kind] === undefined || typeof filled.value !== "string")
    return spokenValue(draft, filled);
  const dialled = type.kind === "phone" ? dialledPhone(filled.value, type.region) : undefined;
  const signs = dialled?.replaceAll(/\D/g, "") ?? filled.value;
  const text = languageOf(draft.state.language).speaker.spell(signs);
  return { text, logged: isHidden(variable, draft.frame) ? MASK : text };
}

/** Spoken form of a variable's value, even before it is stored. */
export function spokenValue(draft: StepDraft, { name, value }: FilledVariable): RenderedText {
  const view = viewOf(draft);
  const scope = scopeOf(view);
  const variable = variableOf(draft.program, name);
  const hole = {
    expr: { type: "name", name: "value", from: 0, to: 0 } as const,
    filters: [],
    from: 0,
    to: 0,
  };
  return renderSpeech([hole], {
    ...scope,
    moment: scope.moment,
    get: () => value,
    kindOf: () => spokenAs(variable, view),
  });
}

/**
 * Queues an implicit confirmation: the values are said before the next prompt. `always`: even if that prompt says
 * them.
 */
export function queueEcho(draft: StepDraft, filled: readonly FilledVariable[], always: boolean): void {
  if (filled.length === 0) return;
  const words = filled.map((one) => spokenValue(draft, one));
  draft.change({ echo: { words, always }, echoed: filled.map(({ name }) => name) });
}
