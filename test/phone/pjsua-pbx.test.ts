// PJSIP, another family of telephones: it calls the extension through Kamailio, is understood and hears an answer. Its
// package comes from PyPI, so only the long run tests it.

import { expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { kamailio, writeCaller } from "../support/callers/sip-phones.ts";
import { loudSeconds, pbxProduct } from "../support/callers/pbx-product.ts";
import { Program } from "../support/servers/program.ts";

const wheel = "pjsua2-python==2.15.1.post1";
const callSeconds = 22;

async function python(folder: string): Promise<string> {
  const made = Bun.spawn(["python3", "-m", "venv", join(folder, "venv")], { stdout: "ignore" });
  expect(await made.exited).toBe(0);
  const pip = Bun.spawn([join(folder, "venv/bin/pip"), "install", "--quiet", wheel], { stdout: "ignore" });
  expect(await pip.exited).toBe(0);
  return join(folder, "venv/bin/python");
}

test.each(["PCMU", "PCMA", "G722"] as const)(
  "an extension of a PBX hears and answers PJSIP in %s",
  async (codec) => {
    const folder = await mkdtemp(join(tmpdir(), "voice-flow-pjsua-"));
    try {
      const interpreter = await python(folder);
      await using pbx = await kamailio();
      await using program = await pbxProduct(pbx.port);
      const [says, hears] = [join(folder, "says.wav"), join(folder, "hears.wav")];
      await writeCaller(says, { codec, text: "what time is it", before: 10, after: callSeconds });
      const script = join(import.meta.dir, "../support/callers/pjsua-caller.py");
      const to = `sip:620@127.0.0.1:${pbx.port}`;
      await using caller = new Program([interpreter, script, to, says, hears, String(callSeconds), codec], {
        env: { PATH: process.env.PATH },
      });
      const { out } = await caller.ended();
      expect(out).toContain("state CONFIRMED 200");
      expect(out).toContain(`codec ${codec}`);
      await program.says(/"flow\.trace".*"understood","detail":"answer"/);
      await program.says(/"call\.ended".*"reason":"caller"/);
      expect(loudSeconds(new Uint8Array(await Bun.file(hears).arrayBuffer()))).toBeGreaterThan(6);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
  300_000,
);
