// Death of the data thread: the server ends with a line that says why, so that its supervisor restarts it on the same
// data; it never stays up without storing.

import { expect, setDefaultTimeout, test } from "bun:test";
import { resolve } from "node:path";
import { answer, signUpAt } from "../support/people.ts";
import { Program } from "../support/servers/program.ts";
import { tempFolder } from "../support/servers/store.ts";

setDefaultTimeout(240_000);

const killer = Bun.fileURLToPath(import.meta.resolve("../support/crash/store-thread-killer.ts"));
const command = [process.execPath, "--preload", killer, resolve("src/main.ts")];

test("serve: a process whose data thread is killed exits with 1, and the next one has all stored data", async () => {
  using folder = tempFolder();
  const env = { PORT: "0", LOG_FORMAT: "json", DATA_DIR: folder.path, SPEECH: "off" };
  await using first = new Program(command, { env });
  const url = await first.url();
  const person = await signUpAt({ ask: (path, init) => fetch(url + path, init) });
  await answer(fetch(`${url}/auth/api-keys?label=kept`, { method: "POST", headers: person.login }), 201);
  first.child.kill("SIGUSR2");
  const { code, err, out } = await first.ended();
  expect(code).toBe(1);
  expect((err + out).split("\n").filter((line) => line.includes('"storage.thread_lost"'))).toHaveLength(1);
  await using next = new Program(command, { env });
  const labels = await answer(fetch(`${await next.url()}/auth/api-keys`, { headers: person.login }));
  expect(JSON.stringify(labels)).toContain('"kept"');
});
