// Built-in programs: the list has their own descriptions, and the compiled ones equal those read from source.

import { deserialize } from "bun:jsc";
import { expect, test } from "bun:test";
import {
  builtInPrograms,
  builtInText,
  compiledFiles,
  listBuiltIn,
} from "../../../src/calls/built-in-programs.ts";

test("built-in programs: they are listed by name and description, the self-explaining one first", () => {
  const listed = listBuiltIn();
  const own = [...builtInPrograms.keys()].map((id) => {
    const { name, description } = builtInPrograms.get(id)!;
    return { id, name, description };
  });
  expect(listed).toEqual(own as typeof listed);
  expect(listed[0]?.id).toBe("welcome");
  expect(listed.length).toBeGreaterThan(10);
});

test("built-in programs: each is read once, and unknown names are refused", () => {
  expect(builtInPrograms.get("welcome")).toBe(builtInPrograms.get("welcome")!);
  expect(builtInText("welcome")).toContain("id: welcome");
  expect([builtInPrograms.has("nobody"), builtInPrograms.get("nobody"), builtInText("nobody")]).toEqual([
    false,
    undefined,
    undefined,
  ]);
});

test("built-in programs: an executable holds each as compiled here", () => {
  const files = compiledFiles();
  const names = [...builtInPrograms.keys()];
  expect([...files.keys()]).toEqual(names.map((name) => `${name}.program`));
  // The welcome flow gets the zone of the machine that runs it, not of the one that built it.
  const timezone = builtInPrograms.get("welcome")?.timezone;
  for (const name of names) {
    const program = deserialize(files.get(`${name}.program`)!) as object;
    const own = name === "welcome" ? { ...program, timezone } : program;
    expect(own).toEqual(builtInPrograms.get(name) as object);
  }
});

test("the welcome flow alone has the zone of its machine when that is in Tokyo", () => {
  const path = require.resolve("../../../src/calls/built-in-programs.ts");
  const script = `const { builtInPrograms: all } = await import(${JSON.stringify(path)});
    console.log(all.get("welcome").timezone, all.get("table-booking").timezone);`;
  const run = Bun.spawnSync([process.execPath, "-e", script], { env: { ...process.env, TZ: "Asia/Tokyo" } });
  expect(run.stdout.toString()).toMatch(/^Asia\/Tokyo (?!Asia)/);
});
