// `bun run ok`: everything that must hold before a commit, except the slow and the thorough suites. Stops at the first failure.

import { dirname, join } from "node:path";
import { quickSuites } from "./stages.ts";

const bun = process.execPath;
const tool = (name: string): string => join("node_modules", ".bin", name);

/** Written by hand to the byte, or compared to the byte: the formatter stays away. */
const exactFiles = ["public/flows/**", "test/flow/examples/**", "test/**/fixtures/**", "**/*.md", "bun.lock"];

const steps: readonly (readonly [name: string, command: readonly string[]])[] = [
  ["format", [bun, "fmt", "--check", ...exactFiles.flatMap((path) => ["--ignore-pattern", path])]],
  ["types", [bun, "check"]],
  ["types of the pages", [bun, "check", "-p", "public"]],
  ["lint", [bun, "--bun", tool("oxlint"), "--type-aware", "--deny-warnings"]],
  ["unused", [bun, "--bun", tool("knip")]],
  ["unused in production", [bun, "--bun", tool("knip"), "--production"]],
  [
    "tests",
    // They share a world in each process, as in the full run (`isShared` in stages.ts).
    [
      bun,
      "test",
      "--parallel",
      "--no-isolate",
      "--randomize",
      "--dots",
      ...quickSuites().map((file) => `./${file}`),
    ],
  ],
];

const startedAt = performance.now();
for (const [name, command] of steps) {
  const stepAt = performance.now();
  process.stdout.write(`${name.padEnd(22)}`);
  const { exitCode, stdout, stderr } = Bun.spawnSync([...command], {
    // Tools that look for bun or node on the PATH find the bun that runs this.
    env: { ...process.env, PATH: `${dirname(bun)}:${process.env.PATH}` },
    stdin: "ignore",
  });
  const seconds = ((performance.now() - stepAt) / 1000).toFixed(1);
  console.log(`${exitCode === 0 ? "ok" : "FAILED"}  ${seconds} s`);
  if (exitCode === 0) continue;
  console.log(`\n$ ${command.join(" ")}\n${stdout.toString()}${stderr.toString()}`);
  console.log(`Not ok: ${name}`);
  process.exit(1);
}
console.log(`ok in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
