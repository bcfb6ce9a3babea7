// Commands of the documentation: this suite runs each one literally, or names the suite that does.

import { afterAll, expect, test } from "bun:test";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ChatServer, key, wellBehaved } from "../support/servers/chat-server.ts";
import { Program } from "../support/servers/program.ts";
import { openSpeechServers } from "../support/servers/speech-servers.ts";
import { documentation, readme } from "../support/markdown.ts";

const repo = join(import.meta.dir, "../..");
const folder = mkdtempSync(join(tmpdir(), "voice-flow-readme-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Commands of the sh blocks, continuations joined and comments dropped. */
const commands = [...documentation.matchAll(/```sh\n([\s\S]*?)```/g)].flatMap(([, block = ""]) =>
  block
    .replaceAll(/\\\n\s*/g, "")
    .split("\n")
    .map((line) => line.replace(/\s+#.*$/, "").trim())
    .filter((line) => line !== ""),
);

/** Commands that another suite runs, by its file. */
const elsewhere: readonly (readonly [command: RegExp, suite: string])[] = [
  [/bun@1\.4\.5 run test$/, ".ci/run"],
  [/^npx -y bun@1\.4\.5 run build/, "test/binary/build.test.ts"],
  [/^(docker |-e ICE_PORTS=)/, "test/deploy.test.ts"],
  [/^export (DATABASE_URL|MASTER_KEY|PUBLIC_URL)=/, "test/cluster/readme-cluster.test.ts"],
  [/^voice-flow (nodes|drain \w+|&)$/, "test/cluster/readme-cluster.test.ts"],
  [/^voice-flow (migrate|move-to-postgres)$/, "test/cli/move-command.test.ts"],
  [/^voice-flow replay --calls /, "test/cli/replay/replay-calls.test.ts"],
  [/^(voice-flow (metrics|audit) |curl .*"\$URL)/, "test/cli/readme-operate.test.ts"],
  [/^voice-flow backup files:/, "test/cli/stored-data.test.ts"],
  [/^PHONE_REGISTRAR=/, "test/phone/pbx.test.ts"],
  [/^curl .*voice\.example\/v1\/phone/, "test/phone/outgoing-pbx.test.ts"],
  [/^(\.\/)?voice-flow( licenses| --help)?$/, "test/binary/binary.test.ts"],
  // The peers of this benchmark are a gigabyte: the suite has its metrics.
  [
    /^(apt-get install sox|(AGENTS=none )?bun run bench turns --field)/,
    "test/bench/field/interaction.test.ts",
  ],
];

const own = commands.filter((command) => !elsewhere.some(([one]) => one.test(command)));

/** `runnable` runs the named program. */
const aliased = /^alias voice-flow=/;

/** Commands that this suite runs, in this order. */
const here: readonly RegExp[] = [
  /bun@1\.4\.5 run dev$/,
  /^LLM_BASE_URL=/,
  /^STT_URL=/,
  aliased,
  / talk --(say|audio) /,
  / (check|test|simulate|talk) table\.flow\.yaml$/,
  / draw table\.flow\.yaml --out table\.svg$/,
  / doctor$/,
  /^curl /,
  /^voice-flow (backup|restore|rotate-key|grant|ledger)/,
];

const base = { PATH: process.env.PATH, HOME: folder, LOG_LEVEL: "info", LOG_FORMAT: "pretty" };
const dataDir = join(folder, "data");

/** Command for a shell of this machine: with this Bun, this source, this server. */
function runnable(command: string, url: string): string {
  const bun = JSON.stringify(process.execPath);
  return command
    .replaceAll("npx -y bun@1.4.5", bun)
    .replace("public/question.wav", `${repo}/public/question.wav`)
    .replace(/(^| )voice-flow(?= )/, `$1${bun} ${repo}/src/main.ts`)
    .replaceAll(/(http:\/\/)?(localhost|127\.0\.0\.1):3000/g, url);
}

async function shell(
  command: string,
  env: Record<string, string> = {},
): Promise<{ code: number; out: string }> {
  await using program = new Program(["sh", "-c", command], {
    cwd: folder,
    env: { ...base, DATA_DIR: dataDir, ...env },
  });
  const { code, out, err } = await program.ended();
  return { code, out: out + (code === 0 ? "" : err) };
}

/** Interrupts like Ctrl-C: all children of the command get the signal. */
async function interrupt(server: Program): Promise<void> {
  process.kill(-server.child.pid, "SIGINT");
  await server.ended();
}

test("readme: every command is run, here or by its own suite", () => {
  const unknown = commands.filter(
    (command) => !here.some((one) => one.test(command)) && !elsewhere.some(([one]) => one.test(command)),
  );
  expect(unknown).toEqual([]);
  for (const [, suite] of elsewhere) expect(existsSync(join(repo, suite)), suite).toBe(true);
  for (const one of here)
    expect(
      commands.some((command) => one.test(command)),
      String(one),
    ).toBe(true);
});

test("readme: a newcomer starts the server, plays a recording, signs up, stores a flow, and looks after the data", async () => {
  const [dev = ""] = own.filter((command) => command.endsWith(" run dev"));
  await using server = new Program(["setsid", "sh", "-c", `exec ${runnable(dev, "")}`], {
    cwd: repo,
    env: { ...base, PORT: "0", DATA_DIR: dataDir },
  });
  const page = (await server.says(/Open (http:\/\/\S+)\/test to talk/))[1] ?? "";
  expect((await fetch(`${page}/test`)).status).toBe(200);
  await server.says(/speech\.ready/);

  const talks = own.filter((command) => / talk --(say|audio) /.test(command));
  expect(talks).toHaveLength(2);
  const said = /You: {3}what time is it[\s\S]*on this server[\s\S]*You: {3}goodbye[\s\S]*Ended: completed/;
  const [, shown = ""] = /```text\n(Agent: [\s\S]*?)```/.exec(readme) ?? [];
  const agent = shown.split("\n").filter((line) => /^Agent: (?!It is )/.test(line));
  expect(agent.length).toBeGreaterThan(4);
  for (const talk of talks) {
    // The port is in the environment, as a person's would be.
    const { out } = await shell(runnable(talk, page), { PORT: new URL(page).port });
    expect(out).toMatch(said);
    expect(out).toContain("written to answer.wav");
    // The output equals the README's, except for the time of day.
    if (talk.includes("--say")) expect(agent.filter((line) => !out.includes(line))).toEqual([]);
  }

  const secrets: Record<string, string> = {};
  for (const command of own.filter((one) => one.startsWith("curl "))) {
    const { code, out } = await shell(`${runnable(command, page)} -sS --fail-with-body`, secrets);
    expect(code, `${command}\n${out}`).toBe(0);
    const answer = JSON.parse(out) as { access_token?: string; key?: string };
    if (answer.access_token !== undefined) secrets.ACCESS_TOKEN = answer.access_token;
    if (answer.key !== undefined) secrets.API_KEY = answer.key;
  }
  expect(Object.keys(secrets)).toEqual(["ACCESS_TOKEN", "API_KEY"]);

  const tend = own.filter((command) => /^voice-flow (backup|grant|ledger)/.test(command));
  for (const command of tend)
    expect(await shell(runnable(command, page)), command).toMatchObject({ code: 0 });
  const { out: ledger } = await shell(runnable("voice-flow ledger ada@example.com", page));
  expect(ledger).toContain("500");

  await interrupt(server);
  const still = own.filter((command) => /^voice-flow (restore|rotate-key)/.test(command));
  for (const command of still)
    expect(await shell(runnable(command, page)), command).toMatchObject({ code: 0 });
}, 240_000);

test("readme: the flow checks, passes its tests, and can be talked to", async () => {
  const [, text = ""] = /```yaml\n([\s\S]*?)```/.exec(readme) ?? [];
  await Bun.write(join(folder, "table.flow.yaml"), text);
  const shown = [...documentation.matchAll(/```text\n([\s\S]*?)```/g)].map(([, block = ""]) => block);
  for (const command of own.filter((one) => / (check|test) table\.flow\.yaml$/.test(one))) {
    const { code, out } = await shell(runnable(command, ""));
    expect(code, out).toBe(0);
    expect(shown).toContain(out);
  }
  const [draw = ""] = own.filter((command) => command.includes(" draw table.flow.yaml "));
  expect(await shell(runnable(draw, ""))).toEqual({ code: 0, out: "table.svg shows 4 nodes.\n" });
  const [simulate = ""] = own.filter((command) => command.endsWith(" simulate table.flow.yaml"));
  const simulated = await shell(runnable(simulate, ""));
  const [found = "nothing"] = shown.filter((block) => block.includes("by no test of the flow"));
  expect(simulated.code, simulated.out).toBe(0);
  expect(simulated.out).toEndWith(found);
  const [talk = ""] = own.filter((command) => command.endsWith(" talk table.flow.yaml"));
  const { out } = await shell(`printf 'four people tomorrow\\nyes\\n' | ${runnable(talk, "")}`);
  expect(out).toContain("agent: It is booked. Goodbye.\n[the call ended: booked]");
}, 240_000);

test("readme: with servers for hearing, speech and a model, doctor finds all of them and the agent talks freely", async () => {
  const [doctor = "", dev = ""] = own.filter((command) => command.startsWith("STT_URL="));
  await using servers = await openSpeechServers("Three, one, four, two.");
  await using chat = await ChatServer.open(wellBehaved("Yes"), wellBehaved("Hello."));
  const filled = (command: string): string =>
    runnable(command, "")
      .replace("http://127.0.0.1:8081/v1", servers.sttUrl)
      .replace("http://127.0.0.1:8880/v1", servers.ttsUrl)
      .replace("http://127.0.0.1:11434/v1", chat.baseUrl);
  const { code, out } = await shell(filled(doctor), { PORT: "0", LLM_API_KEY: key });
  expect([code, out]).toEqual([0, expect.stringContaining("Everything needed is available.")]);
  expect(out).toMatch(
    /✓ recogniser {5}openai-transcriptions at \S+ heard "Three, one, four, two\." \d+ ms after/,
  );
  expect(out).toMatch(/✓ voice {10}openai-speech at \S+ spoke \d\.\d s/);
  const command = `export ${filled(dev).replace(/ (?=")/, "; exec ")}`;
  await using server = new Program(["setsid", "sh", "-c", command], {
    cwd: repo,
    env: { ...base, PORT: "0", LLM_API_KEY: key, DATA_DIR: join(folder, "free") },
  });
  const url = (await server.says(/Open (http:\/\/\S+)\/test to talk/))[1] ?? "";
  expect(await (await fetch(`${url}/capabilities`)).json()).toMatchObject({
    stt: { provider: "openai-transcriptions", guided: false },
    tts: { provider: "openai-speech" },
    llm: { provider: "openai-compatible", model: "llama3.2", audio: false },
  });
  await interrupt(server);
}, 240_000);

test("readme: doctor finds everything in order, and the tour's model answers", async () => {
  const [doctor = ""] = own.filter((command) => command === "voice-flow doctor");
  const healthy = await shell(runnable(doctor, ""), { PORT: "0" });
  expect(healthy.out).toContain("Everything needed is available.");

  const [withModel = ""] = own.filter((command) => command.startsWith("LLM_BASE_URL="));
  await using chat = await ChatServer.open(wellBehaved("Hello."));
  const command = runnable(withModel, "").replace("http://127.0.0.1:11434/v1", chat.baseUrl);
  await using server = new Program(["setsid", "sh", "-c", `export ${command.replace(/ (?=")/, "; exec ")}`], {
    cwd: repo,
    env: { ...base, PORT: "0", SPEECH: "off", LLM_API_KEY: key, DATA_DIR: join(folder, "other") },
  });
  const url = (await server.says(/Open (http:\/\/\S+)\/test to talk/))[1] ?? "";
  const capabilities = (await (await fetch(`${url}/capabilities`)).json()) as { llm: { model: string } };
  expect(capabilities.llm.model).toBe("llama3.2");
  await interrupt(server);
}, 240_000);
