// What is said: the right wording of a text for its language and turn, with values as they are spoken.

import { MASK, renderSpeech } from "../../../language/expression/template-renderer.ts";
import type { EvaluationScope } from "../../../language/expression/evaluation-scope.ts";
import { type Language, languageOf } from "../../../locale/languages.ts";
import type { BargeIn, TextsByLanguage, Voice } from "../../../language/program.ts";
import type { Speech } from "../step-contract.ts";
import type { Draft } from "../step-draft.ts";
import { scopeOf, type View } from "../expression-scope.ts";
import type { Line } from "../flow-state.ts";
import { viewOf } from "../running-flow.ts";

/** Lines that are kept for a model, and characters of each. */
const historyLinesMax = 60;
const lineCharsMax = 4_000;

/** Rendered for the caller, and as others may see it. */
export interface Words {
  readonly text: string;
  readonly logged: string;
  readonly language: string;
}

/** `scope`: where only some other names can be seen. */
type Seen = View & { readonly scope?: EvaluationScope };

/** The wording for the `time`-th time, counted from 1; undefined when there is none or it comes to nothing. */
export function wordsOf(text: TextsByLanguage, time: number, view: Seen): Words | undefined {
  const language = [view.language, view.program.language, ...text.keys()].find((one) => text.has(one));
  const wordings = (language === undefined ? undefined : text.get(language)) ?? [];
  const template = wordings[Math.min(Math.max(time, 1), wordings.length) - 1];
  if (template === undefined || language === undefined) return undefined;
  const rendered = renderSpeech(template, view.scope ?? scopeOf({ ...view, language }));
  return rendered.text === "" ? undefined : { ...rendered, language };
}

/** What the engine itself says has one form for all times, or several. */
export function ownWords(draft: Draft, choose: (language: Language) => string): Words {
  const text = choose(languageOf(draft.state.language));
  return { text, logged: text, language: ownLanguage(draft.state.language) };
}

/** The language that the engine's own words are in: another one where nobody has taught us the flow's. */
export function ownLanguage(tag: string): string {
  const { language } = languageOf(tag).pack;
  return tag === language || tag.startsWith(`${language}-`) ? tag : language;
}

/** One after the other, as one text where they are of one language. */
export function speakBoth(draft: Draft, before: Words | undefined, after: Words | undefined): void {
  const both = joined(before, after);
  if (both !== undefined) return speak(draft, both);
  speak(draft, before);
  speak(draft, after);
}

/** How it is said where the flow stands, unless told otherwise. Without words: only the echo that waits. */
export function speak(draft: Draft, words: Words | undefined, bargeIn?: BargeIn): void {
  const echo = takeEcho(draft, words);
  const all = joined(echo, words);
  for (const one of all === undefined ? [echo, words] : [all])
    if (one !== undefined) utter(draft, one, bargeIn);
}

function utter(draft: Draft, words: Words, bargeIn: BargeIn | undefined): void {
  const speech = speechOf(draft, words, bargeIn);
  draft.emit({ type: "say", ...speech });
  note(draft, { role: "assistant", text: speech.logged });
}

export function speechOf(draft: Draft, words: Words, bargeIn?: BargeIn): Speech {
  const { voice, bargeIn: nodes } = draft.node;
  return { ...words, bargeIn: bargeIn ?? nodes, ...voiced(voice) };
}

function voiced(voice: Voice | undefined): { readonly voice?: Voice } {
  return voice === undefined ? {} : { voice };
}

/** Undefined when there is nothing, or when they are of two languages, which one voice cannot say. */
function joined(before: Words | undefined, after: Words | undefined): Words | undefined {
  if (before === undefined || after === undefined) return before ?? after;
  if (before.language !== after.language) return undefined;
  return { ...after, text: `${before.text} ${after.text}`, logged: `${before.logged} ${after.logged}` };
}

/** The echo that waits, unless what follows says the same anyway. */
function takeEcho(draft: Draft, next: Words | undefined): Words | undefined {
  const { echo, language } = draft.state;
  if (echo === null) return undefined;
  draft.change({ echo: null });
  const wanted = echo.words.filter(({ text }) => echo.always || next === undefined || !says(next.text, text));
  if (wanted.length === 0) return undefined;
  const { wordings } = languageOf(language);
  // "3 p.m." brings its own stop.
  const said = (texts: readonly string[]): string => wordings.echo(texts.join(", ")).replace(/\.\.$/, ".");
  const text = said(wanted.map((words) => words.text));
  return {
    text,
    logged: said(wanted.map(({ logged }) => logged)),
    language: ownLanguage(language),
  };
}

/** Whether a text says the value, as whole words. */
function says(text: string, value: string): boolean {
  const at = text.indexOf(value);
  const isWordAt = (index: number): boolean => /[\p{L}\p{N}]/u.test(text.charAt(index));
  return at >= 0 && !isWordAt(at - 1) && !isWordAt(at + value.length);
}

export function note(draft: Draft, line: Line): void {
  const kept = { ...line, text: line.text.slice(0, lineCharsMax) };
  draft.change({ history: [...draft.state.history, kept].slice(-historyLinesMax) });
}

/** What the caller just said turns out to be for nobody else. */
export function hideLast(draft: Draft): void {
  const { history, last } = draft.state;
  const at = history.findLastIndex(({ role }) => role === "user");
  draft.change({
    last: { ...last, sensitive: true },
    history: history.map((line, index) => (index === at ? { ...line, text: MASK } : line)),
  });
}

/** How often the node where the flow stands was entered. */
export function timesHere(draft: Draft): number {
  const { entered, node } = draft.frame;
  return Object.hasOwn(entered, node) ? (entered[node] ?? 1) : 1;
}

/** What the node where the flow stands says. */
export function sayNode(draft: Draft): Words | undefined {
  return wordsOf(draft.node.say, timesHere(draft), viewOf(draft));
}
