// Mistakes on the command line: the program answers each with the cause and the remedy.

import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeWav } from "../../src/audio/wav.ts";
import { misuse } from "../../src/cli/mistakes/misuse.ts";
import { type Mistake, testMistakes } from "../support/mistakes.ts";
import { product } from "../support/servers/product.ts";

/** Matches the whole text and nothing more. */
const exactly = (text: string): RegExp => new RegExp(`^${RegExp.escape(text)}$`);
const wordsOf = (args: string): readonly string[] => args.split(" ").filter((arg) => arg !== "");

const near = mkdtempSync(join(tmpdir(), "voice-flow-"));
beforeAll(async () => {
  await Promise.all(["notes.txt", "export.json"].map((name) => Bun.write(join(near, name), "{}")));
});
afterAll(() => rmSync(near, { recursive: true }));

async function run(args: readonly string[], env: Record<string, string> = {}, cwd = near) {
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

interface Line {
  readonly args: readonly string[];
  readonly env?: Record<string, string>;
}

const line = (args: string, at: string, says: RegExp, env?: Record<string, string>): Mistake<Line> => ({
  about: env === undefined ? args : `${args} with ${JSON.stringify(env)}`,
  does: { args: args.split(" "), ...(env && { env }) },
  at,
  says,
});

const lines: readonly Mistake<Line>[] = [
  line("grant ada@example.com 5,00", "exit 2", /^CENTS must be a whole number from 1 to \d+, not "5,00"/),
  line("restore notes.txt", "exit 1", /^notes\.txt is not a backup of this program/, { DATA_DIR: "data" }),
  line("serve --port 4000", "exit 2", /environment variables: PORT=4000 /),
  line("serve --llm-model=llama3.2", "exit 2", /: LLM_MODEL=llama3\.2 /),
  line("serve --colour red", "exit 2", /\(.*--help\)/),
  line(
    "--port 4000",
    "exit 2",
    /no option --port\. Configure the server by environment variables: PORT=4000 /,
  ),
  line("-p 4000", "exit 2", /no option -p\. Configure the server by environment variables \(.* --help\)/),
  line("start", "exit 2", /no command "start"; did you mean 'serve'\?/),
  line("--verison", "exit 2", /did you mean '--version'\?/),
  line("table.flow.yaml", "exit 2", /is not a command\. To use the file, write .* check table\.flow\.yaml/),
  line("talk --say hello --mode flwo", "exit 2", /--mode must be one of assistant, flow, not "flwo"/),
  line("talk --audio . out.wav", "exit 1", /^\. is a folder. Give a file in it/),
  line("import . --from retell", "exit 1", /^\. is a folder. Give a file in it/),
  line("replay .", "exit 1", /^\. is a folder. Give a file in it/),
  line("draw welcome --out /", "exit 1", /^\/ cannot be written, because it is a folder/),
  line("tset table.flow.yaml", "exit 2", /no command "tset"; did you mean 'test'\?/),
  line("dance", "exit 2", /no command "dance": .*--help lists them/),
  line(
    "talk nowhere",
    "exit 1",
    /no readable file nowhere, and no built-in flow of that name: there are welcome, .*table-booking/,
  ),
  line("talk table_booking", "exit 1", /did you mean 'table-booking'\?/),
  line(
    "talk flow_01ARZ3NDEKTSV4RRFFQ69G5FAV",
    "exit 1",
    /talk --say TEXT --program flow_01ARZ3NDEKTSV4RRFFQ69G5FAV --key /,
  ),
  line("check .", "exit 1", /^\. is a folder. Give a file in it, such as \*\.yaml/),
  line("talk --sya hello", "exit 2", /no option --sya; did you mean '--say'\?/),
  line("talk --say hello --prgoram welcome", "exit 2", /no option --prgoram; did you mean '--program'\?/),
  line("talk welcome --tools=1", "exit 2", /--tools takes no value/),
  line("talk welcome --context {", "exit 2", /--context must be a JSON object/),
  line(
    "draw welcome --out /dev/null/a.svg",
    "exit 1",
    /\/dev\/null\/a\.svg cannot be written.*\. Choose another path/,
  ),
  line(
    "test welcome --junit /dev/null/a.xml",
    "exit 1",
    /\/dev\/null\/a\.xml cannot be written.*\. Choose another path/,
  ),
  line("talk --say", "exit 2", /--say needs a value/),
  line("talk --say hello --audio in.wav out.wav", "exit 2", /--audio and --say cannot be combined/),
  line("talk --audio in.wav", "exit 2", /Usage: /),
  line(
    "talk --say hello --url ws://127.0.0.1:9/ws",
    "exit 1",
    /No server answers at 127\.0\.0\.1:9\. Start one with .* serve/,
  ),
  line(
    "talk welcome --say hello",
    "exit 2",
    /"welcome" is not a WAV file.* --program welcome\. .*talk welcome/,
  ),
  line("talk --say hello --url 127.0.0.1:9", "exit 1", /No server answers at 127\.0\.0\.1:9/),
  line("check nowhere/a.yaml", "exit 1", /^There is no folder nowhere for a\.yaml\./),
  line("check *.yml", "exit 1", /: this folder has none that ends in \.yml\.$/m),
  line("test *.flow.yaml", "exit 1", /: this folder has none that ends in \.yaml\.$/m),
  line(
    "import nowhere.json",
    "exit 1",
    /^There is no readable file nowhere\.json: this folder has export\.json\./,
  ),
  line("draw welcome --out a.png", "exit 2", /a\.png is not an SVG file\. .*--out FILE\.svg/),
  line(
    "simulate welcome --callers many",
    "exit 2",
    /--callers must be a whole number from 1 to 100000, not "many"/,
  ),
  line(
    "replay notes.txt",
    "exit 1",
    /not a recording of a call\. Recordings are at DATA_DIR.* RECORD=on makes/,
  ),
  line(
    "talk welcome --context guests=4",
    "exit 2",
    /--context must be a JSON object, such as '\{"guests": 4\}'/,
  ),
  line("health", "exit 1", /No server answers at .* port 9\. Start it, or set HOST and PORT/, {
    PORT: "9",
  }),
  line("check --help", "exit 0", /check FILE/),
  line("serve", "exit 1", /192\.0\.2\.1.*(HOST|address)/, { HOST: "192.0.2.1", PORT: "0" }),
  line("serve", "exit 1", /^PRICING_FILE .*nowhere\.yaml/, { PRICING_FILE: "nowhere.yaml" }),
];

testMistakes("command line", lines, async ({ args, env }) => {
  const { code, said } = await run(args, env);
  expect(said).not.toMatch(/^\s+at /m);
  return { at: [`exit ${code}`], said };
});

test("mistakes: the address of a page is refused as a call's, and a server's origin suffices", async () => {
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
    /^http:.* is a web page\. Give --url the server's address, or its address ending in \/ws/,
  );
  expect([code, new Set(asked)]).toEqual([1, new Set(["/ws"])]);
});

interface Use {
  readonly usage: string;
  readonly args: string;
}

const use = (usage: string, args: string, problem: string): Mistake<Use> => ({
  about: `${usage.split(" ")[0]} given "${args}"`,
  does: { usage, args },
  at: usage,
  says: exactly(problem),
});

const uses: readonly Mistake<Use>[] = [
  use("check [--fix] FILE...", "", "FILE is missing."),
  use("check [--fix] FILE...", "--fxi a", "There is no option --fxi; did you mean '--fix'?"),
  use("check [--fix] FILE...", "--json a", "There is no option --json."),
  use("check [--fix] FILE...", "--fix=1 a", "--fix takes no value."),
  use("check [--fix] FILE...", "-f a", "There is no option -f."),
  use(
    "test FILE... [--junit FILE.xml] [--judge] [--runs K]",
    "a --junit",
    "--junit needs a value, as in --junit FILE.xml.",
  ),
  use("draw FILE [--out FILE.svg] [--theme auto|light|dark]", "a b", '"b" is an extra argument.'),
  use(
    "draw FILE [--out FILE.svg] [--theme auto|light|dark]",
    "a --theme drak",
    "--theme must be one of auto, light, dark; did you mean 'dark'?",
  ),
  use(
    "draw FILE [--out FILE.svg] [--theme auto|light|dark]",
    "a --theme=pink",
    '--theme must be one of auto, light, dark, not "pink".',
  ),
  use(
    "draw FILE [--out FILE.svg] [--theme auto|light|dark]",
    "--out --theme dark a",
    "--out needs a value, as in --out FILE.svg.",
  ),
  use("simulate FILE|NAME [--seed 1]", "", "FILE or NAME is missing."),
  use("audit verify|export [--account ID]", "", "verify or export is missing."),
  use(
    "audit verify|export [--account ID]",
    "verfy",
    "\"verfy\" must be one of verify, export; did you mean 'verify'?",
  ),
  use("grant ACCOUNT|EMAIL CENTS", "a@b.example", "CENTS is missing."),
  use("account EMAIL", "ada", '"ada" is not an email address.'),
  use("owner [EMAIL]", "ada", '"ada" is not an email address.'),
  use("owner [EMAIL]", "a@b.example c", '"c" is an extra argument.'),
  use("invite [NAME] | --list | --revoke ID", "--lst", "There is no option --lst; did you mean '--list'?"),
  use("invite [NAME] | --list | --revoke ID", "--revoke", "--revoke needs a value, as in --revoke ID."),
  use("metrics --rules | --dashboard", "", "--rules or --dashboard is missing."),
  use("migrate", "now", '"now" is an extra argument.'),
  use(
    "replay FILE [--set end_silence_ms=500] [--json]",
    "a --set",
    "--set needs a value, as in --set end_silence_ms=500.",
  ),
  use("replay --calls SINCE --flow NEW.yaml [--json]", "--calls 7d", "--flow is missing."),
  use("replay --calls SINCE --flow NEW.yaml [--json]", "--flow a --json", "--calls is missing."),
  use("mcp [--dir FOLDER]", "extra", '"extra" is an extra argument.'),
];

/** The error is printed before the usage line. */
testMistakes("usage", uses, ({ usage, args }) => {
  const [last = "", ...problems] = misuse(usage, wordsOf(args)).split("\n").toReversed();
  return { at: [last.slice(-usage.length)], said: problems.join("\n") };
});

test("usage: any number of files is accepted", () => {
  expect(misuse("check [--fix] FILE...", ["a", "b", "c"]).split("\n")).toHaveLength(1);
});

test("mistakes: an unplayable recording is named, with a command for a playable one", async () => {
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
        "To convert it: sox stereo.wav -c 1 -b 16 out.wav.\n",
    });
    const junk = await run(["talk", "--audio", "junk.wav", "out.wav"], {}, folder);
    expect(junk.said).toStartWith("junk.wav cannot be played: it is not a WAV file. ");
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("mistakes: a built-in flow is checked and tried by its name", async () => {
  const { code, said } = await run(["check", "welcome"]);
  expect({ code, said }).toEqual({ code: 0, said: "1 flow checked: no errors, no warnings\n" });
});

test("mistakes: a misspelt file is suggested from its folder, by its name and not its ending", async () => {
  const folder = mkdtempSync(join(tmpdir(), "voice-flow-"));
  try {
    await Bun.write(join(folder, "table.flow.yaml"), "");
    const misspelt = await run(["check", "tabel.flow.yaml"], {}, folder);
    expect(misspelt.said).toBe(
      "There is no readable file tabel.flow.yaml; did you mean 'table.flow.yaml'?\n",
    );
    const other = await run(["check", "pizza.flow.yaml"], {}, folder);
    expect(other.said).toBe("There is no readable file pizza.flow.yaml: this folder has table.flow.yaml.\n");
    const ending = await run(["check", "table.yml"], {}, folder);
    expect(ending.said).toBe("There is no readable file table.yml; did you mean 'table.flow.yaml'?\n");
  } finally {
    rmSync(folder, { recursive: true });
  }
});
