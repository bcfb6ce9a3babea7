// Message encoder: call events become messages of the protocol. Remembers what was sent before; knows no socket.

import type { Static } from "typebox";
import { unreachable } from "../base/assert.ts";
import type { LineEvent, TurnLatency } from "../voice/call-event.ts";
import { rtviVersion } from "./message-envelope.ts";
import type { ownMessages } from "./message-extension.ts";
import type { rtviMessages } from "./message-server.ts";

type Schemas = typeof rtviMessages & typeof ownMessages;

type Unwrapped<M> = M extends { readonly type: string } ? Omit<M, "label" | "seq"> : never;

/** A message before it gets its label, its number and, unless it is an answer, an id. */
export type OutgoingMessage = Unwrapped<Static<Schemas[keyof Schemas]>>;

type EventOf<T extends LineEvent["type"]> = Extract<LineEvent, { readonly type: T }>;
type Own = Static<(typeof ownMessages)[keyof typeof ownMessages]>["data"];

/** Steps of an interruption, as far as known. */
interface Cut {
  readonly event?: EventOf<"interrupted">;
  readonly cleared?: true;
  readonly stopped?: true;
}

export interface TranslatorOptions {
  /** Milliseconds since the Unix epoch. */
  readonly wall: () => number;
  /** True if the client supports `audio_clear`. */
  readonly clear: boolean;
  /** True if the client recently reported its playing position. */
  readonly knowsPlayed: () => boolean;
}

/** Needed for each frame, so it is made once. */
const nothing: readonly OutgoingMessage[] = [];

export class Translator {
  readonly #options: TranslatorOptions;
  /** Clients of RTVI 1.x get sentences in their own form. */
  #old = false;
  #speaking = false;
  #voiced = false;
  #writing = false;
  /** Interruption that is not sent yet. */
  #cut: Cut | undefined;

  constructor(options: TranslatorOptions) {
    this.#options = options;
  }

  /** Takes the client's version; returns the one to use, and whether the client's is unknown. */
  negotiate(version: string | undefined): { readonly version: string; readonly known: boolean } {
    const major = version === undefined ? "2" : /^(\d+)\.\d+(\.\d+)?$/.exec(version)?.[1];
    this.#old = major === "1";
    if (this.#old && version !== undefined) return { version, known: true };
    return { version: rtviVersion, known: major === "2" };
  }

  /** Audio was dropped. */
  cleared(): readonly OutgoingMessage[] {
    return this.#learn({ cleared: true });
  }

  translate(event: LineEvent): readonly OutgoingMessage[] {
    if (event.type === "interrupted") return this.#learn({ event });
    if (event.type === "agent-paused") return this.#paused(event.paused);
    if (event.type === "agent-speaking" && !event.speaking) {
      this.#speaking = false;
      return this.#cut === undefined ? this.#stopped() : this.#learn({ stopped: true });
    }
    return [...this.owed(), ...this.#plain(event)];
  }

  /** End of an incomplete interruption. Must be sent before anything else, audio included. */
  owed(): readonly OutgoingMessage[] {
    const cut = this.#cut;
    if (cut === undefined) return nothing;
    this.#cut = undefined;
    const { event, cleared = false, stopped = false } = cut;
    return [
      ...(event === undefined ? [] : [{ type: "bot-interrupted" } as const]),
      ...(cleared && this.#options.clear ? [clearOf(event)] : []),
      ...(stopped ? this.#stopped() : []),
      ...(event === undefined ? [] : [truncatedOf(event, !this.#options.knowsPlayed())]),
      // A reply cut before it was heard has ended too, or clients would show it as still thinking.
      ...this.#written(),
    ];
  }

  /**
   * A call reports an interruption in three steps, in any order; clients are promised one order. So the steps are
   * collected, and sent when all are known.
   */
  #learn(step: Cut): readonly OutgoingMessage[] {
    const before = step.event !== undefined && this.#cut?.event !== undefined ? this.owed() : [];
    this.#cut = { ...this.#cut, ...step };
    const { event, cleared } = this.#cut;
    const complete = event !== undefined && cleared === true && !this.#speaking;
    return complete ? [...before, ...this.owed()] : before;
  }

  /** Dropped words will be said again, or an interruption follows. */
  #paused(paused: boolean): readonly OutgoingMessage[] {
    const cleared = this.#cut?.event === undefined && this.#cut?.cleared === true && this.#options.clear;
    const before = this.#cut?.event === undefined ? [] : this.owed();
    this.#cut = undefined;
    return [...before, ...(cleared ? [clearOf(undefined)] : []), own({ type: "agent_paused", paused })];
  }

  #stopped(): readonly OutgoingMessage[] {
    return [...this.#voice(false), { type: "bot-stopped-speaking" }];
  }

  #written(): readonly OutgoingMessage[] {
    if (!this.#writing) return [];
    this.#writing = false;
    return [{ type: "bot-llm-stopped" }];
  }

  #voice(on: boolean): readonly OutgoingMessage[] {
    if (this.#voiced === on) return [];
    this.#voiced = on;
    return [{ type: on ? "bot-tts-started" : "bot-tts-stopped" }];
  }

  #plain(
    event: Exclude<LineEvent, { readonly type: "interrupted" | "agent-paused" }>,
  ): readonly OutgoingMessage[] {
    switch (event.type) {
      case "agent-speaking":
        this.#speaking = true;
        return [...this.#voice(true), { type: "bot-started-speaking" }];
      case "user-speaking":
        return [{ type: event.speaking ? "user-started-speaking" : "user-stopped-speaking" }];
      case "user-words":
        return this.#words(event);
      case "user-typed":
        return [{ type: "user-llm-text", data: { text: event.text, ...missed(event) } }];
      case "turn-ended":
      case "user-keys":
        return [];
      case "user-muted":
        return muted(event);
      case "expecting":
        return [own({ type: "expecting", any_of: expected(event) })];
      case "reply-started": {
        const before = this.#written(); // The one before was cut before it was heard.
        this.#writing = true;
        return [...before, { type: "bot-llm-started" }];
      }
      case "reply-text":
        return [{ type: "bot-llm-text", data: { text: event.delta } }];
      case "reply-written":
        return this.#written();
      case "sentence":
        return this.#sentence(event);
      case "filler":
        return [own({ type: "filler", text: event.text })];
      case "latency":
        return metrics(event.latency);
      case "flow-state": {
        const { flowId, state, previous = null, atMs } = event;
        return [own({ type: "flow_state", flow_id: flowId, state, previous, t_ms: Math.round(atMs) })];
      }
      case "flow-variable":
        return [own({ type: "flow_variable", flow_id: event.flowId, key: event.key, value: event.value })];
      case "flow-ended":
        return [
          own({ type: "flow_end", flow_id: event.flowId, reason: "completed", outcome: event.outcome }),
        ];
      case "transfer":
        return [own(transferOf(event))];
      case "press-keys":
        return [own({ type: "press_keys", keys: event.keys })];
      case "warning":
        return [own({ type: "warning", code: event.code, message: event.message, count: 1 })];
      case "failed":
        return [failure(event)];
      case "ending":
        return [
          own({ type: "going_away", reason: event.reason, time_left_ms: Math.round(event.timeLeftMs) }),
        ];
      case "flow-event": // For the flow's hooks; the client learns it from the spoken words.
      case "ended": // The following close frame reports the end.
        return [];
      default:
        return unreachable(event);
    }
  }

  #words(event: EventOf<"user-words">): readonly OutgoingMessage[] {
    const data = {
      text: event.text,
      final: event.final,
      timestamp: new Date(this.#options.wall()).toISOString(),
      user_id: "user",
    };
    const { rejected, aside } = event;
    if (rejected)
      return [{ type: "user-transcription", data: { ...data, rejected, ...(aside && { aside }) } }];
    const heard: OutgoingMessage = { type: "user-transcription", data: { ...data, ...missed(event) } };
    if (!event.final || event.text === "" || event.unanswered) return [heard];
    return [heard, { type: "user-llm-text", data: { text: event.text } }];
  }

  #sentence(event: EventOf<"sentence">): readonly OutgoingMessage[] {
    const { text, status, spoken } = event;
    const begins = spoken && status === "started";
    const voice: readonly OutgoingMessage[] = begins
      ? [...this.#voice(true), { type: "bot-tts-text", data: { text } }]
      : [];
    return [...voice, ...(this.#old ? oldOutput(event) : [output(event)])];
  }
}

function own(data: Own): OutgoingMessage {
  // Each member of Own is the data of one member of Outgoing; the compiler does not join the two unions.
  return { type: "server-message", data } as OutgoingMessage;
}

function clearOf(event: EventOf<"interrupted"> | undefined): OutgoingMessage {
  if (event === undefined) return own({ type: "audio_clear" });
  return own({ type: "audio_clear", segment_id: event.segment, played_ms: Math.round(event.heardMs) });
}

function truncatedOf(event: EventOf<"interrupted">, estimated: boolean): OutgoingMessage {
  return own({
    type: "truncated",
    segment_id: event.segment,
    heard_text: event.heardText,
    heard_reply_text: event.heardReplyText,
    heard_ms: Math.round(event.heardMs),
    estimated,
  });
}

function output({ text, segment, status, spoken }: EventOf<"sentence">): OutgoingMessage {
  const done = status === "completed";
  return {
    type: "bot-output",
    data: {
      text,
      aggregated_by: "sentence",
      segment_id: segment,
      will_be_spoken: spoken,
      spoken_status: status === "started" ? "in-progress" : status,
      spoken_progress: { accumulated_text: done ? text : "", remaining_text: done ? "" : text },
    },
  };
}

function oldOutput({ text, status, spoken }: EventOf<"sentence">): readonly OutgoingMessage[] {
  if (status === "started" || (status === "completed" && !spoken)) return [];
  const botOutput: OutgoingMessage = {
    type: "bot-output",
    data: { text, spoken: status === "completed", aggregated_by: "sentence" },
  };
  return status === "new" ? [botOutput, { type: "bot-transcription", data: { text } }] : [botOutput];
}

function muted({ muted: on, source }: EventOf<"user-muted">): readonly OutgoingMessage[] {
  const told = own({ type: "muted", source, muted: on });
  if (source === "client") return [told];
  return [{ type: on ? "user-mute-started" : "user-mute-stopped" }, told];
}

/** Examples are shorter than hundreds of phrases; digits have none. */
function expected({ expectation }: EventOf<"expecting">) {
  if (expectation === undefined) return null;
  const { anyOf, examples } = expectation;
  const phrases = anyOf.flatMap((one) => (one.type === "phrases" ? one.phrases : []));
  const lengths = anyOf.flatMap((one) => (one.type === "digits" ? one.lengths : []));
  const shown = examples ?? phrases;
  return [
    ...(shown.length === 0 ? [] : [{ type: "phrases" as const, phrases: [...shown] }]),
    ...(lengths.length === 0 ? [] : [{ type: "digits" as const, lengths: [...lengths] }]),
  ];
}

function transferOf({ address, whisper, summary, ringMs }: EventOf<"transfer">): Own {
  return {
    type: "transfer",
    address,
    ...(whisper === undefined ? {} : { whisper }),
    ...(summary === undefined ? {} : { summary }),
    ...(ringMs === undefined ? {} : { ring_ms: ringMs }),
  };
}

function failure({ code, message, fatal }: EventOf<"failed">): OutgoingMessage {
  return { type: "error", data: { error: message, message, fatal, code } };
}

function metrics(latency: TurnLatency): readonly OutgoingMessage[] {
  const { endOfTurnMs, wordsMs, textMs, audioMs } = latency;
  const asked = Math.max(endOfTurnMs ?? 0, wordsMs ?? 0);
  const ttfb = [
    ...measured("turn", audioMs, 0),
    ...measured("llm", textMs, asked),
    ...measured("tts", audioMs, textMs),
  ];
  const processing = [...measured("turn-end", endOfTurnMs, 0), ...measured("stt", wordsMs, 0)];
  if (ttfb.length + processing.length === 0) return [];
  const data = { ...(ttfb.length > 0 && { ttfb }), ...(processing.length > 0 && { processing }) };
  return [{ type: "metrics", data }];
}

/** Time between two moments, in seconds; empty if either is missing. */
function measured(processor: string, untilMs: number | undefined, sinceMs: number | undefined) {
  if (untilMs === undefined || sinceMs === undefined) return [];
  return [{ processor, value: Math.max(0, Math.round(untilMs - sinceMs)) / 1000 }];
}

function missed({ unanswered }: EventOf<"user-words" | "user-typed">) {
  return unanswered === undefined ? {} : { unanswered };
}
