// Mouth: a caller in front of the page's microphone, who speaks on a test's command, in a room that is never quite
// silent.

import type { Page } from "playwright-core";
import { sampleRate } from "../../../src/audio/frame.ts";

/** Set in the page by the init script. */
declare global {
  var sayIntoMicrophone: (pcm: readonly number[]) => Promise<void>;
}

/** Replaces the page's microphone; call it before anything is loaded. */
export async function giveMouth(page: Page): Promise<void> {
  await page.addInitScript(mouth, sampleRate);
}

/** Resolves when the audio has been played. */
export async function say(page: Page, pcm: Int16Array): Promise<void> {
  await page.evaluate((samples) => globalThis.sayIntoMicrophone(samples), [...pcm]);
}

/** Runs in the page before its own scripts. */
function mouth(rate: number): void {
  if (!("mediaDevices" in navigator)) return;
  let room: { readonly context: AudioContext; readonly out: MediaStreamAudioDestinationNode } | undefined;
  const opened = (): typeof room & {} => {
    const context = new AudioContext({ sampleRate: rate });
    const hum = context.createBuffer(1, rate, rate);
    hum.getChannelData(0).forEach((_, i, samples) => (samples[i] = ((i * 7_919) % 997) / 997_000 - 0.0005));
    const source = new AudioBufferSourceNode(context, { buffer: hum, loop: true });
    const out = context.createMediaStreamDestination();
    source.connect(out);
    source.start();
    return { context, out };
  };
  navigator.mediaDevices.getUserMedia = async () => {
    room ??= opened();
    await room.context.resume();
    // Each call stops the tracks that it received.
    return room.out.stream.clone();
  };
  globalThis.sayIntoMicrophone = async (pcm) => {
    if (room === undefined) throw new Error("The page has not asked for the microphone");
    const { context, out } = room;
    const buffer = context.createBuffer(1, pcm.length, rate);
    buffer.getChannelData(0).set(pcm.map((sample) => sample / 32_768));
    const source = new AudioBufferSourceNode(context, { buffer });
    source.connect(out);
    await new Promise((resolve) => {
      source.onended = resolve;
      source.start();
    });
  };
}
