// Prompt rendering: picks the wording of a text for the language and the turn, and speaks values as people say them.

import {
  MASK,
  renderSpeech,
  type RenderedSpeech,
  type SpokenPiece,
} from "../../../language/expression/template-renderer.ts";
import type { EvaluationScope } from "../../../language/expression/evaluation-scope.ts";
import { type Language, languageOf } from "../../../locale/languages.ts";
import type { TextsByLanguage, Voice } from "../../../language/program.ts";
import type { SoundsByLanguage } from "../../../value/sound-name.ts";
import type { ModelHistoryLine, Speech } from "../step-contract.ts";
import type { StepDraft } from "../step-draft.ts";
import { scopeOf, type FlowView } from "../expression-scope.ts";
import { viewOf } from "../running-flow.ts";

/** History lines kept for a model, and UTF-16 units of each. */
const historyLinesMax = 60;
const lineCharsMax = 4_000;

/** Rendered text: as heard by the caller, and as logged, with sensitive values masked. */
export interface SpokenText extends RenderedSpeech {
  readonly language: string;
  /** Absent: the node's. */
  readonly voice?: Voice;
  /** Heard in place of the voice: a file or an address. */
  readonly sound?: string;
}

/** `scope` replaces the view's own, for templates with other names (arguments of a tool). */
type Seen = FlowView & { readonly scope?: EvaluationScope };

/** Wording for the `time`-th time, counted from 1. Undefined if there is none, or it is empty. */
export function spokenTextOf(text: TextsByLanguage, time: number, view: Seen): SpokenText | undefined {
  const language = [view.language, view.program.language, ...text.keys()].find((one) => text.has(one));
  const wordings = (language === undefined ? undefined : text.get(language)) ?? [];
  const template = wordings[Math.min(Math.max(time, 1), wordings.length) - 1];
  if (template === undefined || language === undefined) return undefined;
  const rendered = renderSpeech(template, view.scope ?? scopeOf({ ...view, language }));
  return rendered.text === "" ? undefined : { ...rendered, language };
}

/** Words of a recorded sound; spoken if their language has none. */
export function withSound(
  sounds: SoundsByLanguage | undefined,
  words: SpokenText | undefined,
): SpokenText | undefined {
  const sound = words && sounds?.get(words.language);
  if (words === undefined || sound === undefined) return words;
  const { pieces: _, ...whole } = words;
  return { ...whole, sound };
}

/** A text of the engine itself, in the language of the call. */
export function ownWords(draft: StepDraft, choose: (language: Language) => string): SpokenText {
  const text = choose(languageOf(draft.state.language));
  return { text, logged: text, language: ownLanguage(draft.state.language) };
}

/** The language of the engine's own texts: a fallback where no language pack exists for the flow's language. */
export function ownLanguage(tag: string): string {
  const { pack } = languageOf(tag);
  return tag === pack.tag || tag.startsWith(`${pack.tag}-`) ? tag : pack.tag;
}

/** One after the other, as one text if both are in one language. */
export function speakBoth(
  draft: StepDraft,
  before: SpokenText | undefined,
  after: SpokenText | undefined,
): void {
  const both = joined(before, after);
  if (both !== undefined) return speak(draft, both);
  speak(draft, before);
  speak(draft, after);
}

/** Says a text with the voice and the barge-in rule of the current node. Without words only a queued echo is said. */
export function speak(draft: StepDraft, words: SpokenText | undefined, bargeIn?: boolean): void {
  const echo = takeEcho(draft, words);
  const all = joined(echo, words);
  for (const one of all === undefined ? [echo, words] : [all])
    if (one !== undefined) utter(draft, one, bargeIn);
}

function utter(draft: StepDraft, words: SpokenText, bargeIn: boolean | undefined): void {
  const speech = speechOf(draft, words, bargeIn);
  draft.emit({ type: "say", ...speech });
  addToHistory(draft, { role: "assistant", text: speech.logged });
}

/** A text with the voice and the barge-in rule of the current node. */
export function speechOf(draft: StepDraft, words: SpokenText, bargeIn?: boolean): Speech {
  const { voice, bargeIn: nodes } = draft.node;
  return { ...words, bargeIn: bargeIn ?? nodes, ...voiced(words.voice ?? voice), ...unrecordedNow(draft) };
}

/** Part of the present words. */
export const unrecordedNow = ({ state }: StepDraft): { readonly isUnrecorded?: true } =>
  state.isUnrecorded === true ? { isUnrecorded: true } : {};

function voiced(voice: Voice | undefined): { readonly voice?: Voice } {
  return voice === undefined ? {} : { voice };
}

/** Two texts as one. Undefined if both are absent, or if they differ in language or voice. */
function joined(before: SpokenText | undefined, after: SpokenText | undefined): SpokenText | undefined {
  if (before === undefined || after === undefined) return before ?? after;
  if (before.language !== after.language || before.voice !== after.voice) return undefined;
  const { sound: _, ...manner } = after;
  const both = {
    ...manner,
    text: `${before.text} ${after.text}`,
    logged: `${before.logged} ${after.logged}`,
  };
  if ([before, after].every(({ pieces, sound }) => pieces === undefined && sound === undefined)) return both;
  return { ...both, pieces: [...piecesOf(before), ...piecesOf(after)] };
}

/** A text as pieces. */
export const piecesOf = ({
  text,
  logged,
  pieces,
  sound,
}: Omit<SpokenText, "language">): readonly SpokenPiece[] =>
  pieces ?? [{ text, logged, pauseMs: 0, ...(sound !== undefined && { sound }) }];

/** Takes the queued echo, without values that the next text says itself. */
function takeEcho(draft: StepDraft, next: SpokenText | undefined): SpokenText | undefined {
  const { echo, language } = draft.state;
  if (echo === null) return undefined;
  draft.change({ echo: null });
  const wanted = echo.words.filter(({ text }) => echo.always || next === undefined || !says(next.text, text));
  if (wanted.length === 0) return undefined;
  const { wordings } = languageOf(language);
  // "3 p.m." ends with a full stop of its own.
  const echoOf = (texts: readonly string[]): string => wordings.echo(texts.join(", ")).replace(/\.\.$/, ".");
  const text = echoOf(wanted.map((words) => words.text));
  return {
    text,
    logged: echoOf(wanted.map(({ logged }) => logged)),
    language: ownLanguage(language),
  };
}

/** Whether a text says the value, as whole words. */
function says(text: string, value: string): boolean {
  const at = text.indexOf(value);
  const isWordAt = (index: number): boolean => /[\p{L}\p{N}]/u.test(text.charAt(index));
  return at >= 0 && !isWordAt(at - 1) && !isWordAt(at + value.length);
}

/** Adds a masked line to the history that a model may be shown. */
export function addToHistory(draft: StepDraft, line: ModelHistoryLine): void {
  const kept = { ...line, text: line.text.slice(0, lineCharsMax), ...unrecordedNow(draft) };
  draft.change({ history: [...draft.state.history, kept].slice(-historyLinesMax) });
}

/** Joins the last two lines if both are the agent's: a reply said sentence by sentence is one. */
export function joinLastLines(draft: StepDraft): void {
  const { history } = draft.state;
  const [before, last] = history.slice(-2);
  if (before?.role !== "assistant" || last?.role !== "assistant") return;
  draft.change({ history: history.slice(0, -2) });
  addToHistory(draft, { ...before, ...last, text: `${before.text} ${last.text}` });
}

/** Masks the caller's last words, which contain a sensitive value. */
export function maskLastWords(draft: StepDraft): void {
  const { history, last } = draft.state;
  const at = history.findLastIndex(({ role }) => role === "user");
  draft.change({
    last: { ...last, sensitive: true },
    history: history.map((line, index) => (index === at ? { ...line, text: MASK } : line)),
  });
}

/** How often the current node was entered. */
export function timesHere(draft: StepDraft): number {
  const { entered, node } = draft.frame;
  return Object.hasOwn(entered, node) ? (entered[node] ?? 1) : 1;
}

/** The text of the current node's `say`. */
export function sayNode(draft: StepDraft): SpokenText | undefined {
  const { say, sound } = draft.node;
  return withSound(sound, spokenTextOf(say, timesHere(draft), viewOf(draft)));
}
