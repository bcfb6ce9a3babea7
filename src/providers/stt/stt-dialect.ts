// Recogniser dialect: a vendor's own part of a session over a socket (address, messages, hearing), and the
// session's services for it. stt-socket.ts has the part that all vendors share.

import type { ErrorKind, ProviderError, ProviderSettings, SttEvent, Usage } from "../provider-contract.ts";
import type { HearingQuestion } from "../../flow/engine/expectation.ts";
import type { FailureMore } from "../connection/provider-failure.ts";
import type { SttTurns } from "./stt-turns.ts";

/** Services for a dialect. Positions are milliseconds of audio since the session began, silence included. */
export interface SttHost {
  readonly settings: ProviderSettings;
  /** Terms known before the session begins, as in expect(). */
  readonly terms: readonly string[];
  readonly turns: SttTurns;
  /** End of the oldest turn that the vendor has not answered yet. */
  readonly awaitedMs: number | undefined;
  /** Position up to which all turns are answered or dropped: earlier words belong to no turn. */
  readonly doneMs: number;
  /** The vendor is ready for audio. */
  ready(): void;
  /** The vendor has processed all audio before this position: answers the turns that end there. */
  passed(positionMs: number): void;
  /** Opinion on the open turn; ignored after finalize(). */
  opinion(opinion: Opinion, confidence?: number): void;
  /** The vendor's own count of audio since the last report, instead of ours. */
  reported(audioMs: number): void;
  /** Use beside the audio. */
  used(usage: Usage): void;
  /** Sends a message after the waiting audio. */
  post(message: string): void;
  /** Error to throw, which ends the session. `words`: the vendor's, for the log only. */
  failure(kind: ErrorKind, words: string, more?: FailureMore): ProviderError;
  /** Logs a vendor's error that does not end the session. `code`: the vendor's own, without any words. */
  complaint(code: string): void;
}

export type Opinion = Extract<SttEvent, { type: "turn_opinion" }>["opinion"];

/** Each session has its own object. */
export interface SttDialect {
  /** Path with its query, appended to the base URL of the settings. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The first message. */
  readonly hello?: string;
  /** True if the vendor announces that it is ready; otherwise it is ready as soon as the socket is open. */
  readonly announces: boolean;
  /** Length of one audio message, and its minimum. */
  readonly chunkMs: number;
  readonly chunkMsMin?: number;
  /** Milliseconds by which the audio sent may be ahead of real time. Absent: audio is sent as it comes. */
  readonly aheadMs?: number;
  /** True if the vendor finally answers each finalize(), without a mark that identifies a late answer. */
  readonly answersAll: boolean;
  /**
   * True if the vendor answers each finalize(), so that no answer in time is a failure, and late answers are
   * recognised.
   */
  readonly mustAnswer?: true;
  /** A vendor's limit of a session: a new one is opened at the first quiet moment after this time. */
  readonly sessionMsMax?: number;
  /** True if the vendor finds the end of a turn by itself: silence is sent until the turn is answered. */
  readonly needsSilence?: boolean;
  /** True if the vendor sends nothing before the end of a turn, however long the turn is. */
  readonly hearsLate?: true;
  /** A message, or silence, after this time without anything sent. */
  readonly keepAlive: { readonly ms: number; readonly message?: string } | undefined;
  /** Last message before the socket closes. */
  readonly goodbye?: string | Uint8Array;
  /** True while the vendor has not reported all use after close(). */
  readonly owes?: boolean;
  /** No more messages are read, even after close(): reports the use that the vendor has not reported. */
  settle?(): void;
  /** The billed milliseconds of the whole session, if this answer to the goodbye contains the vendor's count. */
  total?(message: Readonly<Record<string, unknown>>): number | undefined;
  /** The vendor bills the open socket, not the audio. */
  readonly billsSocket?: true;
  /** Encodes a message of audio; absent: raw bytes. */
  encode?(pcm: Int16Array): string;
  /** Reads one message of the vendor, a JSON object. Throws `host.failure(…)`. */
  read(message: Readonly<Record<string, unknown>>): void;
  /** Messages after the last audio of a turn that the vendor must answer. */
  finalize(): readonly string[];
  /** Messages in place of finalize() that drop the audio of an unwanted turn: the vendor answers them alike. */
  drop?(): readonly string[];
  /** Longest wait for the answer in milliseconds, if the answer is known to be quick. */
  answerMs?(): number | undefined;
  /** The oldest awaited turn is done. `isLate`: by its deadline, without an answer. */
  done?(isLate: boolean): void;
  /** At most 50 terms of 50 UTF-16 units; none for anything. */
  expect?(terms: readonly string[]): void;
  /** The question of the turns from now on; undefined: only words are needed. */
  ask?(question: HearingQuestion | undefined): void;
  kindOfClose?(code: number, reason: string): ErrorKind | undefined;
  close?(): void;
}

/** The part of a BCP 47 tag that vendors accept: "de" of "de-DE". */
export function primaryLanguage(tag: string): string {
  return tag.split("-")[0]?.toLowerCase() ?? "";
}

/** A query without empty values; an array repeats its key. */
export function query(fields: Readonly<Record<string, string | readonly string[]>>): string {
  const all = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) {
    for (const one of typeof value === "string" ? [value] : value) if (one !== "") all.append(name, one);
  }
  return all.toString();
}

/** Converts seconds, which many vendors count in, to milliseconds. */
export function msOfSeconds(seconds: number | undefined): number | undefined {
  return seconds === undefined ? undefined : Math.round(seconds * 1_000);
}
