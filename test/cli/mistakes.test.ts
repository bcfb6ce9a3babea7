// Mistakes at the command line: each is answered with what is wrong and the way out.

import { expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeWav } from "../../src/audio/wav.ts";
import { readConfig } from "../../src/config.ts";
import { loadFlow } from "../../src/flow/language/load-flow.ts";

const main = join(import.meta.dir, "../../src/main.ts");

async function run(args: readonly string[], env: Record<string, string> = {}, cwd = tmpdir()) {
  const child = Bun.spawn([process.execPath, main, ...args], {
    cwd,
    env: { PATH: process.env.PATH ?? "", DATA_DIR: ":memory:", LOG_LEVEL: "error", SPEECH: "off", ...env },
    stdout: "pipe",
    stderr: "pipe",
  });
  const [out, err, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  return { code, said: out + err };
}

const cases: readonly (readonly [args: string, code: number, said: RegExp])[] = [
  ["serve --port 4000", 2, /configured by the environment: PORT=4000 /],
  ["serve --llm-model=llama3.2", 2, /: LLM_MODEL=llama3\.2 /],
  ["serve --colour red", 2, /\(.*--help\)/],
  ["tset table.flow.yaml", 2, /no command "tset"; did you mean 'test'\?/],
  ["dance", 2, /no command "dance": .*--help lists them/],
  ["talk nowhere", 1, /no file nowhere that can be read, and no built-in flow of that name/],
  ["talk --say", 2, /--say/],
  ["talk --say hello --audio in.wav out.wav", 2, /two ways to speak: choose one/],
  ["talk --audio in.wav", 2, /Usage: /],
  [
    "talk --say hello --url ws://127.0.0.1:9/ws",
    1,
    /No server answers at 127\.0\.0\.1:9: start one with .* serve/,
  ],
];

test.each(cases)("mistakes: %s ends with %i and the way out", async (args, code, said) => {
  const got = await run(args.split(" "));
  expect(got.said).toMatch(said);
  expect(got.code).toBe(code);
});

const environments: readonly (readonly [environment: Record<string, string>, said: RegExp])[] = [
  [{ PORT: "abc" }, /^PORT must be a whole number from 0 to 65535, not "abc"/m],
  [{ PORT: "99999" }, /^PORT must be a whole number/m],
  [{ HOST: "http://0.0.0.0" }, /^HOST must be an address or a host name such as 127\.0\.0\.1/m],
  [{ HOST: "192.0.2.1", PORT: "0" }, /192\.0\.2\.1.*(HOST|address)/],
  [{ TTS_VOICE: "rachel" }, /^TTS_VOICE must be one of slt, rms, awb/m],
  [{ MASTER_KEY: "abc" }, /^MASTER_KEY must be 64 hexadecimal digits/m],
  [{ LLM_MODEL: "llama3.2" }, /LLM_BASE_URL/],
  [{ LLM_BASE_URL: "http://127.0.0.1:9/v1" }, /LLM_MODEL/],
  [{ LLM_BASE_URL: "127.0.0.1:9/v1", LLM_MODEL: "m" }, /^LLM_BASE_URL must be a URL.*http/m],
  [{ PUBLIC_URL: "voice.example" }, /^PUBLIC_URL must be a URL/m],
  [{ CORS_ORIGINS: "*" }, /^CORS_ORIGINS must be a URL/m],
  [{ ICE_PORTS: "40000" }, /^ICE_PORTS must be two ports/m],
  [{ TURN_PROVIDER: "static" }, /TURN_URLS/],
  [{ SPEECH: "yes" }, /^SPEECH must be one of on, off/m],
  [{ LOG_LEVEL: "loud" }, /^LOG_LEVEL must be one of debug, info, warn, error, silent/m],
];

test.each(environments)(
  "mistakes: a server with %j does not start, and says what to set",
  async (env, said) => {
    const got = await run(["serve"], env);
    expect(got.said).toMatch(said);
    expect(got.said).not.toMatch(/^\s+at /m);
    expect(got.code).toBe(1);
  },
);

test("mistakes: a recording that cannot be played is named, with the command that makes one that can", async () => {
  const folder = mkdtempSync(join(tmpdir(), "voice-flow-"));
  try {
    const stereo = Buffer.from(writeWav({ rate: 16_000, pcm: new Int16Array(160) }));
    stereo.writeUInt16LE(2, 22);
    await Bun.write(join(folder, "stereo.wav"), stereo);
    await Bun.write(join(folder, "junk.wav"), "junk");
    const channels = await run(["talk", "--audio", "stereo.wav", "out.wav"], {}, folder);
    expect(channels).toEqual({
      code: 1,
      said:
        "stereo.wav cannot be played: it must hold 16 bit PCM in one channel, not format 1 with 2 channels of 16 bits. " +
        '"sox stereo.wav -c 1 -b 16 out.wav" makes one that can.\n',
    });
    const junk = await run(["talk", "--audio", "junk.wav", "out.wav"], {}, folder);
    expect(junk.said).toStartWith("junk.wav cannot be played: it is not a WAV file. ");
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("mistakes: a built-in flow is checked and talked to by its name", async () => {
  const { code, said } = await run(["check", "welcome"]);
  expect({ code, said }).toEqual({ code: 0, said: "1 flow checked: no errors, no warnings\n" });
});

test("mistakes: a whole number is a number", () => {
  const { problems } = loadFlow("voice_flow: 1\nid: a\nvariables:\n  n: {type: integer}\n");
  expect(problems.find(({ code }) => code === "VF114")).toMatchObject({
    message: "there is no type 'integer'",
    hint: "write {type: number, integer: true}",
  });
});

test.each([
  ["LLM_BASEURL", "LLM_BASE_URL"],
  ["DATADIR", "DATA_DIR"],
  ["TURN_PROVIDR", "TURN_PROVIDER"],
  ["DRAIN_SECOND", "DRAIN_SECONDS"],
])("mistakes: the variable %s is said to be none, with the one that was meant", (given, meant) => {
  expect(readConfig({ [given]: "x" }).warnings).toEqual([
    `${given} is no setting of Voice Flow: did you mean '${meant}'?`,
  ]);
});

test("mistakes: variables of other programs are none of ours", () => {
  const others = "PATH HOME HOSTNAME LANG LC_ALL DATABASE_URL OPENAI_API_KEY NODE_ENV SHELL TERM LOGNAME PWD";
  expect(readConfig(Object.fromEntries(others.split(" ").map((name) => [name, "x"]))).warnings).toEqual([]);
});
