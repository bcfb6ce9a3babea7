// Built-in programs: what is listed of them is what they say of themselves, and reading them ahead leaves room for calls.

import { expect, test } from "bun:test";
import {
  builtInPrograms,
  builtInText,
  listBuiltIn,
  readBuiltInAhead,
} from "../../../src/calls/built-in-programs.ts";
import { VirtualClock } from "../../support/fakes/virtual-clock.ts";

test("built-in programs: are listed as they name and describe themselves, the one that explains itself first", () => {
  const listed = listBuiltIn();
  const own = [...builtInPrograms.keys()].map((id) => {
    const { name, description } = builtInPrograms.get(id)!;
    return { id, name, description };
  });
  expect(listed).toEqual(own as typeof listed);
  expect(listed[0]?.id).toBe("welcome");
  expect(listed.length).toBeGreaterThan(10);
});

test("built-in programs: each is read once, and there is none of another name", () => {
  expect(builtInPrograms.get("welcome")).toBe(builtInPrograms.get("welcome")!);
  expect(builtInText("welcome")).toContain("id: welcome");
  expect([builtInPrograms.has("nobody"), builtInPrograms.get("nobody"), builtInText("nobody")]).toEqual([
    false,
    undefined,
    undefined,
  ]);
});

test("built-in programs: are read ahead one at a time, until all are read or nobody needs them", async () => {
  const clock = new VirtualClock();
  const all = [...builtInPrograms.keys()].length;
  using _whole = readBuiltInAhead(clock);
  let pauses = 0;
  while (clock.nextInMs !== undefined) {
    await clock.advance(clock.nextInMs);
    pauses += 1;
  }
  expect(pauses).toBe(all);
  readBuiltInAhead(clock)[Symbol.dispose]();
  expect(clock.nextInMs).toBeUndefined();
});
