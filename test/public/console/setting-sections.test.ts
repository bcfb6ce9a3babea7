// Sections of a deployment's settings.

import { expect, test } from "bun:test";
import { settingSections } from "../../../public/console/system/setting-sections.ts";
import { variables } from "../../../src/config.ts";

test("setting sections hold every setting once", () => {
  const names = Object.keys(variables);
  const sections = settingSections(names);
  expect([...sections.values()].flat().sort()).toEqual([...names].sort());
});

test("setting sections leave out a section without settings", () => {
  expect([...settingSections(["SMTP_URL", "TTS_VOICE"])]).toEqual([
    ["Speech", ["TTS_VOICE"]],
    ["Mail", ["SMTP_URL"]],
  ]);
});

test("no section of the settings takes most of them", () => {
  const longest = Math.max(
    ...[...settingSections(Object.keys(variables)).values()].map((each) => each.length),
  );
  expect(longest).toBeLessThan(20);
});
