// Sound gate: playback when the browser blocks sound until a person does something.

import { expect, jest, test } from "bun:test";
import { SoundGate } from "../../../public/voice/sound-gate.ts";

class Sound extends EventTarget {
  state: AudioContextState = "suspended";
  isAllowed = false;

  resume(): Promise<void> {
    if (this.isAllowed) this.be("running");
    return Promise.resolve();
  }

  be(state: AudioContextState): void {
    this.state = state;
    this.dispatchEvent(new Event("statechange"));
  }
}

function opened(isAllowed: boolean) {
  jest.useFakeTimers();
  const [sound, page] = [new Sound(), new EventTarget()];
  sound.isAllowed = isAllowed;
  const told: boolean[] = [];
  const gate = new SoundGate(sound, (blocked) => void told.push(blocked), page);
  jest.advanceTimersByTime(400);
  jest.useRealTimers();
  return { sound, page, told, gate };
}

test("sound gate: it is silent when the browser allows sound", () => {
  expect(opened(true).told).toEqual([]);
});

test.each(["pointerup", "keydown", "touchend"])("sound gate: it lets sound through after a %s", (gesture) => {
  const { sound, page, told } = opened(false);
  expect(told).toEqual([true]);
  page.dispatchEvent(new Event(gesture));
  expect(told).toEqual([true]);
  sound.isAllowed = true;
  page.dispatchEvent(new Event(gesture));
  expect(told).toEqual([true, false]);
});

test("sound gate: it asks again when the system blocks the sound during a call", () => {
  const { sound, told } = opened(true);
  sound.be("interrupted" as AudioContextState);
  sound.be("running");
  expect(told).toEqual([true, false]);
});

test("sound gate: it hears no gesture when it is closed", () => {
  const { sound, page, told, gate } = opened(false);
  gate.close();
  sound.isAllowed = true;
  page.dispatchEvent(new Event("keydown"));
  expect([told, sound.state]).toEqual([[true], "suspended"]);
});

test("sound gate: it reports nothing more when it is closed", () => {
  const { sound, told, gate } = opened(true);
  gate.close();
  sound.be("suspended");
  expect(told).toEqual([]);
});

test("sound gate: it reports nothing when it is closed before the browser has decided", () => {
  jest.useFakeTimers();
  const told: boolean[] = [];
  const gate = new SoundGate(new Sound(), (blocked) => void told.push(blocked), new EventTarget());
  jest.advanceTimersByTime(399);
  gate.close();
  jest.advanceTimersByTime(1_000);
  jest.useRealTimers();
  expect(told).toEqual([]);
});
