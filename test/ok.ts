// `bun run ok`: everything that must hold before a commit, except the slow and the thorough suites. Stops at the first failure.

import { dirname, join } from "node:path";
import { quickSuites, timeoutMs } from "./stages.ts";

const bun = process.execPath;
const tool = (name: string): string => join("node_modules", ".bin", name);

/** Files whose exact bytes are written by hand or compared: the formatter leaves them alone. */
const exactFiles = ["public/flows/**", "test/flow/examples/**", "test/**/fixtures/**", "**/*.md", "bun.lock"];

/** Commands of one step, which run at the same time: each takes one core. */
const steps: readonly (readonly [name: string, ...commands: (readonly string[])[]])[] = [
  ["format", [bun, "fmt", "--check", ...exactFiles.flatMap((path) => ["--ignore-pattern", path])]],
  ["types", [bun, "check"], [bun, "check", "-p", "public"]],
  ["lint", [bun, "--bun", tool("oxlint"), "--type-aware", "--deny-warnings"]],
  ["unused", [bun, "--bun", tool("knip")], [bun, "--bun", tool("knip"), "--production"]],
  [
    "tests",
    // These suites share a world in each process, as in the full run (`isShared` in stages.ts).
    [
      bun,
      "test",
      "--parallel",
      "--no-isolate",
      "--randomize",
      "--dots",
      `--timeout=${timeoutMs}`,
      ...quickSuites().map((file) => `./${file}`),
    ],
  ],
];

interface Failure {
  readonly command: readonly string[];
  readonly printed: string;
}

/** Failure of a command; undefined if it succeeded. */
async function failureOf(command: readonly string[]): Promise<Failure | undefined> {
  const run = Bun.spawn([...command], {
    // Tools that look for bun or node on the PATH find the bun that runs this program.
    env: { ...process.env, PATH: `${dirname(bun)}:${process.env.PATH}` },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
  const printed = await Promise.all([new Response(run.stdout).text(), new Response(run.stderr).text()]);
  return (await run.exited) === 0 ? undefined : { command, printed: printed.join("") };
}

const startedAt = performance.now();
for (const [name, ...commands] of steps) {
  const stepAt = performance.now();
  process.stdout.write(name.padEnd(12));
  const failures = (await Promise.all(commands.map(failureOf))).filter((each) => each !== undefined);
  const seconds = ((performance.now() - stepAt) / 1000).toFixed(1);
  console.log(`${failures.length === 0 ? "ok" : "FAILED"}  ${seconds} s`);
  if (failures.length === 0) continue;
  for (const { command, printed } of failures) console.log(`\n$ ${command.join(" ")}\n${printed}`);
  console.log(`Not ok: ${name}`);
  process.exit(1);
}
console.log(`ok in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
