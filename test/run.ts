// `bun run test`: installs what the tests need, runs every suite, and prints the totals as the last line.

import { existsSync } from "node:fs";
import { chmod, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { leftBehind } from "./left-behind.ts";
import { installLongTools, longPackages } from "./long-tools.ts";
import { type Stage, stages, timeoutMs } from "./stages.ts";
import { PostgresServer } from "./support/stores/postgres-server.ts";

const long = process.argv.includes("--long");
/** Debian packages that the tests need, each with a file whose presence shows that the package is installed. */
const packages: Readonly<Record<string, string>> = {
  "asterisk-core-sounds-en-wav": "/usr/share/asterisk/sounds/en_US_f_Allison/vm-goodbye.wav",
  "chromium-headless-shell": "/usr/bin/chromium-headless-shell",
  coturn: "/usr/bin/turnserver",
  curl: "/usr/bin/curl",
  "espeak-ng": "/usr/bin/espeak-ng",
  haproxy: "/usr/sbin/haproxy",
  pgbouncer: "/usr/sbin/pgbouncer",
  "postgresql-15": "/usr/lib/postgresql/15/bin/postgres",
  prometheus: "/usr/bin/prometheus",
  "sip-tester": "/usr/bin/sipp",
  unzip: "/usr/bin/unzip",
  ...(long ? longPackages : {}),
};

interface Totals {
  tests: number;
  failed: number;
  skipped: number;
  failures: Failure[];
}

interface Failure {
  readonly file: string;
  /** The failed test and the reason. */
  readonly text: string;
}

/** Maximum number of failed suites in a stage that run once more. */
const filesAgainMax = 8;

/** Seed of the order in which tests run, so that a failure can be repeated in the same order. */
const seed = 1 + Math.floor(Math.random() * 0x7fff_ffff);
const reports = await mkdtemp(join(tmpdir(), "voice-flow-test-"));

try {
  process.exitCode = await main();
} finally {
  await rm(reports, { recursive: true, force: true });
}

async function main(): Promise<number> {
  if (!installPackages()) return 1;
  if (long) await installLongTools(run);
  if (!build()) return 1;
  // One Postgres for all processes that run tests.
  await using postgres = await PostgresServer.start();
  const traces = { folder: join(reports, "tmp"), mark: `TEST_RUN=${seed}` };
  // Servers of the tests run as other users.
  await chmod(reports, 0o755);
  await mkdir(traces.folder, { mode: 0o755 });
  const shared = {
    TEST_POSTGRES: postgres.url("postgres"),
    EXECUTABLE: "dist/voice-flow",
    TMPDIR: traces.folder,
    TEST_RUN: String(seed),
  };

  const totals: Totals = { tests: 0, failed: 0, skipped: 0, failures: [] };
  for (const stage of stages({ long })) {
    const report = join(reports, `${stage.name.replaceAll(" ", "-")}.xml`);
    heading(`${stage.name}: ${stage.files.length} files`);
    const ended = runTests(stage, report, shared);
    const first = await read(report);
    const added = stage.isPaced === true ? await settled(stage, first, shared) : first;
    for (const key of ["tests", "failed", "skipped"] as const) totals[key] += added[key];
    totals.failures.push(...added.failures);
    // A file that does not even load holds no test that could fail: it counts as one failure.
    if (!ended && first.failed === 0) {
      console.error("A test file did not run to its end: see above.");
      totals.tests += 1;
      totals.failed += 1;
    }
  }
  // A server that a test killed disappears a moment later.
  let left = leftBehind(traces);
  for (let tries = 0; left.length > 0 && tries < 10; tries++) {
    await Bun.sleep(500);
    left = leftBehind(traces);
  }
  totals.tests += 1;
  if (left.length > 0) {
    totals.failed += 1;
    totals.failures.push({ file: "test/run.ts", text: `the tests left behind:\n${left.join("\n")}` });
  }
  // Repeats the failures at the end, because early ones are thousands of lines above.
  if (totals.failures.length > 0) heading(`failed (--seed=${seed})\n${textOf(totals.failures)}\n`);
  if (totals.skipped > 0) console.error("A skipped test counts as a failure of the run.");
  const passed = totals.tests - totals.failed - totals.skipped;
  console.log(`${passed} passed, ${totals.failed} failed, ${totals.skipped} skipped`);
  return totals.failed > 0 || totals.skipped > 0 || passed === 0 ? 1 : 0;
}

/**
 * Runs failed suites once more, one at a time: other programs may have disturbed suites that talk at real pace, and
 * only a second failure counts. More than a few failures are no disturbance.
 */
async function settled(stage: Stage, first: Totals, env: Environment): Promise<Totals> {
  const files = [...new Set(first.failures.map(({ file }) => file))];
  if (files.length === 0 || files.length > filesAgainMax) return first;
  heading(`once more, alone: ${files.join(" ")}\n${textOf(first.failures)}\n`);
  const report = join(reports, "again.xml");
  runTests({ ...stage, files, parallel: 1 }, report, env);
  const again = await read(report);
  // A run that broke off has no result, so the first one counts.
  return again.tests === 0 ? first : { ...first, failed: again.failed, failures: again.failures };
}

function textOf(failures: readonly Failure[]): string {
  return failures.map(({ text }) => text).join("\n");
}

type Environment = Readonly<Record<string, string>>;

function runTests(
  { files, parallel, isShared, environment }: Stage,
  report: string,
  env: Environment,
): boolean {
  return run(
    [
      process.execPath,
      "test",
      parallel === undefined ? "--parallel" : `--parallel=${parallel}`,
      ...(isShared === true ? ["--no-isolate"] : []),
      `--timeout=${timeoutMs}`,
      "--randomize",
      `--seed=${seed}`,
      "--reporter=junit",
      `--reporter-outfile=${report}`,
      ...files.map((file) => `./${file}`),
    ],
    { ...env, ...environment, ...(long ? { LONG: "1" } : {}) },
  );
}

/** Sums the suites of a JUnit file; a missing file means that the run broke before it could report. */
async function read(report: string): Promise<Totals> {
  const file = Bun.file(report);
  if (!(await file.exists())) return { tests: 0, failed: 0, skipped: 0, failures: [] };
  const text = await file.text();
  const [, head = ""] = /<testsuites\b([^>]*)>/.exec(text) ?? [];
  const count = (name: string): number => Number(attribute(head, name) ?? 0);
  return {
    tests: count("tests"),
    failed: count("failures") + count("errors"),
    skipped: count("skipped"),
    failures: [...text.matchAll(/<testcase\b([^>]*)>\s*<(?:failure|error)\b([^>]*)>/g)].map(
      ([, test = "", failure = ""]) => {
        const file = attribute(test, "file") ?? "";
        const place = `${file}:${attribute(test, "line")} ${attribute(test, "name")}`;
        return { file, text: `${place}\n${attribute(failure, "message")}` };
      },
    ),
  };
}

/** Attribute of a tag as `bun test` writes it, without its escapes. */
function attribute(tag: string, name: string): string | undefined {
  const marks: Readonly<Record<string, string>> = {
    lt: "<",
    gt: ">",
    quot: '"',
    apos: "'",
    amp: "&",
    "#10": "\n",
  };
  const [, value] = new RegExp(`\\b${name}="([^"]*)"`).exec(tag) ?? [];
  return value?.replace(/&([^;]+);/g, (escape, mark: string) => marks[mark] ?? escape);
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

function run(command: readonly string[], env: Environment): boolean {
  if (Bun.which(command[0]!) === null) return false;
  const { exitCode } = Bun.spawnSync([...command], {
    env: { ...process.env, ...env },
    stdin: "ignore",
    stdout: "inherit",
    stderr: "inherit",
  });
  return exitCode === 0;
}
