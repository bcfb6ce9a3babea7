// `bun run test`: installs what the tests need, runs every suite, and prints the totals as the last line.

import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Debian packages the tests need, each with a file that tells whether it is there. */
const packages: Readonly<Record<string, string>> = {
  "asterisk-core-sounds-en-wav": "/usr/share/asterisk/sounds/en_US_f_Allison/vm-goodbye.wav",
  chromium: "/usr/bin/chromium",
  coturn: "/usr/bin/turnserver",
  "python3-aiortc": "/usr/lib/python3/dist-packages/aiortc/__init__.py",
};

/** Suites in which people are heard as they speak: a machine without room for that hears them otherwise. */
const spoken = [
  "test/speech/",
  "test/binary/",
  "test/pages/conversation.test.ts",
  "test/clients/network.test.ts",
];
/** Suites that start servers and browsers, and mostly wait for them. */
const waiting = ["test/calls/", "test/pages/", "test/clients/"];

interface Totals {
  tests: number;
  failed: number;
  skipped: number;
}

/** Of a test that names none of its own: far more than any takes, also on a machine with other work. */
const timeoutMs = 20_000;

const long = process.argv.includes("--long");
const reports = await mkdtemp(join(tmpdir(), "voice-flow-test-"));

try {
  process.exitCode = await main();
} finally {
  await rm(reports, { recursive: true, force: true });
}

async function main(): Promise<number> {
  if (!installPackages()) return 1;
  const files = [...new Bun.Glob("test/**/*.test.ts").scanSync(".")].sort();
  const isOf = (file: string, places: readonly string[]): boolean =>
    places.some((place) => file.startsWith(place));
  const isSpoken = (file: string): boolean => isOf(file, spoken);
  const isWaiting = (file: string): boolean => isOf(file, waiting) && !isSpoken(file);
  const stages = [
    { name: "fast", files: files.filter((file) => !isSpoken(file) && !isWaiting(file)), parallel: undefined },
    { name: "servers and pages", files: files.filter(isWaiting), parallel: 3 },
    { name: "speech", files: files.filter(isSpoken), parallel: 2 },
  ].filter((stage) => stage.files.length > 0);
  if (files.some((file) => file.startsWith("test/binary/")) && !build()) return 1;

  const totals: Totals = { tests: 0, failed: 0, skipped: 0 };
  for (const { name, files: chosen, parallel } of stages) {
    const report = join(reports, `${name.replaceAll(" ", "-")}.xml`);
    heading(`${name}: ${chosen.length} files`);
    const ended = runTests(chosen, { report, parallel });
    const added = await read(report);
    for (const key of ["tests", "failed", "skipped"] as const) totals[key] += added[key];
    // A file that does not even load holds no test that could fail: it counts as one.
    if (!ended && added.failed === 0) {
      console.error("A test file did not run to its end: see above.");
      totals.tests += 1;
      totals.failed += 1;
    }
  }
  if (totals.skipped > 0) console.error("A skipped test counts as a failure of the run.");
  const passed = totals.tests - totals.failed - totals.skipped;
  console.log(`${passed} passed, ${totals.failed} failed, ${totals.skipped} skipped`);
  return totals.failed > 0 || totals.skipped > 0 || passed === 0 ? 1 : 0;
}

function runTests(
  files: readonly string[],
  options: { readonly report: string; readonly parallel: number | undefined },
): boolean {
  const parallel = options.parallel === undefined ? "--parallel" : `--parallel=${options.parallel}`;
  const reporter = ["--reporter=junit", `--reporter-outfile=${options.report}`];
  return run(
    [
      process.execPath,
      "test",
      parallel,
      `--timeout=${timeoutMs}`,
      "--randomize",
      ...reporter,
      ...files.map((file) => `./${file}`),
    ],
    long ? { LONG: "1" } : {},
  );
}

/** Sums the suites of a JUnit file; a missing file means that the run broke before it could report. */
async function read(report: string): Promise<Totals> {
  const file = Bun.file(report);
  if (!(await file.exists())) return { tests: 0, failed: 0, skipped: 0 };
  const [, head = ""] = /<testsuites\b([^>]*)>/.exec(await file.text()) ?? [];
  const count = (name: string): number => Number(new RegExp(`\\b${name}="(\\d+)"`).exec(head)?.[1] ?? 0);
  return { tests: count("tests"), failed: count("failures") + count("errors"), skipped: count("skipped") };
}

function installPackages(): boolean {
  const missing = Object.keys(packages).filter((name) => !existsSync(packages[name]!));
  if (missing.length === 0) return true;
  const line = `apt-get install -y --no-install-recommends ${missing.join(" ")}`;
  heading(`installing ${missing.join(" ")}`);
  const root = process.getuid?.() === 0;
  const may = Bun.which("apt-get") !== null && (root || run(["sudo", "-n", "true"], {}));
  const sudo = root ? [] : ["sudo", "-n", "env"];
  const apt = (...words: string[]): boolean =>
    run([...sudo, ...(root ? [] : ["DEBIAN_FRONTEND=noninteractive"]), "apt-get", ...words], {
      DEBIAN_FRONTEND: "noninteractive",
    });
  const install = (): boolean => apt("install", "-y", "--no-install-recommends", ...missing);
  if (may && (install() || (apt("update") && install()))) return true;
  console.error(
    `The tests need packages that could not be installed here. On Debian, run as root:\n  ${line}`,
  );
  return false;
}

function build(): boolean {
  heading("build");
  return run([process.execPath, "src/build.ts"], {});
}

function heading(text: string): void {
  console.log(`\n== ${text}`);
}

function run(command: readonly string[], env: Readonly<Record<string, string>>): boolean {
  if (Bun.which(command[0]!) === null) return false;
  const { exitCode } = Bun.spawnSync([...command], {
    env: { ...process.env, ...env },
    stdin: "ignore",
    stdout: "inherit",
    stderr: "inherit",
  });
  return exitCode === 0;
}
