// Greeting: the first messages to a client, about the session and the server.

import { sampleRate } from "../audio/frame.ts";
import type { ReplayRing } from "../base/replay-ring.ts";
import { version as libraryVersion } from "../base/version.ts";
import type { Feature, Limits, OutRate, PacingMode } from "./connection-limits.ts";
import { type Mode, protocol } from "./message-envelope.ts";
import type { OutgoingMessage } from "./message-encoder.ts";

export interface GreetingFacts {
  readonly sessionId: string;
  readonly mode: Mode;
  readonly programId: string | undefined;
  readonly maxSessionMs: number;
  /** An earlier connection carried it before. */
  readonly resumed?: boolean;
  /** Earlier messages of its connections. Absent: this is the only connection. */
  readonly said?: ReplayRing;
  /** Number of the client's last message on an earlier connection; absent: it does not ask. */
  readonly lastSeq?: number | undefined;
  /** Token and time limit for a lost client's return. */
  readonly resume?: { readonly token: string; readonly ttlMs: number } | undefined;
}

export interface LineFacts {
  readonly session: GreetingFacts;
  readonly features: readonly Feature[];
  readonly outRate: OutRate;
  readonly pacing: PacingMode;
  readonly leadMs: number;
  readonly limits: Limits;
}

/** Messages repeated to a returning client. */
export interface Replay {
  readonly replayed: number;
  /** Number of lost messages, no longer in the replay ring. */
  readonly lost: number;
}

/** `version`: RTVI version of both sides from now on. */
export function botReady(id: string | undefined, version: string, facts: LineFacts): OutgoingMessage {
  const { session, features, outRate, pacing, leadMs, limits } = facts;
  const format = { encoding: "pcm_s16le", channels: 1 } as const;
  return {
    type: "bot-ready",
    ...(id === undefined ? {} : { id }),
    data: {
      version,
      about: {
        library: "voice-flow",
        library_version: libraryVersion,
        protocol,
        ...identity(session),
        audio: {
          in: { ...format, sample_rate: sampleRate },
          out: {
            ...format,
            sample_rate: outRate,
            chunk_ms: limits.chunkMs,
            pacing,
            lead_ms: leadMs,
          },
        },
        features: [...features],
        limits: {
          max_text_bytes: limits.textBytesMax,
          max_binary_bytes: limits.binaryBytesMax,
          idle_ms: limits.idleMs,
          max_session_ms: session.maxSessionMs,
        },
      },
    },
  };
}

export function sessionCreated({ session, features }: LineFacts, again?: Replay): OutgoingMessage {
  const state = session.resumed === true ? "resumed" : "created";
  const given = features.includes("resume") ? session.resume : undefined;
  const resume = given && { resume: { token: given.token, ttl_ms: given.ttlMs } };
  return {
    type: "server-message",
    data: { type: "session", state, ...identity(session), ...resume, ...again },
  };
}

/** The client has a new connection and starts nothing again. */
export function sessionRestarted(session: GreetingFacts, again?: Replay): OutgoingMessage {
  return {
    type: "server-message",
    data: { type: "session", state: "restarted", ...identity(session), ...again },
  };
}

function identity({ sessionId, mode, programId }: GreetingFacts) {
  return { session_id: sessionId, mode, ...(programId === undefined ? {} : { program_id: programId }) };
}
