// Telephone whose caller talks over the agent, in virtual time: real voices and the real detector, G.711 both ways, and
// how soon the last sound of the agent is in the telephone's recording. A machine with other work adds its own delay to
// it.

import { expect, test } from "bun:test";
import { decodeG711, encodeG711 } from "../../src/audio/g711.ts";
import { loadResampler } from "../../src/audio/resampler.ts";
import { silentLog } from "../../src/base/log.ts";
import { Ticker } from "../../src/base/ticker.ts";
import { PhoneLine } from "../../src/phone/phone-line.ts";
import type { Tts } from "../../src/providers/provider-contract.ts";
import { SileroVad } from "../../src/speech/silero-vad.ts";
import { type Media, openMedia } from "../../src/transport/rtp/rtp-media.ts";
import { Call } from "../../src/voice/call.ts";
import { joined, ownVoiceSaying } from "../support/callers/callers.ts";
import { scriptedResponder } from "../support/fakes/call-script.ts";
import { scriptedStt } from "../support/fakes/fake-speech.ts";
import { VirtualClock } from "../support/fakes/virtual-clock.ts";

const isLong = process.env.LONG === "1";
const p95MsMax = 250;
const type = 8;
const packetSamples = 160;
const packetMs = 20;
/** Louder packets are speech: -40 dB. */
const loudEnergy = 328 ** 2;
/** A pause of the agent's own is shorter. */
const silentMs = 350;

const questions = [
  "Shall we send you the long letter about the opening hours of the harbour and the summer timetable of all ferries.",
  "Would you like to hear about the concerts that take place in the old town hall during the last week of October.",
  "May we tell our colleagues in the workshop that the blue bicycle with the basket can be picked up on Thursday.",
] as const;
const interruptions = [
  ["michael", "No, thank you, please do not."],
  ["heart", "Wait, stop please."],
  ["michael", "Yes, that is right."],
  ["heart", "Hold on, I have a question."],
] as const;

const convert = await loadResampler();
const silence = new Uint8Array(packetSamples).fill(0xd5);

/** Words as packets, from their first loud sample on. */
async function packetsOf([voice, text]: (typeof interruptions)[number]): Promise<readonly Uint8Array[]> {
  using resampler = convert(16_000, 8_000);
  const pcm = joined(resampler.push(await ownVoiceSaying(voice, text)), resampler.flush());
  const from = pcm.findIndex((sample) => Math.abs(sample) > 600);
  return Array.from({ length: Math.floor((pcm.length - from) / packetSamples) }, (_, at) =>
    encodeG711(pcm.slice(from + at * packetSamples, from + (at + 1) * packetSamples), "alaw").slice(),
  );
}

function isLoud(payload: Uint8Array): boolean {
  const pcm = decodeG711(payload, "alaw");
  return pcm.reduce((sum, sample) => sum + sample * sample, 0) / pcm.length > loudEnergy;
}

interface TalkedOver {
  readonly vad: SileroVad;
  readonly question: string;
  readonly says: readonly Uint8Array[];
  /** Start of the caller's words, and delay of the telephone's ticks after the agent's. */
  readonly fromMs: number;
  readonly phaseMs: number;
}

/** From the first packet of the caller's words to the end of the agent's last loud one, in milliseconds. */
async function silentAfter({ vad, question, says, fromMs, phaseMs }: TalkedOver): Promise<number> {
  const clock = new VirtualClock();
  const ticker = new Ticker(clock, packetMs);
  const pcm = await ownVoiceSaying("heart", question);
  const tts: Tts = {
    id: "voice",
    speak(_, sink) {
      sink({ type: "audio", pcm });
      return { cancel: () => undefined, done: Promise.resolve("ended") };
    },
  };
  const loudAt: number[] = [];
  const parts: { media?: Media } = {};
  const line = new PhoneLine({
    clock,
    telephone: {
      play: (frame) => parts.media?.play(frame),
      clear: (last) => parts.media?.clear(last),
      press: () => undefined,
      transfer: () => undefined,
      hangUp: () => undefined,
    },
  });
  const heard = new Map([[type, "pcma"]] as const);
  const audio = {
    codec: "pcma",
    payloadType: type,
    heard,
    keyTypes: new Set<number>(),
    keyType: undefined,
  } as const;
  const hear = (samples: Int16Array): void => line.hear(samples);
  const media = (parts.media = await openMedia({
    audio,
    convert,
    hear,
    press: () => undefined,
    wall: () => clock.now(),
  }));
  media.connect({
    isHeard: true,
    sendRtp: ({ payload }) => void (isLoud(payload) && loudAt.push(clock.now())),
  });
  const responder = scriptedResponder(() => question);
  const emit = (): void => undefined;
  const call = new Call({
    line,
    responder,
    stt: scriptedStt(),
    tts,
    vad,
    loadSound: undefined,
    clock,
    ticker,
    log: silentLog,
    durationMsMax: 60_000,
    emit,
  });
  line.attach(call);
  line.up();
  using _beat = ticker.add((now) => {
    line.beat(now);
    queueMicrotask(() => media.beat(now));
  });
  await clock.advance(phaseMs);
  for (let at = 0; at < fromMs + 1_200; at += packetMs) {
    const payload = Buffer.from(says[(at - fromMs) / packetMs] ?? silence);
    const sequence = at / packetMs;
    media.heard(
      { sequence, timestamp: sequence * packetSamples, payloadType: type, payload, ssrc: 7 },
      clock.now(),
    );
    await clock.advance(packetMs);
  }
  call.end("caller");
  media[Symbol.dispose]();
  const spokeAt = phaseMs + fromMs;
  const after = loudAt.filter((at) => at >= spokeAt);
  const isLast = (at: number, i: number): boolean => (after[i + 1] ?? Infinity) - at > silentMs;
  return (after.find(isLast) ?? spokeAt) + packetMs - spokeAt;
}

test(`the agent is silent within ${p95MsMax} ms, p95, after its caller began to talk over it`, async () => {
  const vad = new SileroVad();
  await vad.ready;
  const delays: number[] = [];
  for (const interruption of interruptions) {
    const says = await packetsOf(interruption);
    for (const [at, question] of questions.entries())
      for (let phaseMs = at; phaseMs < packetMs; phaseMs += isLong ? 2 : 9)
        delays.push(
          await silentAfter({ vad, question, says, fromMs: 1_800 + 140 * at + 40 * (phaseMs % 5), phaseMs }),
        );
  }
  const sorted = delays.map(Math.round).toSorted((a, b) => a - b);
  const p95 = sorted[Math.ceil(0.95 * sorted.length) - 1] ?? Infinity;
  console.log(
    `talked over: silent after ${sorted[sorted.length >> 1]} ms, p95 ${p95} ms of ${sorted.length}`,
  );
  // The agent was speaking: it cannot have been silent before it knew of the caller.
  expect(sorted[sorted.length >> 1]).toBeGreaterThan(100);
  expect(p95).toBeLessThanOrEqual(p95MsMax);
});
