// Linphone: a telephone from another family of programs, which calls, plays a file and hangs up.

import { mkdtemp, mkdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freeUdpPort } from "../sip-phones.ts";

interface LinphoneCall {
  /** Address that it dials. */
  readonly to: string;
  /** WAV file of its caller. */
  readonly says: string;
  readonly seconds: number;
}

/** Resolves to the output of linphonec. */
export async function linphoneCall({ to, says, seconds }: LinphoneCall): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "voice-flow-linphone-"));
  try {
    await mkdir(join(folder, ".local/share/linphone"), { recursive: true });
    const [sip, rtp] = [await freeUdpPort(), await freeUdpPort()];
    const config = [
      "[sip]",
      `sip_port=${sip}`,
      "sip_tcp_port=0",
      "bind_address=127.0.0.1",
      // Otherwise a machine with only a loopback counts as unreachable.
      "auto_net_state_mon=0",
      "guess_hostname=0",
      'contact="alice" <sip:alice@127.0.0.1>',
      "[rtp]",
      `audio_rtp_port=${rtp & ~1}`,
      "[sound]",
      "echocancellation=0",
      "[video]",
      "capture=0",
      "display=0",
      "",
    ];
    await Bun.write(join(folder, "linphonerc"), config.join("\n"));
    const phone = Bun.spawn(["linphonec", "-c", join(folder, "linphonerc")], {
      env: { PATH: process.env.PATH, HOME: folder },
      stdin: "pipe",
      stdout: "pipe",
      stderr: "ignore",
    });
    await phone.stdin.write(`soundcard use files\nplay ${says}\ncall ${to}\n`);
    await phone.stdin.flush();
    // Its caller talks in real time.
    await Bun.sleep(seconds * 1_000);
    await phone.stdin.write("terminate\nquit\n");
    await phone.stdin.end();
    return await new Response(phone.stdout).text();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
