// Benchmark command: `bun run bench [name ...]` measures the numbers that we claim on this machine, and prints them
// with its description.

import { cpus, totalmem } from "node:os";

const benches: Readonly<Record<string, () => Promise<{ run(): Promise<void> }>>> = {
  startup: () => import("./startup.ts"),
  capacity: () => import("./capacity.ts"),
  webrtc: () => import("./webrtc.ts"),
  api: () => import("./api.ts"),
  abuse: () => import("./abuse.ts"),
  speech: () => import("./speech.ts"),
  flow: () => import("./flow.ts"),
  "flow-editor": () => import("./flow-editor.ts"),
};

const wanted = process.argv.slice(2);
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
console.log(
  `${cpus().length} × ${cpu?.model}, ${memory} GiB, ${process.platform} ${process.arch}, Bun ${Bun.version}, ${new Date().toISOString().slice(0, 10)}`,
);
for (const name of names) {
  console.log(`\n${name}`);
  await (await benches[name]!()).run();
}
