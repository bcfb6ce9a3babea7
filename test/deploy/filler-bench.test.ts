// Filler benchmark: its claims hold in a short run over real sockets, with the built-in voice.

import { expect, test } from "bun:test";
import { join } from "node:path";

test("filler benchmark: no answer that is ready waits for a filler, in its quick run", async () => {
  const command = [process.execPath, join(import.meta.dir, "../bench/run.ts"), "fillers", "--quick"];
  const bench = Bun.spawn(command, { stdout: "ignore", stderr: "pipe" });
  const broken = await new Response(bench.stderr).text();
  expect([await bench.exited, broken]).toEqual([0, ""]);
}, 120_000);
