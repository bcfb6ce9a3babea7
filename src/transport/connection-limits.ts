// Connection limits: limits of one connection, as numbers, for the server, the tests and the reference page.

import { sampleRate } from "../audio/frame.ts";

/** Samples a second of the caller's audio. */
export const inRate = sampleRate;

export const limits = {
  /** A longer message of either kind is refused by the socket itself, with close code 1009. */
  messageBytesMax: 262_144,
  /** A longer binary message is dropped. */
  binaryBytesMax: 65_536,
  /** Oversized messages dropped before the connection is closed. */
  binaryTooLargeMax: 5,
  /** A longer text message is refused unread. */
  textBytesMax: 65_536,
  textsPerSecond: 50,
  textsBurst: 100,
  /** Each started share counts as one text: reading 64 KiB takes up to 6 ms, in which no call is served. */
  textShareBytes: 8_192,
  /** Texts dropped for their rate before the connection is closed. */
  textsDroppedMax: 100,
  nestingMax: 32,
  keysMax: 1_000,
  stringBytesMax: 32_768,
  sendTextBytesMax: 8_192,
  buttonsMax: 64,
  /** Texts that are not JSON, within the window, before the connection is closed. */
  invalidJsonMax: 20,
  invalidJsonWindowMs: 10_000,
  /** Commands that may wait for the agent to begin. */
  queuedCommandsMax: 50,
  /** Audio accepted at once, and the allowance's growth as a factor of real time. */
  uplinkBurstMs: 10_000,
  uplinkRate: 1.25,
  /** Audio dropped in all before the connection is closed. */
  uplinkDroppedMaxMs: 30_000,
  /** Audio kept from before the agent begins. */
  earlyAudioMs: 2_000,
  /** Gap in the caller's audio after which silence replaces it. */
  starvationMs: 300,
  /** The agent begins after this time without `client-ready` and audio. */
  startAfterMs: 1_000,
  /** Unsent bytes at which audio pauses, and the longest such pause. */
  bufferedBytesMax: 65_536,
  stuckMs: 5_000,
  /** At most one warning per code in this time. */
  warningEveryMs: 5_000,
  /** The connection is closed after this time without audio and JSON. */
  idleMs: 30_000,
  /** Audio is sent in chunks of this length. */
  chunkMs: 40,
  /** With the feature `marks`: longest audio between marks. */
  markEveryMs: 400,
  /** A client that plays later than this, or does not answer marks, is not waited for. */
  markLagMaxMs: 2_000,
  /** Time for which the last answered mark shows the client's position. */
  markFreshMs: 1_000,
  /** The socket is cut if the client has not answered the close in this time. */
  closeMs: 2_000,
} as const;

export type Limits = { readonly [Name in keyof typeof limits]: number };

/**
 * Audio sent ahead of real time, in milliseconds. Players cannot be emptied from here, so an interrupting caller
 * still hears this much; without it, they would run dry on a late network.
 */
export const leadMs = 200;

/** The same with `pacing=burst`, for clients that drop their queue on request. */
export const burstLeadMs = 30_000;

/** Audio is sent at playing speed, or as fast as it is made. */
export const pacings = ["realtime", "burst"] as const;
export type PacingMode = (typeof pacings)[number];

export const outRates = [8_000, 16_000, 24_000, 48_000] as const;
export type OutRate = (typeof outRates)[number];

/** Features that a client may list in `features`; unknown names are ignored. */
export const knownFeatures = ["clear", "resume", "marks"] as const;
export type Feature = (typeof knownFeatures)[number];

export const subprotocol = "voice.v1";
