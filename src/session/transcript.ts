// Transcript: the lasting record of a session in words and numbers. It stores the words as heard, the time of
// each turn, and the end of each tool call. Lines are passed on as they come, so a crash loses none; the
// reader joins the parts of replies.

import { wordTypes } from "../../db/port/retention-store.ts";
import type { JsonObject } from "../../db/port/stored-rows.ts";
import type { CallEvent } from "../voice/call-event.ts";

export interface TranscriptLine {
  /**
   * `agent`: a heard sentence or, after an interruption, the heard part of the reply. `outcome`: the result of the
   * call after its end.
   */
  readonly type:
    | "caller"
    | "agent"
    | "filler"
    | "transfer"
    | "outcome"
    | "latency"
    | "tool"
    /** Answer of a tool, as JSON; its `tool` line precedes it. */
    | "answer"
    | "provider"
    /** Intervention of the account; no words. */
    | "supervision";
  /** Time at which the line began. */
  readonly atMs: number;
  readonly data: JsonObject;
}

/** True for spoken words, false for times. */
export function isSaid({ type }: Pick<TranscriptLine, "type">): boolean {
  return wordTypes.includes(type);
}

/** Replaces words of a caller that must not be read afterwards. */
export const masked = "•••";
const shownOf = ({ text, sensitive }: { readonly text: string; readonly sensitive?: boolean }): string =>
  sensitive === true ? masked : text;

const missed = ({ unanswered }: { readonly unanswered?: true }) => (unanswered ? { unanswered } : {});

/** State for the next process. */
export interface TranscriptSoFar {
  readonly reply: { readonly number: number; readonly atMs: number };
  readonly turns: number;
  readonly characters: number;
  readonly outcome?: string | undefined;
}

export class Transcript {
  readonly #add: (line: TranscriptLine) => void;
  #reply = { number: 0, atMs: 0 };
  #turns = 0;
  #characters = 0;
  #outcome: string | undefined;

  constructor(add: (line: TranscriptLine) => void, before?: TranscriptSoFar) {
    this.#add = add;
    if (before === undefined) return;
    this.#reply = before.reply;
    this.#turns = before.turns;
    this.#characters = before.characters;
    this.#outcome = before.outcome;
  }

  get soFar(): TranscriptSoFar {
    const [turns, characters] = [this.#turns, this.#characters];
    return { reply: this.#reply, turns, characters, outcome: this.#outcome };
  }

  get outcome(): string | undefined {
    return this.#outcome;
  }

  /** `tts_characters` counts the text sent to the voice, heard or not. */
  get usage(): { readonly turns: number; readonly tts_characters: number } {
    return { turns: this.#turns, tts_characters: this.#characters };
  }

  take(event: CallEvent): void {
    switch (event.type) {
      case "user-words":
        return this.#words(event);
      case "user-typed":
        this.#caller(event.atMs, { text: shownOf(event), by: "text", ...missed(event) });
        return;
      case "user-keys":
        this.#caller(event.atMs, { text: event.sensitive === true ? masked : event.keys, by: "keys" });
        return;
      case "sentence":
        this.#sentence(event);
        return;
      case "interrupted":
        this.#agent(event.reply, event.atMs, {
          text: event.logged ?? event.heardReplyText,
          interrupted: true,
        });
        return;
      case "ended":
        if (event.cut !== undefined)
          this.#agent(event.cut.reply, event.atMs, {
            text: event.cut.logged ?? event.cut.heardText,
            interrupted: true,
          });
        return;
      case "filler":
        this.#add({ type: "filler", atMs: event.atMs, data: { text: event.text } });
        return;
      case "transfer":
      case "transfer-returned":
      case "transfer-lost":
        this.#add(transferLine(event));
        return;
      case "latency":
        this.#add({ type: "latency", atMs: event.atMs, data: { ...event.latency } });
        return;
      case "supervised":
        return this.#add({ type: "supervision", atMs: event.atMs, data: { action: event.action } });
      case "tool-finished":
        this.#tool(event);
        return;
      case "warning":
        if (event.code.startsWith("provider/"))
          this.#add({
            type: "provider",
            atMs: event.atMs,
            data: {
              code: event.code,
              message: event.message,
              ...(event.incident && { incident: { ...event.incident } }),
            },
          });
        return;
      case "failed":
        this.#add({
          type: "provider",
          atMs: event.atMs,
          data: { code: event.code, message: event.message },
        });
        return;
      case "flow-ended":
        this.#outcome = event.outcome;
        return;
      default:
        return;
    }
  }

  #words(event: Extract<CallEvent, { type: "user-words" }>): void {
    if (!event.final || event.rejected || event.text === "") return;
    const data = { text: shownOf(event), by: "voice", ...missed(event) };
    this.#caller(event.takenAtMs ?? event.atMs, data);
  }

  #sentence({
    reply,
    text,
    logged,
    status,
    spoken,
    by,
    atMs,
  }: Extract<CallEvent, { type: "sentence" }>): void {
    if (reply !== this.#reply.number) this.#reply = { number: reply, atMs };
    if (status === "new" && spoken && by === undefined) this.#characters += text.length;
    if (status === "completed")
      this.#agent(reply, atMs, { text: logged ?? text, ...(by === undefined ? {} : { voice: by }) });
  }

  #agent(reply: number, atMs: number, data: JsonObject): void {
    const began = reply === this.#reply.number ? this.#reply.atMs : atMs;
    this.#add({ type: "agent", atMs: began, data: { reply, ...data } });
  }

  #tool(finished: Extract<CallEvent, { type: "tool-finished" }>): void {
    const { tool, ok, failure, isExample, answer, tookMs, atMs } = finished;
    const why = failure === undefined ? {} : { failure };
    const by = isExample === undefined ? {} : { isExample };
    const data = { name: tool, ok, ...why, ...by, tookMs };
    const beganMs = Math.max(0, atMs - tookMs);
    this.#add({ type: "tool", atMs: beganMs, data });
    if (answer !== undefined)
      this.#add({ type: "answer", atMs: beganMs, data: { name: tool, body: JSON.parse(answer) as unknown } });
  }

  #caller(atMs: number, data: JsonObject): void {
    this.#turns += 1;
    this.#add({ type: "caller", atMs, data });
  }
}

type OfTransfer = "transfer" | "transfer-returned" | "transfer-lost";

function transferLine(event: Extract<CallEvent, { type: OfTransfer }>): TranscriptLine {
  const { type, atMs, ...data } = event;
  if (type === "transfer") return { type, atMs, data };
  return { type: "transfer", atMs, data: type === "transfer-lost" ? { lost: true } : { returned: true } };
}

export interface TranscriptEntry {
  readonly role: "caller" | "agent";
  readonly atMs: number;
  readonly text: string;
  /** Channel of the caller's words. */
  readonly by?: string;
  /** True if the caller heard only the beginning. */
  readonly interrupted?: boolean;
  /** True for words spoken over the agent's last ones. */
  readonly unanswered?: true;
}

interface StoredLine {
  readonly type: string;
  readonly atMs: number;
  readonly data: JsonObject;
}

/** The conversation in order, one entry per turn. */
export function readTranscript(lines: readonly StoredLine[]): TranscriptEntry[] {
  const replies = new Map<unknown, { atMs: number; texts: string[]; interrupted: boolean }>();
  const transcriptEntries: TranscriptEntry[] = [];
  for (const { type, atMs, data } of lines) {
    const text = String(data["text"]);
    if (type === "caller") {
      const unanswered = data["unanswered"] === true && { unanswered: true as const };
      transcriptEntries.push({ role: "caller", atMs, text, by: String(data["by"]), ...unanswered });
    }
    if (type !== "agent") continue;
    const reply = replies.get(data["reply"]) ?? { atMs, texts: [], interrupted: false };
    replies.set(data["reply"], reply);
    reply.interrupted = data["interrupted"] === true;
    if (reply.interrupted) reply.texts = [];
    if (text !== "") reply.texts.push(text);
  }
  for (const { atMs, texts, interrupted } of replies.values()) {
    if (texts.length === 0) continue;
    transcriptEntries.push({
      role: "agent",
      atMs,
      text: texts.join(" "),
      ...(interrupted ? { interrupted } : {}),
    });
  }
  return transcriptEntries.sort((a, b) => a.atMs - b.atMs);
}

type Incident = NonNullable<Extract<CallEvent, { type: "warning" }>["incident"]>;

/** Outcomes of provider failures, in order; older versions stored none. */
export function readIncidents(
  lines: readonly StoredLine[],
): (Incident & { readonly atMs: number; readonly message: string })[] {
  return lines.flatMap(({ type, atMs, data }) => {
    const incident = data["incident"];
    if (type !== "provider" || incident === undefined) return [];
    return [{ ...(incident as Incident), atMs, message: String(data["message"]) }];
  });
}
