// Start of the program: it listens, prints the next steps, refuses with sentences, and stops on request.

import { expect, test } from "bun:test";
import type { Environment } from "../../src/config.ts";
import { product } from "../support/servers/product.ts";
import { Program } from "../support/servers/program.ts";

function start(args: readonly string[], environment: Environment = {}, bun: readonly string[] = []): Program {
  const env = { SPEECH: "off", PORT: "0", LOG_FORMAT: "json", DATA_DIR: ":memory:", ...environment };
  const command = bun.length > 0 ? [process.execPath, ...bun, "src/main.ts"] : product;
  return new Program([...command, ...args], { env });
}

// Developers start the program with Bun's own `--watch`, which waits for changes even after the program has ended.
test.each([
  ["SIGTERM", []],
  ["SIGINT", []],
  ["SIGINT", ["--watch"]],
] as const)("serve: it stops with exit code 0 at %s (%p)", async (signal, bun) => {
  await using program = start([], {}, bun);
  const url = await program.url();
  expect((await fetch(`${url}/health`)).status).toBe(200);
  program.child.kill(signal);
  const { code, err } = await program.ended();
  expect(code).toBe(0);
  expect(err).toContain('"server.stopped"');
  expect(fetch(`${url}/health`)).rejects.toThrow();
});

test("serve: a port in use is reported with the remedy", async () => {
  await using first = start([]);
  const port = new URL(await first.url()).port;
  await using second = start([], { PORT: port });
  const { code, err } = await second.ended();
  expect(code).toBe(1);
  expect(err).toBe(
    `Port ${port} at 127.0.0.1 is in use. Stop the program that uses it, or choose another port, such as PORT=${Number(port) + 1}.\n`,
  );
});

test("serve: metrics have their own address until it stops, and one in use is reported", async () => {
  await using program = start([], { METRICS_ADDRESS: "127.0.0.1:0" });
  const [, port] = await program.says(/"metrics\.listening","host":"127\.0\.0\.1","port":(\d+)/);
  const figures = `http://127.0.0.1:${port}/metrics`;
  expect(await (await fetch(figures)).text()).toContain("\nvoice_flow_calls_active{");
  expect((await fetch(`${await program.url()}/metrics`)).status).toBe(404);
  await using second = start([], { METRICS_ADDRESS: `127.0.0.1:${port}` });
  const { code, err } = await second.ended();
  expect(code).toBe(1);
  expect(err).toMatch(
    new RegExp(`Cannot listen at 127\\.0\\.0\\.1 port ${port}: .* Change METRICS_ADDRESS\\.\n$`),
  );
  program.child.kill("SIGTERM");
  expect((await program.ended()).code).toBe(0);
  expect(fetch(figures)).rejects.toThrow();
});

test("serve: a bad configuration is reported with all its problems, and nothing is started", async () => {
  await using program = start([], { PORT: "http", LLM_MODEL: "m" });
  const { code, out, err } = await program.ended();
  expect([code, out]).toEqual([1, ""]);
  expect(err).toMatch(/^PORT must be .*\nLLM_MODEL is set, but nothing uses it: set LLM_BASE_URL.*\n$/);
});

test("serve: a host of another machine is reported", async () => {
  await using program = start([], { HOST: "192.0.2.1" });
  const { code, err } = await program.ended();
  expect(code).toBe(1);
  // This line comes after the warning that anyone may sign up there.
  expect(err).toMatch(/^Cannot listen at 192\.0\.2\.1 port 0/m);
});

test("serve: a terminal gets the address, the API page and a working command", async () => {
  await using program = start([], { LOG_FORMAT: "pretty" });
  await program.says(/Press Ctrl-C to stop/);
  program.child.kill("SIGTERM");
  const { code, out } = await program.ended();
  expect(code).toBe(0);
  expect(out.trimStart()).toMatch(/^Open http:\/\/127\.0\.0\.1:\d+\/test to talk/);
  expect(out).toMatch(/Flows +http:\/\/127\.0\.0\.1:\d+\/flow-editor\n/);
  expect(out).toMatch(/Console +http:\/\/127\.0\.0\.1:\d+\/console\n/);
  expect(out).toMatch(/Docs +http:\/\/127\.0\.0\.1:\d+\/docs\n/);
  expect(out).toMatch(/API +http:\/\/127\.0\.0\.1:\d+\/swagger\n/);
  expect(out).toMatch(/Talk +.* talk --say "what time is it" --url ws:\/\/127\.0\.0\.1:\d+\/ws\n/);
  expect(out).toMatch(/Owner +http:\/\/127\.0\.0\.1:\d+\/console#\/join\?link=\w{43}\n/);
});

test("serve: it names each page under PUBLIC_URL", async () => {
  await using program = start([], { LOG_FORMAT: "pretty", PUBLIC_URL: "https://voice.example" });
  await program.says(/Press Ctrl-C to stop/);
  program.child.kill("SIGTERM");
  const { out } = await program.ended();
  expect(out.match(/https?:\/\/[^\s/#]+/g)?.filter((each) => each !== "https://voice.example")).toEqual([]);
  expect(out).toMatch(/--url ws:\/\/127\.0\.0\.1:\d+\/ws --key vfk_…\n/);
});

test("serve: collected logs report a missing owner, without the link that makes one", async () => {
  await using program = start([], { LOG_FORMAT: "auto" });
  await program.url();
  await program.says(/server\.sign-in|server\.no-owner/);
  program.child.kill("SIGTERM");
  const { out, err } = await program.ended();
  expect(err).toContain('"server.no-owner"');
  expect(out + err).not.toContain("link=");
  // Each line is a JSON object, because programs read collected logs.
  expect(out).toBe("");
});

test("serve: odd settings are warnings and do not stop it", async () => {
  await using program = start([], { SYSTEM_PROMPT: "Be kind." });
  await program.url();
  program.child.kill("SIGTERM");
  const { code, err } = await program.ended();
  expect(code).toBe(0);
  expect(err).toContain('"level":"warn","event":"config.odd","message":"SYSTEM_PROMPT is set');
});

const commands: readonly [args: string[], code: number, says: RegExp][] = [
  [["--version"], 0, /^\d+\.\d+\.\d+\n$/],
  [["--help"], 0, /talk --audio[^]*PORT .*\(3000\)/],
  [["dance"], 2, /^There is no command "dance": .* --help lists them\.\n$/],
  [["serve", "--port"], 2, /^serve takes no arguments/],
  [["talk"], 2, /^Usage: [^]*talk --audio IN\.wav OUT\.wav/],
  [
    ["talk", "--audio", "nowhere.wav", "out.wav"],
    1,
    /^There is no readable file nowhere\.wav: .* none that ends in \.wav\.\n$/,
  ],
  [["health"], 1, /^No server answers at 127\.0\.0\.1 port/],
];

test.each(commands)("command: %j", async (args, code, says) => {
  await using program = start(args, { PORT: "1" });
  const { code: got, out, err } = await program.ended();
  expect([got, out + err]).toEqual([code, expect.stringMatching(says)]);
});
