// Benchmarks behind the claims of README.md and NUMBERS.md: a short run of each, with its verdict.

import { expect, setDefaultTimeout, test } from "bun:test";
import { claimedBenches } from "../bench/capacity/claims.ts";

setDefaultTimeout(300_000);

test.each(claimedBenches)("benchmark %s holds its claims in a short run", async (name) => {
  const bench = Bun.spawn([process.execPath, "test/bench/run.ts", name, "--quick", "--json"], {
    stdout: "pipe",
    stderr: "pipe",
  });
  const [out, err] = await Promise.all([
    new Response(bench.stdout).text(),
    new Response(bench.stderr).text(),
  ]);
  expect([await bench.exited, err]).toEqual([0, expect.not.stringContaining("does not hold")]);
  expect(Object.keys(JSON.parse(out) as object)).toEqual(["machine", name]);
});
