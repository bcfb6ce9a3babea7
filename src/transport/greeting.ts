// Greeting: the first messages that a client gets about the session and the server.

import { sampleRate } from "../audio/frame.ts";
import { version as libraryVersion } from "../base/version.ts";
import type { Feature, Limits, OutRate } from "./connection-limits.ts";
import { type Mode, protocol } from "./message-envelope.ts";
import type { Outgoing } from "./message-encoder.ts";

export interface GreetingFacts {
  readonly sessionId: string;
  readonly mode: Mode;
  readonly programId: string | undefined;
  readonly maxSessionMs: number;
  /** An earlier connection carried it before. */
  readonly resumed?: boolean;
}

export interface LineFacts {
  readonly session: GreetingFacts;
  readonly features: readonly Feature[];
  readonly outRate: OutRate;
  readonly leadMs: number;
  readonly limits: Limits;
}

/** `version` is that of RTVI which both sides speak from now on. */
export function botReady(id: string | undefined, version: string, facts: LineFacts): Outgoing {
  const { session, features, outRate, leadMs, limits } = facts;
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
            pacing: "realtime",
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

export function sessionCreated(session: GreetingFacts): Outgoing {
  const state = session.resumed === true ? "resumed" : "created";
  return { type: "server-message", data: { type: "session", state, ...identity(session) } };
}

/** The client has got a new connection and begins nothing anew. */
export function sessionRestarted(session: GreetingFacts): Outgoing {
  return { type: "server-message", data: { type: "session", state: "restarted", ...identity(session) } };
}

function identity({ sessionId, mode, programId }: GreetingFacts) {
  return { session_id: sessionId, mode, ...(programId === undefined ? {} : { program_id: programId }) };
}
