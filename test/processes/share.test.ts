// Shares of processes: they add up to the limit of the deployment, and never overlap.

import { expect, test } from "bun:test";
import { readConfig } from "../../src/config.ts";
import { evenly, portsOf, shareOf } from "../../src/processes/share.ts";

const parts = (count: number) => Array.from({ length: count }, (_, index) => ({ index, count }));

test("share: places add up to the setting, for any number of processes", () => {
  for (const total of [0, 1, 7, 100])
    for (const count of [1, 2, 3, 8]) {
      const each = parts(count).map((part) => evenly(total, part));
      expect(each.reduce((a, b) => a + b)).toBe(total);
      expect(Math.max(...each) - Math.min(...each)).toBeLessThanOrEqual(1);
    }
});

test("share: ports of WebRTC are divided without gap and overlap", () => {
  for (const count of [1, 2, 3, 7]) {
    const ranges = parts(count).map((part) => portsOf([40_000, 40_009], part));
    const ports = ranges.flatMap(([first, last]) =>
      Array.from({ length: last - first + 1 }, (_, i) => first + i),
    );
    expect(ports).toEqual(Array.from({ length: 10 }, (_, i) => 40_000 + i));
  }
});

test("share: each process has an address of its own and a thread that speaks", () => {
  const config = readConfig({ PROCESSES: "3", SPEECH_WORKERS: "2", DATA_DIR: "/tmp/none" });
  const own = parts(3).map((part) => shareOf(config, part, part.index + 1));
  expect(own.map(({ speech }) => speech.workers)).toEqual([1, 1, 1]);
  expect(own.map(({ node }) => node.address)).toEqual([1, 2, 3].map((at) => `http://127.0.0.1:${at}`));
  expect(own.map(({ engineOpenSessionsMax }) => engineOpenSessionsMax)).toEqual([34, 33, 33]);
});

test("share: the requirements of several processes are checked at start", () => {
  expect(() => readConfig({ PROCESSES: "2", DATA_DIR: ":memory:" })).toThrow("needs a folder as DATA_DIR");
  expect(() => readConfig({ PROCESSES: "3", ICE_PORTS: "40000-40001" })).toThrow(
    "each of the 3 needs its own",
  );
  expect(() => readConfig({ PROCESSES: "0" })).toThrow("PROCESSES");
  expect(readConfig({ PROCESSES: "auto" }).processes).toBeGreaterThan(0);
});

test("share: beside a database a process is reached by its machine's name, without its own TLS", () => {
  const database = { DATABASE_URL: "postgres://a@b/c", MASTER_KEY: "5a".repeat(32) };
  const at = (environment: Record<string, string>) =>
    shareOf(readConfig({ PROCESSES: "2", ...database, ...environment }), { index: 1, count: 2 }, 4_001).node;
  expect(at({ NODE_URL: "https://n7.voice.example" }).address).toBe("http://n7.voice.example:4001");
  expect(at({ NODE_ADDRESS: "http://10.0.0.7:3000" }).address).toBe("http://10.0.0.7:4001");
});
