// Template renderer: fills the holes of a template, with the escaping that each destination needs. One pass only: a
// value that contains `{{` stays plain text, so callers cannot inject templates.

import { type Value, valueMap } from "../../value/value.ts";
import type { Body, Expr, Hole, Template } from "./ast.ts";
import { type Budget, evaluate, evaluateSpoken, exprOfHole, newBudget } from "./evaluator.ts";
import { textOf } from "./functions.ts";
import { pauseMsOf } from "./pause.ts";
import { namesIn } from "./dependencies.ts";
import type { EvaluationScope } from "./evaluation-scope.ts";
import { bytesOf } from "./value-size.ts";
import { speak } from "./speak-value.ts";

/** Replaces sensitive values in logs and records. */
export const MASK = "•••";
/** @internal */
export const SPOKEN_CHARACTERS_MAX = 2_000;
/** UTF-16 units of a URL, a header or an address: servers accept fewer. */
const sentCharactersMax = 16 * 1024;
const bodyBytesMax = 256 * 1024;
/** UTF-16 units of each value in a prompt. */
export const DATA_CHARACTERS_MAX = 4_000;
const promptCharactersMax = 40_000;

/** A rendered text; `logged` is the same with sensitive values masked. */
export interface RenderedText {
  readonly text: string;
  readonly logged: string;
}

/** A part of a spoken text, and the silence behind it in milliseconds. */
export interface SpokenPiece extends RenderedText {
  readonly pauseMs: number;
  /** Played in place of the voice: a file or an address. */
  readonly sound?: string;
}

/** `pieces`: where the text has pauses. Joined by blanks they are the text. */
export interface RenderedSpeech extends RenderedText {
  readonly pieces?: readonly SpokenPiece[];
}

/** A refusal: a sentence that says why nothing may be sent, free of values. */
export interface BlockedText {
  readonly blocked: string;
}

/** Whether the expression reads a sensitive variable. */
function isSensitive(expr: Expr, scope: EvaluationScope): boolean {
  return [...namesIn(expr)].some((name) => scope.kindOf(name)?.sensitive === true);
}

function isHiddenFromModel(expr: Expr, scope: EvaluationScope): boolean {
  return [...namesIn(expr)].some((name) => {
    const as = scope.kindOf(name);
    return as?.sensitive === true && as.llm !== true;
  });
}

/** Renders for speech synthesis: values as words by their type, without control characters and mark-up. */
export function renderSpeech(template: Template, scope: EvaluationScope): RenderedSpeech {
  const budget = newBudget();
  return rendered(template, (expr) => {
    const { value, as } = evaluateSpoken(expr, scope, budget);
    const text = speak(value, as, scope);
    return { text, logged: text !== "" && isSensitive(expr, scope) ? MASK : text };
  });
}

/** The same before any value is filled, with a word in place of each value. */
export function renderUnfilled(template: Template, word: string): RenderedSpeech {
  return rendered(template, () => ({ text: word, logged: word }));
}

function rendered(template: Template, wordsOf: (expr: Expr) => RenderedText): RenderedSpeech {
  const pieces: SpokenPiece[] = [];
  let text = "";
  let logged = "";
  for (const part of template) {
    // Mark-up is removed below, so the text may still be longer than the limit here.
    if (text.length > 10 * SPOKEN_CHARACTERS_MAX) break;
    if (typeof part === "string") {
      text = continued(text, part);
      logged = continued(logged, part);
    } else {
      const expr = exprOfHole(part);
      const pauseMs = pauseMsOf(expr);
      if (pauseMs !== undefined) {
        pieces.push({ text, logged, pauseMs });
        [text, logged] = ["", ""];
        continue;
      }
      const words = wordsOf(expr);
      text += words.text;
      logged += words.logged;
    }
  }
  if (pieces.length === 0) return { text: speakable(text), logged: speakable(logged) };
  return inPieces([...pieces, { text, logged, pauseMs: 0 }]);
}

/** A text with pauses. A piece that is too long, or has no words before its first pause, is spoken without pauses. */
function inPieces(raw: readonly SpokenPiece[]): RenderedSpeech {
  const pieces: SpokenPiece[] = [];
  for (const { text, logged, pauseMs } of raw) {
    const before = pieces.at(-1);
    // A comma behind a pause belongs to the words before it.
    const [mark = ""] = before === undefined ? [] : (/^\s*[.,;:!?…]*/.exec(text) ?? []);
    const piece = {
      text: speakable(text.slice(mark.length)),
      logged: speakable(logged.slice(mark.length)),
      pauseMs,
    };
    if (before !== undefined)
      pieces[pieces.length - 1] = {
        text: before.text + mark.trim(),
        logged: before.logged + mark.trim(),
        pauseMs: before.pauseMs + (piece.text === "" ? pauseMs : 0),
      };
    if (piece.text !== "") pieces.push(piece);
  }
  const whole = { text: joinedBy(pieces, "text"), logged: joinedBy(pieces, "logged") };
  const isWhole = whole.text.length <= SPOKEN_CHARACTERS_MAX;
  const hasPauses = pieces.some(({ pauseMs }) => pauseMs > 0);
  if (isWhole && hasPauses) return { ...whole, pieces };
  return { text: speakable(whole.text), logged: speakable(whole.logged) };
}

const joinedBy = (pieces: readonly SpokenPiece[], key: "text" | "logged"): string =>
  pieces.map((piece) => piece[key]).join(" ");

/**
 * Appends literal text after a value: no second full stop after "9 p.m.", no space before a comma after an empty value.
 */
function continued(before: string, words: string): string {
  if (before.endsWith(".") && words.startsWith(".") && !words.startsWith(".."))
    return before + words.slice(1);
  return /^[.,;:!?]/.test(words) ? before.trimEnd() + words : before + words;
}

function speakable(text: string): string {
  const plain = text
    .replaceAll(/<[/!?A-Za-z][^<>]{0,500}>/g, " ")
    .replaceAll(/[<>\p{Zl}\p{Zp}\p{Cc}\p{Co}]/gu, " ")
    // Invisible format characters can reverse the direction of a text; joiners stay, since some scripts need them.
    .replaceAll(/(?![\u200c\u200d])[\p{Cf}\p{Cs}]/gu, "")
    .replaceAll(/\s+/g, " ")
    .trim();
  if (plain.length <= SPOKEN_CHARACTERS_MAX) return plain;
  const cut = plain.slice(0, SPOKEN_CHARACTERS_MAX + 1);
  const end = cut.lastIndexOf(" ");
  return cut.slice(0, end > 0 ? end : SPOKEN_CHARACTERS_MAX).toWellFormed();
}

/** The canonical text of a hole: empty for null, undefined for a list or an object, which have none. */
function sent(expr: Expr, scope: EvaluationScope, budget: Budget): string | undefined {
  const value = evaluate(expr, scope, budget);
  return value === null ? "" : (textOf(value) ?? undefined);
}

const noText: BlockedText = { blocked: "a list or an object cannot be sent as text" };

const tooLong: BlockedText = { blocked: "this is too long to be sent" };

/** Scope, step budget and escaping for the values of one template. */
interface Sending {
  readonly scope: EvaluationScope;
  readonly budget: Budget;
  readonly put: (value: string, before: string) => string | BlockedText;
}

/** Joins the literal parts with the values as `put` escapes them. */
function joined(template: Template, { scope, budget, put }: Sending): RenderedText | BlockedText {
  let text = "";
  let logged = "";
  for (const part of template) {
    if (text.length > sentCharactersMax) return tooLong;
    if (typeof part === "string") {
      text += part;
      logged += part;
      continue;
    }
    const expr = exprOfHole(part);
    const value = sent(expr, scope, budget);
    if (value === undefined) return noText;
    const piece = put(value, text);
    if (typeof piece !== "string") return piece;
    text += piece;
    logged += piece !== "" && isSensitive(expr, scope) ? MASK : piece;
  }
  return text.length > sentCharactersMax ? tooLong : { text, logged };
}

/** Renders canonical values without escaping: for outcomes, and for texts that are compared or stored. */
export function renderText(template: Template, scope: EvaluationScope): RenderedText | BlockedText {
  return joined(template, { scope, budget: newBudget(), put: (value) => value });
}

/** The value of a template: a single hole keeps its type, anything else is a text; null if rendering is refused. */
export function renderValue(template: Template, scope: EvaluationScope): Value {
  const rendered = valueOf(template, scope, newBudget());
  return "blocked" in rendered ? null : rendered.value;
}

function valueOf(
  template: Template,
  scope: EvaluationScope,
  budget: Budget,
): { readonly value: Value } | BlockedText {
  const [only] = template;
  if (template.length === 1 && typeof only === "object") {
    return { value: evaluate(exprOfHole(only), scope, budget) };
  }
  const rendered = joined(template, { scope, budget, put: (value) => value });
  return "blocked" in rendered ? rendered : { value: rendered.text };
}

/**
 * Renders a URL. Scheme and host must be literal; values are percent-encoded (RFC 3986) and cannot leave their path
 * segment.
 */
export function renderUrl(template: Template, scope: EvaluationScope): RenderedText | BlockedText {
  const [first = ""] = template;
  const host = typeof first === "string" ? /^[a-z]+:\/\/[^/?#\\]+/i.exec(first)?.[0] : undefined;
  if (typeof first !== "string" || host === undefined)
    return { blocked: "the host of an address must be literal" };
  if (host === first && template.length > 1) return { blocked: "the host of an address must be literal" };
  const rendered = joined(template, { scope, budget: newBudget(), put: percentEncoded });
  if ("blocked" in rendered) return rendered;
  return climbs(template, scope, host.length)
    ? { blocked: "a part of the path is empty or consists of dots" }
    : rendered;
}

/**
 * Whether a path segment with a value in it becomes empty, `.` or `..`, which would change the path (RFC 3986,
 * 5.2.4).
 */
function climbs(template: Template, scope: EvaluationScope, hostLength: number): boolean {
  const budget = newBudget();
  let part = "";
  let hasValue = false;
  for (const [at, piece] of template.entries()) {
    if (typeof piece !== "string") {
      hasValue = true;
      part += percentEncoded(sent(exprOfHole(piece), scope, budget) ?? "");
      continue;
    }
    const literal = at === 0 ? piece.slice(hostLength) : piece;
    const end = literal.search(/[?#]/);
    const [first = "", ...others] = (end < 0 ? literal : literal.slice(0, end)).split(/[/\\]/);
    part += first;
    const last = others.pop();
    if (last !== undefined) {
      if (hasValue && isClimbing(part)) return true;
      part = last;
      hasValue = false;
    }
    if (end >= 0) break;
  }
  return hasValue && isClimbing(part);
}

function isClimbing(part: string): boolean {
  return /^\.{0,2}$/.test(part.replaceAll(/%2e/gi, "."));
}

function percentEncoded(value: string): string {
  return encodeURIComponent(value.toWellFormed()).replaceAll(
    /[!'()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** Renders a transfer address. The scheme is literal; values are percent-encoded and must not be empty. */
export function renderAddress(template: Template, scope: EvaluationScope): RenderedText | BlockedText {
  const [first = ""] = template;
  const isFixed = template.every((part) => typeof part === "string");
  if (!isFixed && (typeof first !== "string" || !/^[a-z][a-z0-9+.-]*:/i.test(first))) {
    return { blocked: "the scheme of an address must be literal" };
  }
  const isPhone = typeof first === "string" && /^tel:/i.test(first);
  const put = (value: string, before: string): string | BlockedText => {
    if (value === "") return { blocked: "a part of the address is empty" };
    const encoded = percentEncoded(value);
    return isPhone && before.length === 4 ? encoded.replace(/^%2B/, "+") : encoded;
  };
  return joined(template, { scope, budget: newBudget(), put });
}

/**
 * Renders a header value: only visible Latin-1, blanks and tabs, since a line break would begin another header (RFC
 * 9110, 5.5).
 */
export function renderHeader(template: Template, scope: EvaluationScope): RenderedText | BlockedText {
  const rendered = renderText(template, scope);
  if ("blocked" in rendered || /^[\t\u0020-\u007e\u0080-\u00ff]*$/.test(rendered.text)) return rendered;
  return { blocked: "a header may not hold line breaks or characters outside Latin-1" };
}

/** Renders a body. Only the tool receives it and it is never logged, so there is no masked version. */
export function renderBody(body: Body, scope: EvaluationScope): { readonly value: Value } | BlockedText {
  return bodyOf(body, { scope, budget: newBudget(), bytesLeft: bodyBytesMax });
}

interface BodyRun {
  readonly scope: EvaluationScope;
  readonly budget: Budget;
  bytesLeft: number;
}

function bodyOf(body: Body, run: BodyRun): { readonly value: Value } | BlockedText {
  switch (body.type) {
    case "constant":
      return { value: body.value };
    case "text": {
      const rendered = valueOf(body.template, run.scope, run.budget);
      if ("blocked" in rendered) return rendered;
      run.bytesLeft -= bytesOf(rendered.value, bodyBytesMax);
      return run.bytesLeft < 0 ? tooLong : rendered;
    }
    case "list": {
      const items: Value[] = [];
      for (const item of body.items) {
        const rendered = bodyOf(item, run);
        if ("blocked" in rendered) return rendered;
        items.push(rendered.value);
      }
      return { value: items };
    }
    case "map": {
      const entries: (readonly [string, Value])[] = [];
      for (const [key, each] of body.entries) {
        const rendered = bodyOf(each, run);
        if ("blocked" in rendered) return rendered;
        entries.push([key, rendered.value]);
      }
      return { value: valueMap(entries) };
    }
  }
}

/** Renders for a language model: values are quoted as JSON, so that the model sees them as data, and cut to a limit. */
export function renderPrompt(template: Template, scope: EvaluationScope): string {
  const budget = newBudget();
  const quoted = (hole: Hole): string => {
    const expr = exprOfHole(hole);
    return isHiddenFromModel(expr, scope) ? JSON.stringify(MASK) : quotedData(evaluate(expr, scope, budget));
  };
  let prompt = "";
  for (const part of template) {
    if (prompt.length > promptCharactersMax) break;
    prompt += typeof part === "string" ? part : quoted(part);
  }
  return prompt.slice(0, promptCharactersMax);
}

/** A fact for a language model, in the agent's wording; a fact with a value that the model may not see is masked. */
export function renderFact(template: Template, scope: EvaluationScope): string {
  const { text, logged } = renderSpeech(template, scope);
  const isHidden = template.some(
    (part) => typeof part !== "string" && isHiddenFromModel(exprOfHole(part), scope),
  );
  return isHidden ? logged : text;
}

/** An untrusted value as JSON: its line breaks and quotes are escaped and cannot end the quotation. */
export function quotedData(value: Value): string {
  if (typeof value === "string") return JSON.stringify(value.slice(0, DATA_CHARACTERS_MAX));
  const json = JSON.stringify(value);
  if (json.length <= DATA_CHARACTERS_MAX) return json;
  // Cut JSON is no longer JSON, but still a quoted text.
  return JSON.stringify(json.slice(0, DATA_CHARACTERS_MAX));
}
