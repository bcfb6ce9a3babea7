// A PBX: the product is an extension of Kamailio, baresip rings there, and its caller is heard and answered.

import { expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readWav } from "../../src/audio/wav.ts";
import { baresipCall, kamailio, writeCaller } from "../support/callers/sip-phones.ts";
import { Program } from "../support/servers/program.ts";

const callSeconds = 22;

/** The product as extension 620, from source, with its own ears and voice. */
async function product(pbxPort: number, transport = "udp"): Promise<Program> {
  const { PATH, HOME } = process.env;
  const phone = {
    PHONE_REGISTRAR: `127.0.0.1:${pbxPort};transport=${transport}`,
    PHONE_USER: "620",
    PHONE_PASSWORD: "secret",
    PHONE_FLOW: "welcome",
  };
  const log = { LOG_LEVEL: "debug", LOG_FORMAT: "json" };
  const env = { PATH, HOME, PORT: "0", DATA_DIR: ":memory:", ...log, ...phone };
  const program = new Program([process.execPath, "src/main.ts"], { env });
  await program.says(/"phone\.registered"/);
  await program.says(/"speech\.ready"/);
  return program;
}

/** Seconds of a recording that are louder than -40 dB. */
function loudSeconds(wav: Uint8Array): number {
  const { rate, pcm } = readWav(wav);
  const piece = rate / 50;
  let loud = 0;
  for (let at = 0; at + piece <= pcm.length; at += piece) {
    const energy = pcm.subarray(at, at + piece).reduce((sum, sample) => sum + (sample / 32_768) ** 2, 0);
    if (energy / piece > 1e-4) loud++;
  }
  return loud / 50;
}

test.each([
  ["PCMU", "udp"],
  ["PCMA", "tcp"],
  ["G722", "udp"],
  ["opus", "udp"],
] as const)(
  "extension of a PBX hears and answers a telephone that speaks %s, and its PBX by %s",
  async (codec, transport) => {
    const folder = await mkdtemp(join(tmpdir(), "voice-flow-pbx-"));
    try {
      await using pbx = await kamailio();
      await using program = await product(pbx.port, transport);
      const file = join(folder, "caller.wav");
      // The caller listens for ten seconds, asks, and listens again.
      await writeCaller(file, { codec, text: "what time is it", before: 10, after: callSeconds });
      const to = `sip:620@127.0.0.1:${pbx.port}`;
      const { output, heard } = await baresipCall({ codec, to, says: file, seconds: callSeconds });
      expect(output).toContain("Call established");
      expect(output).toContain(`Set audio decoder: ${codec}`);
      await program.says(/"flow\.trace".*"understood","detail":"answer"/);
      await program.says(/"call\.ended".*"reason":"caller"/);
      // The telephone has reported what it heard.
      await program.says(/"phone\.audio".*"lost":\d+,"jitter_ms":\d+/);
      expect(loudSeconds(heard ?? new Uint8Array())).toBeGreaterThan(6);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
);

test("extension tells a wrong password from a PBX that is away", async () => {
  await using pbx = await kamailio();
  const { PATH, HOME } = process.env;
  const phone = {
    PHONE_REGISTRAR: `127.0.0.1:${pbx.port}`,
    PHONE_USER: "620",
    PHONE_PASSWORD: "wrong",
  };
  const env = {
    PATH,
    HOME,
    PORT: "0",
    DATA_DIR: ":memory:",
    SPEECH: "off",
    LOG_FORMAT: "json",
    ...phone,
  };
  await using program = new Program([process.execPath, "src/main.ts"], { env });
  const [line] = await program.says(/.*"phone\.not-registered".*/);
  expect(line).toContain("The PBX does not take the password");
});
