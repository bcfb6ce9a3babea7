// Recogniser dialect: a vendor's own part of a session over a socket (address, messages, hearing), and the session's
// services for it. The session itself is the same for all and stands in stt-socket.ts.

import type { ErrorKind, ProviderError, ProviderSettings, SttEvent, Usage } from "../provider-contract.ts";
import type { HearingQuestion } from "../../flow/engine/expectation.ts";
import type { FailureMore } from "../connection/provider-failure.ts";
import type { SttTurns } from "./stt-turns.ts";

/** Services for a dialect. Positions are milliseconds of audio since the session began, silence included. */
export interface SttHost {
  readonly settings: ProviderSettings;
  /** Terms that are known before the session begins, as in expect(). */
  readonly terms: readonly string[];
  readonly turns: SttTurns;
  /** Where the oldest turn ends that the vendor has still to answer. */
  readonly awaitedMs: number | undefined;
  /** Position up to which all turns are answered or dropped: earlier words belong to no turn. */
  readonly doneMs: number;
  /** The vendor is ready for audio. */
  ready(): void;
  /** The vendor is done with all audio before this position: answers the turns that end there. */
  passed(positionMs: number): void;
  /** Opinion on the open turn; ignored once it was finalized. */
  opinion(opinion: Opinion, confidence?: number): void;
  /** The vendor's own count of audio, instead of ours since the last report. */
  reported(audioMs: number): void;
  /** Use beside the audio. */
  used(usage: Usage): void;
  /** Behind the audio that waits. */
  post(message: string): void;
  /** To be thrown: ends the session. `words`: the vendor's, for the log only. */
  failure(kind: ErrorKind, words: string, more?: FailureMore): ProviderError;
  /** The vendor complains of something that does not end the session. `code`: its own, without any words. */
  complaint(code: string): void;
}

export type Opinion = Extract<SttEvent, { type: "turn_opinion" }>["opinion"];

/** One object a session. */
export interface SttDialect {
  /** With its query, behind the base URL of the settings. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The first message. */
  readonly hello?: string;
  /** The vendor announces that it is ready; otherwise it is as soon as the socket is open. */
  readonly announces: boolean;
  /** Length of one audio message, and its minimum. */
  readonly chunkMs: number;
  readonly chunkMsMin?: number;
  /** How many milliseconds of audio the stream may be faster than real time. Absent: as fast as it comes. */
  readonly aheadMs?: number;
  /** The vendor answers each finalize() in the end, without a mark that identifies a late answer. */
  readonly answersAll: boolean;
  /** The vendor answers each finalize(), so that none in time is a failure, and each late answer is known. */
  readonly mustAnswer?: true;
  /** The vendor ends a session after a time: a new one is opened at the first quiet moment after so many milliseconds. */
  readonly sessionMsMax?: number;
  /** The vendor finds the end of a turn by itself: silence is sent until the turn is answered. */
  readonly needsSilence?: boolean;
  /** The vendor sends nothing before the end of a turn, however long that takes. */
  readonly hearsLate?: true;
  /** When nothing was sent for so long: a message, or silence. */
  readonly keepAlive: { readonly ms: number; readonly message?: string } | undefined;
  /** Message due at the end. */
  readonly goodbye?: string | Uint8Array;
  /** After close() the vendor has still to say what some of the work costs, as long as this is true. */
  readonly owes?: boolean;
  /** Nothing more is heard of the vendor, also not after close(): tells of the cost that it has not told. */
  settle?(): void;
  /** The vendor's own count of the session, in milliseconds of what it bills, if this answer to the goodbye has it. */
  total?(message: Readonly<Record<string, unknown>>): number | undefined;
  /** The open socket is what costs, not the audio. */
  readonly billsSocket?: true;
  /** A message of audio; bytes as they are without it. */
  encode?(pcm: Int16Array): string;
  /** One message of the vendor, a JSON object. Throws `host.failure(…)`. */
  read(message: Readonly<Record<string, unknown>>): void;
  /** Behind the last audio of a turn that the vendor is to answer. */
  finalize(): readonly string[];
  /** Drops the audio of a turn that is not wanted, in place of finalize(): it is answered like one. */
  drop?(): readonly string[];
  /** How long the answer may take in milliseconds, where it is known to be quick. */
  answerMs?(): number | undefined;
  /** The oldest turn that was awaited is done with. `isLate`: without the vendor, by its deadline. */
  done?(isLate: boolean): void;
  /** At most 50 terms of 50 UTF-16 units; none for anything. */
  expect?(terms: readonly string[]): void;
  /** The question of the turns from now on; undefined: only words are wanted. */
  ask?(question: HearingQuestion | undefined): void;
  kindOfClose?(code: number, reason: string): ErrorKind | undefined;
  close?(): void;
}

/** The part of a BCP 47 tag that vendors know: "de" of "de-DE". */
export function primaryLanguage(tag: string): string {
  return tag.split("-")[0]?.toLowerCase() ?? "";
}

/** Without empty values; an array is repeated. */
export function query(fields: Readonly<Record<string, string | readonly string[]>>): string {
  const all = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) {
    for (const one of typeof value === "string" ? [value] : value) if (one !== "") all.append(name, one);
  }
  return all.toString();
}

/** Seconds, as many vendors count, to milliseconds. */
export function msOfSeconds(seconds: number | undefined): number | undefined {
  return seconds === undefined ? undefined : Math.round(seconds * 1_000);
}
