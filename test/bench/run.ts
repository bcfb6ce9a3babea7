// Benchmark command: `bun run bench [name ...]` measures the numbers that we claim on this machine, and prints them
// with its description; with `--json` as one object, and with `--quick` just to see it work, for benchmarks that have such.
// Without a name all are run, except those that fetch software from elsewhere.

import { cpus, totalmem } from "node:os";

interface Bench {
  run(asJson: boolean, isQuick: boolean): Promise<void>;
  /** The same as data. */
  measure?(isQuick: boolean): Promise<object>;
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
  const measured: Record<string, object> = {};
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
    measured[name] = await bench.measure(isQuick);
  }
  if (Object.keys(measured).length > 0) console.log(JSON.stringify({ machine, ...measured }, undefined, 2));
} else {
  console.log(machine);
  for (const name of names) {
    console.log(`\n${name}`);
    await (await benches[name]!()).run(false, isQuick);
  }
}
