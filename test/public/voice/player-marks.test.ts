// Player marks: each is reported once, when all audio before it has been played, and never if that was dropped.

import { expect, test } from "bun:test";
import { markText } from "../../../public/voice/messages.ts";
import { PlayerMarks } from "../../../public/voice/player-marks.ts";
import { readText } from "../../../src/transport/message-decoder.ts";

test("player marks: each is reached once, in order, by the last sample before it", () => {
  const heard: string[] = [];
  const marks = new PlayerMarks();
  for (const [position, name] of [
    [100, "a"],
    [200, "b"],
    [200, "c"],
    [300, "d"],
  ] as const)
    marks.add(position, () => void heard.push(name));
  const reach = (position: number): string => {
    for (const tell of marks.reached(position)) tell();
    return heard.join("");
  };
  expect([99, 100, 100, 250, 300, 999].map(reach)).toEqual(["", "a", "a", "abc", "abcd", "abcd"]);
});

test("player marks: marks of dropped audio are forgotten", () => {
  const marks = new PlayerMarks();
  marks.add(100, () => undefined);
  marks.clear();
  marks.add(250, () => undefined);
  expect([marks.reached(200).length, marks.reached(250).length]).toEqual([0, 1]);
});

test("player marks: the server understands the reports", () => {
  expect(readText(markText("m-3"))).toEqual({ kind: "mark", id: undefined, name: "m-3", cleared: false });
});
