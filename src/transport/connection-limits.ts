// Connection limits: limits of one connection, as numbers. The server, the tests and the reference page read them
// here.

import { sampleRate } from "../audio/frame.ts";

/** Samples a second of the caller's audio. */
export const inRate = sampleRate;

export const limits = {
  /** A longer message of either kind is refused by the socket itself, with close code 1009. */
  messageBytesMax: 262_144,
  /** A longer binary message is dropped. */
  binaryBytesMax: 65_536,
  /** So many dropped for their length end the connection. */
  binaryTooLargeMax: 5,
  /** A longer text message is refused unread. */
  textBytesMax: 65_536,
  textsPerSecond: 50,
  textsBurst: 100,
  /** Each begun share of this counts as a text: to read one of 64 KiB takes up to 6 ms, in which no call is served. */
  textShareBytes: 8_192,
  /** So many texts dropped beyond the rate end the connection. */
  textsDroppedMax: 100,
  nestingMax: 32,
  keysMax: 1_000,
  stringBytesMax: 32_768,
  sendTextBytesMax: 8_192,
  buttonsMax: 64,
  /** More texts than this that are not JSON, within the window, end the connection. */
  invalidJsonMax: 20,
  invalidJsonWindowMs: 10_000,
  /** Commands that may wait for the agent to begin. */
  queuedCommandsMax: 50,
  /** Audio that may come at once, and how fast the allowance grows back, as a factor of real time. */
  uplinkBurstMs: 10_000,
  uplinkRate: 1.25,
  /** So much audio dropped in all ends the connection. */
  uplinkDroppedMaxMs: 30_000,
  /** How much of the audio before the agent begins is kept. */
  earlyAudioMs: 2_000,
  /** A gap in the caller's audio after which silence is put in its place. */
  starvationMs: 300,
  /** When the agent begins with neither `client-ready` nor audio. */
  startAfterMs: 1_000,
  /** Unsent bytes at which audio pauses, and how long that may last. */
  bufferedBytesMax: 65_536,
  stuckMs: 5_000,
  /** At most one warning of a code in this time. */
  warningEveryMs: 5_000,
  /** No audio and no JSON for so long ends the connection. */
  idleMs: 30_000,
  /** Audio is sent in chunks of this length. */
  chunkMs: 40,
  /** With the feature `marks`: a mark in the audio at least so often. */
  markEveryMs: 400,
  /** A client that plays later than this, or does not answer marks, is not waited for. */
  markLagMaxMs: 2_000,
  /** For so long the last answer to a mark tells where the client is. */
  markFreshMs: 1_000,
  /** After the close is asked for, the socket is cut when the client has not answered in this time. */
  closeMs: 2_000,
} as const;

export type Limits = { readonly [Name in keyof typeof limits]: number };

/**
 * How far ahead of real time audio is sent, in milliseconds. Players cannot be emptied from here, so this is what
 * a caller who interrupts still hears; without it, they would run dry whenever the network is late.
 */
export const leadMs = 200;

/** The same with `pacing=burst`, for clients that drop their queue on request. */
export const burstLeadMs = 30_000;

/** Whether audio is sent as it is to be heard, or as fast as it is made. */
export const pacings = ["realtime", "burst"] as const;
export type PacingMode = (typeof pacings)[number];

export const outRates = [8_000, 16_000, 24_000, 48_000] as const;
export type OutRate = (typeof outRates)[number];

/** Features that a client may ask for with `features`; unknown names are ignored. */
export const knownFeatures = ["clear", "resume", "marks"] as const;
export type Feature = (typeof knownFeatures)[number];

export const subprotocol = "voice.v1";
