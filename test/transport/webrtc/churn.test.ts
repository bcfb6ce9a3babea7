// Many calls, one after the other, in one process: they give all their resources back.

import { expect, setDefaultTimeout, test } from "bun:test";
import { readdirSync } from "node:fs";
import { rtcServer } from "../../support/servers/rtc-server.ts";
import { until } from "../../support/until.ts";

const calls = process.env.LONG === "1" ? 1_000 : 50;
setDefaultTimeout(calls * 800 + 60_000);

const openFiles = (): number => readdirSync("/proc/self/fd").length;

/** Calls from a process of its own, whose threads and sockets the test does not count. */
async function callOften(url: string, count: number): Promise<void> {
  const client = Bun.spawn(
    [process.execPath, `${import.meta.dir}/../../support/callers/rtc-churn.ts`, url, String(count)],
    {
      stdout: "pipe",
      stderr: "inherit",
    },
  );
  expect(await new Response(client.stdout).text()).toBe(`${count}\n`);
}

test(`churn: ${calls} calls leave neither memory nor open files behind`, async () => {
  await using server = await rtcServer();
  const files = openFiles();
  const quiet = async (): Promise<void> => {
    await until("end of the calls", () => server.calls.size + server.ticker.size === 0);
    await until("end of their files", () => openFiles() - files < 5);
    // The tests' recogniser keeps expectations for tests alone.
    server.stt.expectations.length = 0;
    Bun.gc(true);
  };
  await callOften(server.url, 10);
  await quiet();
  const memory = process.memoryUsage().heapUsed;
  await callOften(server.url, calls);
  await quiet();
  // A call that stayed would keep 0.5 MB and more; compiled code of the first ones grows by 4 MB, once.
  expect((process.memoryUsage().heapUsed - memory) / 2 ** 20).toBeLessThan(10 + calls / 100);
});
