// Benchmark command: `bun run bench [name ...]` measures the numbers that we claim on this machine, and prints them
// with its description; with `--json` as one object, and with `--quick` just to see it work, for benchmarks that have such.
// `capacity --speech` measures with our own ears and voice, `turns --field` takes turns with recorded people.
// Without a name all are run, except those that fetch software from elsewhere.

import { cpus, totalmem } from "node:os";
import { brokenOf, type Claim } from "./capacity/claims.ts";

interface Bench {
  /** Reports its figures as they are measured, and resolves to them as data. */
  measure?(isQuick: boolean, tell: (line: string) => void): Promise<object>;
  /** Statements about the measurement: a quick run fails if one is false. */
  readonly claims?: (measured: never) => readonly Claim[];
  /** Prints its measurement by itself, and its data as the last line if it has any; it has no quick run. */
  run?(asJson: boolean): Promise<void>;
}

const benches: Readonly<Record<string, () => Promise<Bench>>> = {
  startup: () => import("./startup.ts"),
  capacity: () => import("./capacity/capacity.ts"),
  "capacity --speech": () => import("./capacity/speech-capacity.ts"),
  recovery: () => import("./capacity/recovery.ts"),
  processes: () => import("./processes.ts"),
  cluster: () => import("./cluster.ts"),
  webrtc: () => import("./webrtc.ts"),
  phone: () => import("./phone/phone.ts"),
  metrics: () => import("./metrics.ts"),
  api: () => import("./api.ts"),
  abuse: () => import("./abuse.ts"),
  providers: () => import("./providers.ts"),
  voice: () => import("./voice/voice.ts"),
  ears: () => import("./ears/ears.ts"),
  "ears-cost": () => import("./ears/ears-cost.ts"),
  "ears-kernel": () => import("./ears/ears-kernel.ts"),
  examples: () => import("./calls/examples.ts"),
  crowd: () => import("./crowd.ts"),
  beside: () => import("./calls/beside.ts"),
  turns: () => import("./turns.ts"),
  "turns --field": () => import("./field/field.ts"),
  fillers: () => import("./calls/fillers.ts"),
  flow: () => import("./flow.ts"),
  phrases: () => import("./phrases/phrases.ts"),
  blind: () => import("./phrases/blind.ts"),
  traces: () => import("./traces.ts"),
  knowledge: () => import("./knowledge.ts"),
  replay: () => import("./replay.ts"),
  "flow-editor": () => import("./pages/flow-editor.ts"),
  pages: () => import("./pages/pages.ts"),
  peers: () => import("./peers/peers.ts"),
};
const onlyByName = ["peers", "blind", "capacity --speech", "turns --field"];

const given = process.argv.slice(2);
const asJson = given.includes("--json");
const isQuick = given.includes("--quick");
/** A benchmark with a flag of its own, "capacity --speech", is another one. */
const wanted = given
  .filter((name) => !name.startsWith("--"))
  .map((name) => given.map((flag) => `${name} ${flag}`).find((whole) => whole in benches) ?? name);
const names = wanted.length > 0 ? wanted : Object.keys(benches).filter((name) => !onlyByName.includes(name));
const unknown = names.filter((name) => !(name in benches));
if (unknown.length > 0) {
  console.error(
    `There is no benchmark "${unknown.join(", ")}": choose from ${Object.keys(benches).join(", ")}`,
  );
  process.exit(2);
}
const chosen: [name: string, bench: Bench][] = [];
for (const name of names) chosen.push([name, await benches[name]!()]);
for (const [name, { claims }] of chosen) {
  if (!isQuick || claims !== undefined) continue;
  console.error(`The benchmark "${name}" has no quick run`);
  process.exit(2);
}
const [cpu] = cpus();
const memory = Math.round(totalmem() / 2 ** 30);
const machine = `${cpus().length} × ${cpu?.model}, ${memory} GiB, ${process.platform} ${process.arch}, Bun ${Bun.version}, ${new Date().toISOString().slice(0, 10)}`;
const results: Record<string, object> = {};
if (!asJson) console.log(machine);
for (const [name, bench] of chosen) {
  if (!asJson) console.log(`\n${name}`);
  await bench.run?.(asJson);
  const measured = await bench.measure?.(isQuick, asJson ? () => {} : console.log);
  if (measured === undefined) continue;
  results[name] = measured;
  const broken = isQuick ? brokenOf(bench.claims?.(measured as never) ?? []) : [];
  if (broken.length === 0) continue;
  console.error(`The benchmark "${name}" does not hold: ${broken.join("; ")}`);
  process.exitCode = 1;
}
if (Object.keys(results).length > 0 && asJson)
  console.log(JSON.stringify({ machine, ...results }, undefined, 2));
