// Benchmark command: `bun run bench [name ...]` measures the numbers that we claim on this machine, and prints them
// with its description; with `--json` as one object, for benchmarks that have such.

import { cpus, totalmem } from "node:os";

interface Bench {
  run(): Promise<void>;
  /** The same as data. */
  measure?(): Promise<object>;
}

const benches: Readonly<Record<string, () => Promise<Bench>>> = {
  startup: () => import("./startup.ts"),
  capacity: () => import("./capacity.ts"),
  webrtc: () => import("./webrtc.ts"),
  api: () => import("./api.ts"),
  abuse: () => import("./abuse.ts"),
  providers: () => import("./providers.ts"),
  speech: () => import("./speech.ts"),
  flow: () => import("./flow.ts"),
  "flow-editor": () => import("./flow-editor.ts"),
};

const given = process.argv.slice(2);
const asJson = given.includes("--json");
const wanted = given.filter((name) => name !== "--json");
const names = wanted.length > 0 ? wanted : Object.keys(benches);
const unknown = names.filter((name) => !(name in benches));
if (unknown.length > 0) {
  console.error(
    `There is no benchmark "${unknown.join(", ")}": choose from ${Object.keys(benches).join(", ")}`,
  );
  process.exit(2);
}
const [cpu] = cpus();
const memory = Math.round(totalmem() / 2 ** 30);
const machine = `${cpus().length} × ${cpu?.model}, ${memory} GiB, ${process.platform} ${process.arch}, Bun ${Bun.version}, ${new Date().toISOString().slice(0, 10)}`;
if (asJson) {
  const measured: Record<string, object> = {};
  for (const name of names) {
    const bench = await benches[name]!();
    if (bench.measure === undefined) {
      console.error(`The benchmark "${name}" prints no JSON`);
      process.exit(2);
    }
    measured[name] = await bench.measure();
  }
  console.log(JSON.stringify({ machine, ...measured }, undefined, 2));
} else {
  console.log(machine);
  for (const name of names) {
    console.log(`\n${name}`);
    await (await benches[name]!()).run();
  }
}
