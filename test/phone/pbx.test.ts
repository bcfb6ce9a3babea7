// Incoming calls from a PBX: the product is an extension of Kamailio, baresip calls it, and the agent understands and
// answers the caller.

import { expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { baresipCall, kamailio, writeCaller } from "../support/callers/sip-phones.ts";
import { loudSeconds, pbxProduct } from "../support/callers/pbx-product.ts";
import { Program } from "../support/servers/program.ts";

const callSeconds = 22;

test.each([
  ["PCMU", "udp"],
  ["PCMA", "tcp"],
  ["G722", "udp"],
  ["opus", "udp"],
] as const)(
  "an extension of a PBX hears and answers a telephone that speaks %s, and its PBX by %s",
  async (codec, transport) => {
    const folder = await mkdtemp(join(tmpdir(), "voice-flow-pbx-"));
    try {
      await using pbx = await kamailio();
      await using program = await pbxProduct(pbx.port, transport);
      const file = join(folder, "caller.wav");
      // The caller listens for ten seconds, asks, and listens again.
      await writeCaller(file, { codec, text: "what time is it", before: 10, after: callSeconds });
      const to = `sip:620@127.0.0.1:${pbx.port}`;
      const { output, heard } = await baresipCall({ codec, to, says: file, seconds: callSeconds });
      expect(output).toContain("Call established");
      expect(output).toContain(`Set audio decoder: ${codec}`);
      await program.says(/"flow\.trace".*"understood","detail":"answer"/);
      await program.says(/"call\.ended".*"reason":"caller"/);
      // The telephone has reported its received audio.
      await program.says(/"phone\.audio".*"lost":\d+,"jitter_ms":\d+/);
      expect(loudSeconds(heard ?? new Uint8Array())).toBeGreaterThan(6);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
);

test("an extension tells a wrong password from an absent PBX", async () => {
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
