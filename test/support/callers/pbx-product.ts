// The product as a telephone of a PBX, and a measure of loud parts in a recording.

import { readWav } from "../../../src/audio/wav.ts";
import { Program } from "../servers/program.ts";

/** The product as extension 620, from source, with its own recogniser and voice. */
export async function pbxProduct(pbxPort: number, transport = "udp"): Promise<Program> {
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
export function loudSeconds(wav: Uint8Array): number {
  const { rate, pcm } = readWav(wav);
  const piece = rate / 50;
  let loud = 0;
  for (let at = 0; at + piece <= pcm.length; at += piece) {
    const energy = pcm.subarray(at, at + piece).reduce((sum, sample) => sum + (sample / 32_768) ** 2, 0);
    if (energy / piece > 1e-4) loud++;
  }
  return loud / 50;
}
