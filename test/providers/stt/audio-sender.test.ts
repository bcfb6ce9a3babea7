// Audio stream to a vendor: chunks of the vendor's length, in order with messages, at its pace.

import { expect, test } from "bun:test";
import { AudioSender, bytesAsTheyAre } from "../../../src/providers/stt/audio-sender.ts";
import { VirtualClock } from "../../support/fakes/virtual-clock.ts";

function sender(clock: VirtualClock, accepts: () => boolean = () => true) {
  const sent: (string | number)[] = [];
  let lost = 0;
  const audio = new AudioSender({
    clock,
    chunkMs: 100,
    chunkMsMin: 50,
    aheadMs: 200,
    encode: bytesAsTheyAre,
    send: (message) => {
      if (accepts()) sent.push(typeof message === "string" ? message : message.length / 32);
      return accepts();
    },
    needsSilence: () => false,
    onLost: () => void (lost += 1),
  });
  return { audio, sent, lost: () => lost };
}

const say = (audio: AudioSender, frames: number): void => {
  for (let i = 0; i < frames; i++) audio.frame(new Int16Array(320));
};

test("audio sender: the time before the vendor was ready does not count", async () => {
  const clock = new VirtualClock();
  const { audio, sent } = sender(clock);
  await clock.advance(5_000);
  audio.begin();
  say(audio, 21);
  audio.flush();
  audio.message("end");
  expect(sent).toEqual([100, 100]);
  expect(audio.behindMs).toBe(260);
  await clock.advance(259);
  expect(sent).toEqual([100, 100, 100, 100]);
  await clock.advance(1);
  expect(sent).toEqual([100, 100, 100, 100, 60, "end"]);
  expect([audio.takenMs, audio.sentMs]).toEqual([460, 460]);
  expect(clock.pending).toBe(0);
});

test("audio sender: audio that the socket rejects has no position in the stream", () => {
  let takes = true;
  const { audio, sent, lost } = sender(new VirtualClock(), () => takes);
  say(audio, 5);
  takes = false;
  say(audio, 5);
  expect([sent, lost(), audio.takenMs, audio.sentMs]).toEqual([[100], 1, 100, 100]);
});
