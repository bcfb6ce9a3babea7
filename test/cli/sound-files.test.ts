// Sounds beside a flow file: played ones, refused ones with the reason, and a conversation in the terminal.

import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdir, mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { flowLoader } from "../../src/cli/flow-files.ts";
import { product } from "../support/servers/product.ts";
import { soundFile, tone } from "../support/sound-file.ts";

const flow = (sound: string): string => `voice_flow: 1
id: desk
language: en
start: hello
nodes:
  hello: {say: {sound: "${sound}", text: Hello. This is the desk.}, end: done}
tests:
  - {name: greets, script: [{says: "Hello. This is the desk."}, {ends: done}]}
`;

let root = "";
let folder = "";
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "voice-flow-sounds-"));
  folder = join(root, "flows");
  await mkdir(join(folder, "folder.wav"), { recursive: true });
  const whole = soundFile({ rate: 8_000, samples: tone({ rate: 8_000, seconds: 0.5 }) });
  const files = {
    "hello.wav": whole,
    "more/hello.wav": whole,
    "cut.wav": whole.subarray(0, 40),
    "mp3.wav": new TextEncoder().encode("ID3\u0004 and more"),
    "empty.wav": new Uint8Array(),
    "large.wav": new Uint8Array(17 * 1_024 * 1_024),
    "../outside.wav": whole,
  };
  for (const [name, bytes] of Object.entries(files)) await Bun.write(join(folder, name), bytes);
  await symlink(join(root, "outside.wav"), join(folder, "out.wav"));
});
afterAll(() => rm(root, { recursive: true }));

function problems(sound: string): readonly string[] {
  const text = flow(sound);
  const load = flowLoader([{ path: join(folder, "desk.flow.yaml"), text }], { allow: [] });
  return load(text).problems.map(({ code, severity, message }) => `${severity} ${code} ${message}`);
}

test.each(["hello.wav", "more/hello.wav", "https://example.com/hello.wav"])(
  "The sound %s is accepted",
  (sound) => {
    expect(problems(sound)).toEqual([]);
  },
);

test.each([
  ["gone.wav", "does not exist"],
  ["folder.wav", "is not a file"],
  ["out.wav", "is outside the folder of the flow"],
  ["../outside.wav", "is outside the folder of the flow"],
  ["empty.wav", "cannot be played: it is empty"],
  ["cut.wav", "cannot be played: it ends before its samples"],
  ["mp3.wav", "cannot be played: it is MP3, and playable sounds are WAV"],
  ["large.wav", "cannot be played: it has more than 16 MiB"],
])("The sound %s is an error: it %s", (sound, says) => {
  expect(problems(sound)).toEqual([expect.stringContaining(`error VF233 '${sound}' ${says}`)]);
});

test("A talk in the terminal shows the text of a sound, and its name", async () => {
  const path = join(folder, "desk.flow.yaml");
  await Bun.write(path, flow("hello.wav"));
  const child = Bun.spawn([...product, "talk", path], { stdin: "ignore", stdout: "pipe", stderr: "pipe" });
  expect(await new Response(child.stdout).text()).toContain(
    "agent: Hello. This is the desk.\n[heard as hello.wav]",
  );
});
