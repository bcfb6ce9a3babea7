// Benchmark command: `bun run bench [name ...]` measures the numbers that we claim on this machine, and prints them
// with its description; with `--json` as one object, and with `--quick` just to see it work, for benchmarks that have such.
// Without a name all are run, except those that fetch software from elsewhere.

import { cpus, totalmem } from "node:os";
import { brokenOf, type Claim } from "./capacity/claims.ts";

interface Bench {
  run(asJson: boolean, isQuick: boolean): Promise<void>;
  /** The same as data. `tell`: lines for whom reads along. */
  measure?(isQuick: boolean, tell?: (line: string) => void): Promise<object>;
  /** Sentences about what was measured, which a quick run holds to be true, or fails. */
  claims?(measured: never): readonly Claim[];
  /** There is a short run whose figures do not matter. */
  readonly hasQuick?: true;
  /** `run` prints the data itself, as its last line. */
  readonly printsJson?: true;
}

const benches: Readonly<Record<string, () => Promise<Bench>>> = {
  startup: () => import("./startup.ts"),
  capacity: () => import("./capacity/capacity.ts"),
  recovery: () => import("./capacity/recovery.ts"),
  processes: () => import("./processes.ts"),
  cluster: () => import("./cluster.ts"),
  webrtc: () => import("./webrtc.ts"),
  metrics: () => import("./metrics.ts"),
  api: () => import("./api.ts"),
  abuse: () => import("./abuse.ts"),
  providers: () => import("./providers.ts"),
  speech: () => import("./speech.ts"),
  ears: () => import("./ears/ears.ts"),
  crowd: () => import("./crowd.ts"),
  turns: () => import("./turns.ts"),
  fillers: () => import("./fillers.ts"),
  flow: () => import("./flow.ts"),
  traces: () => import("./traces.ts"),
  knowledge: () => import("./knowledge.ts"),
  "flow-editor": () => import("./flow-editor.ts"),
  peers: () => import("./peers/peers.ts"),
};
const onlyByName = ["peers"];

const given = process.argv.slice(2);
const asJson = given.includes("--json");
const isQuick = given.includes("--quick");
const wanted = given.filter((name) => name !== "--json" && name !== "--quick");
const names = wanted.length > 0 ? wanted : Object.keys(benches).filter((name) => !onlyByName.includes(name));
const unknown = names.filter((name) => !(name in benches));
if (unknown.length > 0) {
  console.error(
    `There is no benchmark "${unknown.join(", ")}": choose from ${Object.keys(benches).join(", ")}`,
  );
  process.exit(2);
}
if (isQuick) {
  for (const name of names) {
    if ((await benches[name]!()).hasQuick === true) continue;
    console.error(`The benchmark "${name}" has no quick run`);
    process.exit(2);
  }
}
const [cpu] = cpus();
const memory = Math.round(totalmem() / 2 ** 30);
const machine = `${cpus().length} × ${cpu?.model}, ${memory} GiB, ${process.platform} ${process.arch}, Bun ${Bun.version}, ${new Date().toISOString().slice(0, 10)}`;
if (asJson) {
  const results: Record<string, object> = {};
  for (const name of names) {
    const bench = await benches[name]!();
    if (bench.printsJson === true) {
      await bench.run(true, isQuick);
      continue;
    }
    if (bench.measure === undefined) {
      console.error(`The benchmark "${name}" prints no JSON`);
      process.exit(2);
    }
    const measured = await bench.measure(isQuick);
    results[name] = measured;
    if (isQuick) judge(name, bench, measured);
  }
  if (Object.keys(results).length > 0) console.log(JSON.stringify({ machine, ...results }, undefined, 2));
} else {
  console.log(machine);
  for (const name of names) {
    console.log(`\n${name}`);
    const bench = await benches[name]!();
    if (!isQuick || bench.claims === undefined || bench.measure === undefined) {
      await bench.run(false, isQuick);
      continue;
    }
    judge(name, bench, await bench.measure(true, console.log));
  }
}

/** A quick run in which a claim does not hold has failed. */
function judge(name: string, bench: Bench, measured: object): void {
  if (bench.claims === undefined) return;
  const broken = brokenOf(bench.claims(measured as never));
  if (broken.length === 0) return;
  console.error(`The benchmark "${name}" does not hold: ${broken.join("; ")}`);
  process.exitCode = 1;
}
