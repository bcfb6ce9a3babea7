// Real Asterisk: the package of Debian sid in a folder of its own, whose dialplan plays a caller's words to the target
// of a call: AudioSocket, chan_websocket, or a registered extension.

import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { asteriskFolder } from "../../../long-tools.ts";
import { Program } from "../../servers/program.ts";

export interface RealAsterisk extends AsyncDisposable {
  /** Port of its registrar. */
  readonly port: number;
  /** Calls a target in the notation of Originate, and plays the caller's file. */
  call(to: string): Promise<void>;
}

const modules = [
  "res_timing_timerfd pbx_config res_sorcery_config res_sorcery_memory res_sorcery_astdb",
  "res_audiosocket app_audiosocket chan_audiosocket res_http_websocket res_websocket_client",
  "chan_websocket app_playback format_wav codec_alaw codec_ulaw codec_resample bridge_simple",
  "res_pjproject res_pjsip res_pjsip_pubsub res_pjsip_session res_rtp_asterisk res_pjsip_sdp_rtp",
  "chan_pjsip res_pjsip_registrar res_pjsip_authenticator_digest",
  "res_pjsip_endpoint_identifier_user func_callerid res_clioriginate",
]
  .join(" ")
  .split(" ");

interface Setting {
  readonly sipPort: number;
  /** WAV file of its caller, at 8 kHz. */
  readonly says: string;
  /** Address for chan_websocket; the path is the call's. */
  readonly socketUrl: string;
  /** Priorities of extension `agent` in the dialplan. */
  readonly answers: readonly string[];
}

export async function realAsterisk({ sipPort, says, socketUrl, answers }: Setting): Promise<RealAsterisk> {
  const folder = await mkdtemp(join(tmpdir(), "voice-flow-asterisk-"));
  const library = join(asteriskFolder, "usr/lib/x86_64-linux-gnu");
  for (const name of ["run", "log", "lib", "spool"]) await mkdir(join(folder, name));
  const files: Readonly<Record<string, readonly string[]>> = {
    "asterisk.conf": [
      "[directories]",
      `astetcdir => ${folder}`,
      `astmoddir => ${join(library, "asterisk/modules")}`,
      ...["astvarlibdir", "astdbdir", "astkeydir", "astagidir"].map((name) => `${name} => ${folder}/lib`),
      `astdatadir => ${join(asteriskFolder, "usr/share/asterisk")}`,
      `astspooldir => ${folder}/spool`,
      `astrundir => ${folder}/run`,
      `astlogdir => ${folder}/log`,
    ],
    "modules.conf": ["[modules]", "autoload=no", ...modules.map((name) => `load=${name}.so`)],
    "logger.conf": ["[general]", "[logfiles]", "console => notice,warning,error,verbose"],
    "websocket_client.conf": [
      "[agent]",
      "type=websocket_client",
      "connection_type=per_call_config",
      `uri=${socketUrl}`,
      "protocols=media",
    ],
    "pjsip.conf": [
      "[udp]",
      "type=transport",
      "protocol=udp",
      `bind=127.0.0.1:${sipPort}`,
      "[620]",
      "type=endpoint",
      "context=talk",
      "disallow=all",
      "allow=alaw",
      "auth=620",
      "aors=620",
      "[620]",
      "type=auth",
      "auth_type=userpass",
      "username=620",
      "password=secret",
      "[620]",
      "type=aor",
      "max_contacts=2",
    ],
    "extensions.conf": [
      "[talk]",
      `exten => caller,1,Playback(${says.replace(/\.wav$/, "")})`,
      " same => n,Hangup()",
      ...answers.map((step, i) => (i === 0 ? `exten => agent,1,${step}` : ` same => n,${step}`)),
    ],
  };
  for (const [name, lines] of Object.entries(files))
    await Bun.write(join(folder, name), [...lines, ""].join("\n"));
  for (const name of ["cdr", "cel", "features", "acl", "udptl", "pjproject", "chan_websocket", "ccss"])
    await Bun.write(join(folder, `${name}.conf`), "[general]\n");
  const loader = [join(library, "ld-linux-x86-64.so.2"), "--library-path", library];
  const command = [...loader, join(asteriskFolder, "usr/sbin/asterisk"), "-C", join(folder, "asterisk.conf")];
  const program = new Program([...command, "-f", "-n", "-vvv"], { env: { PATH: process.env.PATH } });
  await program.says(/Asterisk Ready/);
  const tell = async (words: string): Promise<string> => {
    const asked = Bun.spawn([...command, "-rx", words], { stdout: "pipe", stderr: "pipe" });
    return await new Response(asked.stdout).text();
  };
  return {
    port: sipPort,
    call: async (to) => void (await tell(`channel originate ${to} extension caller@talk`)),
    async [Symbol.asyncDispose]() {
      await program[Symbol.asyncDispose]();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
