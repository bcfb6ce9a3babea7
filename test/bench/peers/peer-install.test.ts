// Peer installation: reads requirements and Python's version, without installing anything.

import { expect, test } from "bun:test";
import { join } from "node:path";
import { isNewEnough, pinnedVersion } from "./peer-install.ts";

test("peer installation: the version of a package is what its line pins", () => {
  const requirements = "# pipecat-ai==0\npipecat-ai-more==2\npipecat-ai==1.14.0\nuvicorn==0.54.0\n";
  expect(pinnedVersion(requirements, "pipecat-ai")).toBe("1.14.0");
  expect(pinnedVersion(requirements, "uvicorn")).toBe("0.54.0");
  expect(pinnedVersion(requirements, "pipecat")).toBeUndefined();
});

test("peer installation: Python starts at 3.11", () => {
  for (const printed of ["Python 3.11.2\n", "Python 3.14.0"]) expect(isNewEnough(printed)).toBe(true);
  for (const printed of ["Python 3.10.13", "Python 2.7.18", "Python 4.0.0", ""])
    expect(isNewEnough(printed)).toBe(false);
});

test.each([
  ["pipecat", "pipecat-ai"],
  ["livekit", "livekit-agents"],
])("peer installation: every package for %s is pinned to one version", async (framework, name) => {
  const text = await Bun.file(join(import.meta.dir, `requirements-${framework}.txt`)).text();
  const [comment, ...lines] = text.trim().split("\n");
  expect(comment).toStartWith("# ");
  expect(lines.filter((line) => !/^[A-Za-z0-9._-]+==[0-9][A-Za-z0-9.+]*$/.test(line))).toEqual([]);
  expect(pinnedVersion(text, name)).toBeDefined();
});
