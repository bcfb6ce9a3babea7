// Mistakes at the command line: each is answered with what is wrong and the way out.

import { expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeWav } from "../../src/audio/wav.ts";
import { misuse } from "../../src/cli/mistakes/misuse.ts";
import { readConfig } from "../../src/config.ts";
import { loadFlow } from "../../src/flow/language/load-flow.ts";
import { product } from "../support/servers/product.ts";

async function run(args: readonly string[], env: Record<string, string> = {}, cwd = tmpdir()) {
  const child = Bun.spawn([...product, ...args], {
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
  ["--port 4000", 2, /no option --port; the server is configured by the environment: PORT=4000 /],
  ["-p 4000", 2, /no option -p; the server is configured by the environment \(.* --help\)/],
  ["start", 2, /no command "start"; did you mean 'serve'\?/],
  ["--verison", 2, /did you mean '--version'\?/],
  ["table.flow.yaml", 2, /is no command: put one before it, such as .* check table\.flow\.yaml/],
  ["talk --say hello --mode flwo", 2, /--mode must be one of assistant, flow, not "flwo"/],
  ["talk --audio . out.wav", 1, /^\. is a folder: name a file in it/],
  ["import . --from retell", 1, /^\. is a folder: name a file in it/],
  ["replay .", 1, /^\. is a folder: name a file in it/],
  ["draw welcome --out /", 1, /^\/ cannot be written, because it is a folder/],
  ["tset table.flow.yaml", 2, /no command "tset"; did you mean 'test'\?/],
  ["dance", 2, /no command "dance": .*--help lists them/],
  [
    "talk nowhere",
    1,
    /no file nowhere that can be read, and no built-in flow of that name: there are welcome, .*table-booking/,
  ],
  ["talk table_booking", 1, /did you mean 'table-booking'\?/],
  [
    "talk flow_01ARZ3NDEKTSV4RRFFQ69G5FAV",
    1,
    /talk --say TEXT --program flow_01ARZ3NDEKTSV4RRFFQ69G5FAV --key /,
  ],
  ["check .", 1, /^\. is a folder: name the files in it, such as \*\.flow\.yaml/],
  ["talk --sya hello", 2, /no option --sya; did you mean '--say'\?/],
  ["talk --say hello --prgoram welcome", 2, /no option --prgoram; did you mean '--program'\?/],
  ["talk welcome --tools=1", 2, /--tools takes no value/],
  ["talk welcome --context {", 2, /--context must be a JSON object/],
  ["draw welcome --out /dev/null/a.svg", 1, /\/dev\/null\/a\.svg cannot be written.*: choose another place/],
  [
    "test welcome --junit /dev/null/a.xml",
    1,
    /\/dev\/null\/a\.xml cannot be written.*: choose another place/,
  ],
  ["talk --say", 2, /--say needs a value/],
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

test("mistakes: an address of a page is no address of a call, and that of a server alone is enough", async () => {
  const asked: string[] = [];
  using server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch(request) {
      asked.push(new URL(request.url).pathname);
      return new Response("OK");
    },
  });
  const { code, said } = await run(["talk", "--say", "hello", "--url", server.url.href], {});
  expect(said).toMatch(
    /^There is a page and no call at http:.*: --url takes the server's address, or what ends in \/ws/,
  );
  expect([code, new Set(asked)]).toEqual([1, new Set(["/ws"])]);
});

const uses: readonly (readonly [usage: string, args: string, problem: string | undefined])[] = [
  ["check [--fix] FILE...", "", "FILE is missing."],
  ["check [--fix] FILE...", "--fxi a", "There is no option --fxi; did you mean '--fix'?"],
  ["check [--fix] FILE...", "--json a", "There is no option --json."],
  ["check [--fix] FILE...", "--fix=1 a", "--fix takes no value."],
  ["check [--fix] FILE...", "-f a", "There is no option -f."],
  ["check [--fix] FILE...", "a b c", undefined],
  ["test FILE... [--junit FILE.xml]", "a --junit", "--junit needs a value, as in --junit FILE.xml."],
  ["draw FILE [--out FILE.svg] [--theme auto|light|dark]", "a b", '"b" is one argument too many.'],
  [
    "draw FILE [--out FILE.svg] [--theme auto|light|dark]",
    "a --theme drak",
    "--theme must be one of auto, light, dark; did you mean 'dark'?",
  ],
  [
    "draw FILE [--out FILE.svg] [--theme auto|light|dark]",
    "a --theme=pink",
    '--theme must be one of auto, light, dark, not "pink".',
  ],
  [
    "draw FILE [--out FILE.svg] [--theme auto|light|dark]",
    "--out --theme dark a",
    "--out needs a value, as in --out FILE.svg.",
  ],
  ["simulate FILE|NAME [--seed 1]", "", "FILE or NAME is missing."],
  ["audit verify|export [--account ID]", "", "verify or export is missing."],
  [
    "audit verify|export [--account ID]",
    "verfy",
    "\"verfy\" must be one of verify, export; did you mean 'verify'?",
  ],
  ["grant ACCOUNT|EMAIL CENTS", "a@b.example", "CENTS is missing."],
  ["account EMAIL", "ada", '"ada" is no email address.'],
  ["owner [EMAIL]", "ada", '"ada" is no email address.'],
  ["owner [EMAIL]", "a@b.example c", '"c" is one argument too many.'],
  ["invite [FOR WHOM] | --list | --revoke ID", "--lst", "There is no option --lst; did you mean '--list'?"],
  ["invite [FOR WHOM] | --list | --revoke ID", "--revoke", "--revoke needs a value, as in --revoke ID."],
  ["metrics --rules | --dashboard", "", "--rules or --dashboard is missing."],
  ["migrate", "now", '"now" is one argument too many.'],
  [
    "replay FILE [--set end_silence_ms=500] [--json]",
    "a --set",
    "--set needs a value, as in --set end_silence_ms=500.",
  ],
  ["mcp [--dir FOLDER]", "extra", '"extra" is one argument too many.'],
];

test.each(uses)("mistakes: %s given %j says what is wrong before how it is used", (usage, args, problem) => {
  const lines = misuse(
    usage,
    args.split(" ").filter((arg) => arg !== ""),
  ).split("\n");
  expect(lines.at(-1)).toEndWith(usage);
  expect(lines.slice(0, -1)).toEqual(problem === undefined ? [] : [problem]);
});

const environments: readonly (readonly [environment: Record<string, string>, said: RegExp])[] = [
  [{ PORT: "abc" }, /^PORT must be a whole number from 0 to 65535, not "abc"/m],
  [{ PORT: "99999" }, /^PORT must be a whole number/m],
  [{ HOST: "http://0.0.0.0" }, /^HOST must be an address or a host name such as 127\.0\.0\.1/m],
  [{ HOST: "192.0.2.1", PORT: "0" }, /192\.0\.2\.1.*(HOST|address)/],
  [{ TTS_VOICE: "rachel" }, /^TTS_VOICE must be one of slt, rms, awb, heart, michael/m],
  [{ MASTER_KEY: "abc" }, /^MASTER_KEY must be 64 hexadecimal digits/m],
  [{ LLM_MODEL: "llama3.2" }, /LLM_BASE_URL/],
  [{ LLM_BASE_URL: "http://127.0.0.1:9/v1" }, /LLM_MODEL/],
  [{ LLM_BASE_URL: "127.0.0.1:9/v1", LLM_MODEL: "m" }, /^LLM_BASE_URL must be a URL.*http/m],
  [{ PUBLIC_URL: "voice.example" }, /^PUBLIC_URL must be a URL/m],
  [{ CORS_ORIGINS: "*" }, /^CORS_ORIGINS must be a URL/m],
  [{ ICE_PORTS: "40000" }, /^ICE_PORTS must be two ports/m],
  [{ TURN_PROVIDER: "static" }, /TURN_URLS/],
  [{ SPEECH: "yes" }, /^SPEECH must be one of on, off/m],
  [{ PRICING_FILE: "nowhere.yaml" }, /^PRICING_FILE .*nowhere\.yaml/m],
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

test("mistakes: a misspelt file is found beside it, by its own name and not by how it ends", async () => {
  const folder = mkdtempSync(join(tmpdir(), "voice-flow-"));
  try {
    await Bun.write(join(folder, "table.flow.yaml"), "");
    const misspelt = await run(["check", "tabel.flow.yaml"], {}, folder);
    expect(misspelt.said).toBe(
      "There is no file tabel.flow.yaml that can be read; did you mean 'table.flow.yaml'?\n",
    );
    const other = await run(["check", "pizza.flow.yaml"], {}, folder);
    expect(other.said).toBe("There is no file pizza.flow.yaml that can be read.\n");
  } finally {
    rmSync(folder, { recursive: true });
  }
});

/** A flow of these variables and nodes. */
const flow = (nodes: string, variables = "{}") =>
  `voice_flow: 1\nid: a\nlanguage: en\nstart: a\nvariables: ${variables}\nnodes: ${nodes}\n`;
const end = "b: {end: done}";

const flows: readonly (readonly [about: string, text: string, problem: string])[] = [
  ["a tab", "voice_flow: 1\nnodes:\n\ta: {end: done}\n", "tabs cannot indent (use spaces)"],
  [
    "a colon in a text",
    `${flow("\n  a:\n    say: Note: this\n    end: done")}`,
    "a text with ': ' in it must be quoted (write \"Note: this\")",
  ],
  [
    "a variable that is not there",
    flow("{a: {say: 'Hi {{ nmae }}', end: done}}", "{name: {type: text, default: Ada}}"),
    "there is no variable 'nmae' (did you mean 'name'?)",
  ],
  [
    "a question about nothing",
    flow(`{a: {ask: n, next: b, give_up: b}, ${end}}`),
    "there is no variable 'n' (declare it: variables: {n: {type: text}})",
  ],
  [
    "a node that is not there",
    flow("{a: {say: Hi., next: bokked}, booked: {end: done}}"),
    "there is no node 'bokked' (did you mean 'booked'?)",
  ],
  [
    "a node that nothing leads to",
    flow(`{a: {end: done}, ${end}}`),
    "'b' is never reached (lead to it, or remove it)",
  ],
  [
    "a type of another language",
    flow("{a: {end: done}}", "{n: {type: integer}}"),
    "there is no type 'integer' (write {type: number, integer: true})",
  ],
  [
    "a key of another language",
    flow("{a: {prompt: Hi., end: done}}"),
    "unknown key 'prompt' in a node (write 'say')",
  ],
  [
    "nodes as a list",
    flow("[{id: a, end: done}]"),
    "this should be a map by name (write 'name: …' in the place of '- …')",
  ],
  [
    "no start",
    "voice_flow: 1\nid: a\nlanguage: en\nnodes: {a: {end: done}}\n",
    "the flow needs 'start' (add 'start': the id of a node)",
  ],
  [
    "one brace in the place of two",
    flow("{a: {say: 'Hi {name}', end: done}}", "{name: {type: text, default: Ada}}"),
    "'name' is never used (remove it, or say it with {{ name }})",
  ],
  [
    "one sign of equality",
    flow(`{a: {next: [{if: n = 3, goto: b}, {else: b}]}, ${end}}`, "{n: {type: number, default: 3}}"),
    "'=' is not an operator here (write '==')",
  ],
  [
    "a branch without an else",
    flow(`{a: {next: [{if: n, goto: b}]}, ${end}}`, "{n: {type: boolean, default: true}}"),
    "when no condition holds, nothing follows (add {else: …} at its end)",
  ],
  [
    "a question without a way out",
    flow(`{a: {ask: n, next: b}, ${end}}`, "{n: {type: number, ask: How many?}}"),
    "'a' has no way out when nothing is understood (add give_up here or under defaults)",
  ],
  [
    "a time without a unit",
    flow("{a: {say: Hi., end: done, listen: {no_input: 6}}}"),
    "this should be a duration from 1s to 10m (write a unit: 6s or 6ms)",
  ],
  [
    "a language that is not understood",
    flow("{a: {end: done}}").replace("language: en", "language: fr"),
    "answers are understood by keys and by a model only (there are packs for en and de)",
  ],
];

test.each(flows)("mistakes: %s in a flow is told with the way out", (_about, text, problem) => {
  const told = loadFlow(text).problems.map(({ message, hint = "" }) => `${message} (${hint})`);
  expect(told.join("\n")).toContain(problem);
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
  const others = "PATH HOME HOSTNAME LANG LC_ALL OPENAI_API_KEY NODE_ENV SHELL TERM LOGNAME PWD";
  expect(readConfig(Object.fromEntries(others.split(" ").map((name) => [name, "x"]))).warnings).toEqual([]);
});
