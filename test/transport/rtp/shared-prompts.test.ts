// Shared prompts: the process encodes audio for two telephones of one codec once, and it sounds as if encoded for each.

import { expect, test } from "bun:test";
import { loudness, sampleRate } from "../../../src/audio/frame.ts";
import { loadResampler } from "../../../src/audio/resampler.ts";
import { SharedAudio } from "../../../src/audio/shared-audio.ts";
import { type AgreedAudio, type Codec, clockRates } from "../../../src/transport/rtp/agreed-audio.ts";
import { openMedia } from "../../../src/transport/rtp/rtp-media.ts";
import type { RtpOut } from "../../../src/transport/rtp/rtp-sender.ts";
import { turn } from "../../support/until.ts";

const agreed = (codec: Codec): AgreedAudio => ({
  codec,
  payloadType: 96,
  heard: new Map([[96, codec]]),
  keyTypes: new Set(),
  keyType: undefined,
});

const prompt = Int16Array.from({ length: sampleRate }, (_, i) =>
  Math.round(6_000 * Math.sin(i / 12) * Math.sin(i / 900)),
);

/** A telephone, its packets, and the audio that it hears. */
async function telephone(codec: Codec) {
  const sent: RtpOut[] = [];
  const heard: number[] = [];
  const media = await openMedia({
    audio: agreed(codec),
    convert: await loadResampler(),
    hear: (pcm) => void heard.push(...pcm),
    press: () => undefined,
    wall: () => 0,
  });
  media.connect({ isHeard: true, sendRtp: (packet) => void sent.push(packet) });
  return { sent, heard, media };
}

test.each(["g722", "pcmu", "pcma"] as const)(
  "a prompt in %s is encoded once for two telephones",
  async (codec) => {
    using shared = new SharedAudio([prompt]);
    const [first, second] = [await telephone(codec), await telephone(codec)];
    const frames = Array.from({ length: shared.frames }, (_, i) => shared.frame(i));
    const say = async (
      { media, sent }: typeof first,
      of: readonly Int16Array[],
      from: number,
    ): Promise<RtpOut[]> => {
      const before = sent.length;
      for (const [i, frame] of of.entries()) {
        media.play(frame);
        media.beat(from + i * 20);
      }
      await turn();
      return sent.slice(before);
    };
    // The first use opens the encoder.
    await say(first, frames, 0);
    const [one, two] = [await say(first, frames, 1_000), await say(second, frames, 0)];
    expect(one.length).toBe(frames.length);
    expect(two.map(({ payload }, i) => payload === one[i]?.payload)).toEqual(frames.map(() => true));
    // Another telephone hears it with its full loudness.
    const step = clockRates[codec] / 50;
    for (const [i, { payload }] of two.entries())
      second.media.heard(
        { sequence: i, timestamp: i * step, payloadType: 96, payload: Buffer.from(payload), ssrc: 7 },
        2_000 + i * 20,
      );
    for (let at = 2_000; at < 3_200; at += 20) second.media.beat(at);
    const heard = Int16Array.from(second.heard.slice(0, sampleRate));
    expect(loudness(heard) / loudness(prompt)).toBeWithin(0.85, 1.15);
    first.media[Symbol.dispose]();
    second.media[Symbol.dispose]();
  },
);
