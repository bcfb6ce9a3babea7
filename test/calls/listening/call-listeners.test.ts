// Listeners of a call, in virtual time: both sides on one time axis, parts hidden from them, and listeners who read
// late.

import { expect, test } from "bun:test";
import { type Frame, samplesPerFrame, silence } from "../../../src/audio/frame.ts";
import { CallListeners, listenersMax } from "../../../src/calls/call-listeners.ts";
import { fakeLine } from "../../support/fakes/fake-line.ts";
import { settle, VirtualClock } from "../../support/fakes/virtual-clock.ts";

const of = (value: number): Frame => new Int16Array(samplesPerFrame).fill(value);

const goesOn = new AbortController().signal;

function world() {
  const clock = new VirtualClock();
  const state = { isSensitive: false };
  const listeners = new CallListeners({
    clock,
    isSensitive: () => state.isSensitive,
    isUnrecorded: () => false,
  });
  const fake = fakeLine(() => clock.now());
  const line = listeners.around(fake);
  /** Audio frames of both sides, by their first sample. */
  const listen = () => {
    const frames: (readonly [caller: number, agent: number])[] = [];
    const stream = listeners.listen(goesOn);
    const over = (async () => {
      const head = await stream.next();
      expect(Buffer.from((head.value as Uint8Array).subarray(0, 4)).toString()).toBe("RIFF");
      for await (const piece of stream) {
        const pcm = new Int16Array(piece.slice().buffer);
        for (let at = 0; at < pcm.length; at += samplesPerFrame * 2) frames.push([pcm[at]!, pcm[at + 1]!]);
      }
    })();
    return { frames, over, stream };
  };
  return { clock, state, listeners, fake, line, listen };
}

test("listeners: they hear both sides from their arrival until the call is over", async () => {
  const { clock, listeners, line, fake, listen } = world();
  listeners.hear(of(1));
  line.play(of(1));
  const one = listen();
  await settle();
  for (let i = 0; i < 10; i++) {
    listeners.hear(of(2));
    // Sent ahead in one go.
    if (i === 0) for (let n = 0; n < 5; n++) line.play(of(3));
    await clock.advance(20);
  }
  expect(one.frames).toEqual([
    ...Array.from({ length: 5 }, () => [2, 3] as const),
    ...Array.from({ length: 5 }, () => [2, 0] as const),
  ]);
  expect(fake.played.length).toBe(6);
  listeners.end();
  await one.over;
  expect(clock.pending).toBe(0);
});

test("listeners: confidential questions, the agent's words about them, and cut audio are silent", async () => {
  const { clock, state, listeners, line, fake, listen } = world();
  const one = listen();
  await settle();
  const pass = async (): Promise<void> => {
    for (let i = 0; i < 5; i++) {
      listeners.hear(of(2));
      line.play(of(3));
      await clock.advance(20);
    }
  };
  const sentence = {
    type: "sentence",
    reply: 1,
    segment: 0,
    spoken: true,
    text: "It is 4711.",
    atMs: 0,
  } as const;
  state.isSensitive = true;
  await pass();
  state.isSensitive = false;
  for (let n = 0; n < 5; n++) line.play(of(3));
  listeners.told({ ...sentence, status: "started", logged: "It is •••." });
  await pass();
  listeners.told({ ...sentence, status: "completed", logged: "It is •••." });
  await pass();
  const faded: unknown[] = [];
  fake.clear = (last) => (faded.push(last), true);
  for (let n = 0; n < 50; n++) line.play(of(3));
  expect(line.clear(silence)).toBe(true);
  // The line receives the frames that fade the voice out.
  expect(faded).toEqual([silence]);
  for (let i = 0; i < 5; i++) await clock.advance(20);
  expect(one.frames.map(([caller, agent]) => `${caller}${agent}`).join(" ")).toBe(
    "03 03 03 03 03 20 20 20 20 20 23 23 23 23 23 00 00 00 00 00",
  );
  listeners.end();
  await one.over;
});

test("listeners: a late reader continues with the present, and a leaving one makes room", async () => {
  const { clock, listeners, listen } = world();
  const all = Array.from({ length: listenersMax - 1 }, () => listen());
  const slow = listeners.listen(goesOn);
  await slow.next();
  expect(listeners.hasRoom).toBe(false);
  // This listener was let in before the last place was taken.
  expect((await listeners.listen(goesOn).next()).done).toBe(true);
  for (let i = 0; i < 500; i++) {
    listeners.hear(of(2));
    await clock.advance(20);
  }
  const late = slow.next();
  await clock.advance(100);
  const piece = (await late).value as Uint8Array;
  expect(piece.length).toBe((100 / 20) * samplesPerFrame * 4);
  await slow.return(undefined);
  listeners.end();
  await Promise.all(all.map(({ over }) => over));
  expect(listeners.hasRoom).toBe(true);
});
