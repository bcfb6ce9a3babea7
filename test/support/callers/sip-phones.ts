// Real telephones on loopback: sipp, which calls by a scenario, and baresip behind a registrar.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadResampler } from "../../../src/audio/resampler.ts";
import { writeWav } from "../../../src/audio/wav.ts";
import { joined } from "./callers.ts";
import { espeak } from "./sounds.ts";
import { Program } from "../servers/program.ts";

export interface SippOptions {
  /** Port of the product for SIP. */
  readonly port: number;
  readonly calls: number;
  readonly perSecond?: number;
  /** Duration of a call in milliseconds. */
  readonly talkMs?: number;
  /** Ignores messages that arrive late or twice, including refusals. */
  readonly isPatient?: boolean;
}

/**
 * Runs sipp's own caller to its end; resolves to whether all of its calls were set up and torn down, and to its output.
 */
export async function sippCalls({
  port,
  calls,
  perSecond = 10,
  talkMs = 300,
  isPatient = false,
}: SippOptions) {
  const folder = await mkdtemp(join(tmpdir(), "voice-flow-sipp-"));
  try {
    const call = `sipp -sn uac 127.0.0.1:${port} -i 127.0.0.1 -s 620 -m ${calls} -r ${perSecond} -d ${talkMs}`;
    // No call is given up for a late or doubled message, and lost messages are repeated often.
    const patience = isPatient ? "-default_behaviors all,-abortunexp -max_retrans 12" : "";
    const network = `${patience} -timeout 120s -nostdin`;
    const sipp = Bun.spawn(`${call} ${network}`.split(/ +/), {
      cwd: folder,
      stdin: "ignore",
      stdout: "pipe",
      stderr: "pipe",
    });
    const [output, problems, code] = await Promise.all([
      new Response(sipp.stdout).text(),
      new Response(sipp.stderr).text(),
      sipp.exited,
    ]);
    return { ok: code === 0, output: output.slice(-3_000) + problems };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A UDP port of loopback that was free a moment ago. */
export async function freeUdpPort(): Promise<number> {
  const socket = await Bun.udpSocket({ hostname: "127.0.0.1", port: 0 });
  const { port } = socket;
  socket.close();
  return port;
}

/** A registrar and proxy; each extension has the password "secret". Without `refer` the PBX transfers nothing. */
export async function kamailio({ refers = true } = {}): Promise<AsyncDisposable & { readonly port: number }> {
  const folder = await mkdtemp(join(tmpdir(), "voice-flow-kamailio-"));
  const port = await freeUdpPort();
  const config = join(folder, "kamailio.cfg");
  await Bun.write(config, kamailioConfig(port, refers));
  const program = new Program(
    ["kamailio", "-f", config, "-DD", "-E", "-Y", folder, "-P", join(folder, "pid")],
    {
      env: { PATH: process.env.PATH },
    },
  );
  await program.says(/probe_max_receive_buffer/);
  return {
    port,
    async [Symbol.asyncDispose]() {
      // A killed kamailio leaves its own processes behind, and one that is asked to end takes long.
      const { pid } = program.child;
      const children = await Bun.file(`/proc/${pid}/task/${pid}/children`).text();
      await program[Symbol.asyncDispose]();
      for (const child of children.trim().split(" ").filter(Boolean)) process.kill(Number(child), "SIGKILL");
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const kamailioConfig = (port: number, refers: boolean): string => `#!KAMAILIO
debug=2
log_stderror=yes
children=1
auto_aliases=no
listen=udp:127.0.0.1:${port}
listen=tcp:127.0.0.1:${port}
${["tm", "sl", "rr", "pv", "textops", "siputils", "usrloc", "registrar", "auth"].map((name) => `loadmodule "${name}.so"`).join("\n")}
modparam("rr", "enable_full_lr", 1)
request_route {
  if (is_method("REGISTER")) {
    if (!pv_www_authenticate("127.0.0.1", "secret", "0")) { www_challenge("127.0.0.1", "1"); exit; }
    consume_credentials();
    save("location");
    exit;
  }
  ${refers ? "" : 'if (is_method("REFER")) { sl_send_reply("405", "Method Not Allowed"); exit; }'}
  if (has_totag()) {
    if (loose_route() || (is_method("ACK") && t_check_trans())) t_relay();
    exit;
  }
  if (is_method("CANCEL")) { if (t_check_trans()) t_relay(); exit; }
  # Extension 620 must say its password again before it calls.
  if (is_method("INVITE") && $fU == "620") {
    if (!pv_proxy_authenticate("127.0.0.1", "secret", "0")) { proxy_challenge("127.0.0.1", "1"); exit; }
    consume_credentials();
  }
  if (is_method("INVITE")) record_route();
  if (!lookup("location")) { sl_send_reply("404", "Not Found"); exit; }
  t_relay();
}
`;

/** Header of a WAV file, with the position of its number of channels. */
const headBytes = 44;
const channelsAt = 22;

/** Codecs in baresip's notation, with its rate and channels. */
const codecNames = { PCMU: "PCMU/8000/1", PCMA: "PCMA/8000/1", G722: "G722/16000/1", opus: "opus/48000/2" };
export type BaresipCodec = keyof typeof codecNames;
/** Sample rates of the caller's audio. */
const callerRates: Readonly<Record<BaresipCodec, number>> = {
  PCMU: 8_000,
  PCMA: 8_000,
  G722: 16_000,
  opus: 48_000,
};

/** A file that baresip plays as the caller's voice: for Opus it must have two channels. */
export async function writeCaller(file: string, { codec, text, before, after }: CallerWords): Promise<void> {
  await writeSound(file, { codec, before, after, pcm: await espeak(text) });
}

/** Writes any sound in the same way, PCM16 at 16 kHz. */
export async function writeSound(
  file: string,
  { codec, pcm: sound, before, after }: Omit<CallerWords, "text"> & { readonly pcm: Int16Array },
): Promise<void> {
  const rate = callerRates[codec];
  const makeResampler = await loadResampler();
  using resampler = makeResampler(16_000, rate);
  const said = joined(resampler.push(sound), resampler.flush());
  const quiet = (seconds: number): Int16Array => new Int16Array(Math.round(rate * seconds));
  const pcm = joined(quiet(before), said, quiet(after));
  if (codec !== "opus") return void (await Bun.write(file, writeWav({ rate, pcm })));
  const wav = Buffer.from(
    writeWav({ rate, pcm: Int16Array.from({ length: 2 * pcm.length }, (_, at) => pcm[at >> 1] ?? 0) }),
  );
  wav.writeUInt16LE(2, channelsAt);
  wav.writeUInt32LE(4 * rate, 28);
  wav.writeUInt16LE(4, 32);
  await Bun.write(file, wav);
}

interface CallerWords {
  readonly codec: BaresipCodec;
  readonly text: string;
  /** Seconds of silence around the words. */
  readonly before: number;
  readonly after: number;
}

const recordingsIn = (folder: string): readonly string[] => [
  ...new Bun.Glob("*-dec.wav").scanSync({ cwd: folder, absolute: true }),
];

/** A channel of baresip's recording. */
async function recordingIn(folder: string): Promise<Uint8Array | undefined> {
  const [file] = recordingsIn(folder);
  if (file === undefined) return undefined;
  const bytes = Buffer.from(await Bun.file(file).arrayBuffer());
  if (bytes.readUInt16LE(channelsAt) === 1) return bytes;
  const both = new Int16Array(
    bytes.buffer.slice(bytes.byteOffset + headBytes, bytes.byteOffset + bytes.length - (bytes.length % 2)),
  );
  return writeWav({ rate: bytes.readUInt32LE(24), pcm: both.filter((_, at) => at % 2 === 0) });
}

export interface BaresipOptions {
  readonly codec: BaresipCodec;
  /** Number to dial. */
  readonly to: string;
  /** Words of its caller, as a WAV file at the rate of the codec. */
  readonly says: string;
  readonly seconds: number;
}

interface BaresipSetting extends Pick<BaresipOptions, "says" | "codec"> {
  readonly port: number;
  readonly folder: string;
}

function baresipConfig({ port, says, codec, folder }: BaresipSetting): string {
  const rate = callerRates[codec];
  const modules = ["g711", "g722", "opus", "aufile", "sndfile"].map((name) => `module ${name}.so`);
  return [
    "module_path /usr/lib/baresip/modules",
    ...modules,
    "module_tmp account.so",
    "module_app menu.so",
    `sip_listen 127.0.0.1:${port}`,
    `audio_source aufile,${says}`,
    `ausrc_srate ${rate}`,
    `auplay_srate ${rate}`,
    "audio_channels 1",
    `snd_path ${folder}`,
    "",
  ].join("\n");
}

export interface BaresipAnswer {
  /** Its registrar. */
  readonly pbxPort: number;
  readonly codec: BaresipOptions["codec"];
  readonly says: string;
  /** Behaviour at ringing. */
  readonly manner: "answers" | "rings";
  /** Absent: 100. */
  readonly user?: string;
}

/** Baresip as an extension of a PBX. `heard`: audio that its person heard, after its end. */
export async function baresipPhone({ pbxPort, codec, says, manner, user = "100" }: BaresipAnswer) {
  const folder = await mkdtemp(join(tmpdir(), "voice-flow-baresip-"));
  const port = await freeUdpPort();
  await Bun.write(join(folder, "config"), baresipConfig({ port, says, codec, folder }));
  const mode = manner === "answers" ? "auto" : "manual";
  const account =
    `<sip:${user}@127.0.0.1:${pbxPort};transport=udp>;auth_user=${user};auth_pass=secret;regint=600;` +
    `answermode=${mode};audio_codecs=${codecNames[codec]}\n`;
  await Bun.write(join(folder, "accounts"), account);
  const program = new Program(["baresip", "-f", folder], { env: { PATH: process.env.PATH }, cwd: folder });
  await program.says(/200 OK/);
  return {
    program,
    heard: () => recordingIn(folder),
    /** Bytes of audio that its person has heard so far. */
    heardBytes: () => recordingsIn(folder).reduce((bytes, file) => bytes + Bun.file(file).size, 0),
    async [Symbol.asyncDispose]() {
      await program[Symbol.asyncDispose]();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Lets baresip call for this long; resolves to its output and to the audio that its caller heard, as the bytes of a WAV
 * file.
 */
export async function baresipCall({ codec, to, says, seconds }: BaresipOptions) {
  const folder = await mkdtemp(join(tmpdir(), "voice-flow-baresip-"));
  try {
    const port = await freeUdpPort();
    await Bun.write(join(folder, "config"), baresipConfig({ port, says, codec, folder }));
    const account = `<sip:alice@127.0.0.1:${port};transport=udp>;regint=0;audio_codecs=${codecNames[codec]}\n`;
    await Bun.write(join(folder, "accounts"), account);
    const phone = Bun.spawn(["baresip", "-f", folder, "-e", `/dial ${to}`, "-t", String(seconds)], {
      cwd: folder,
      stdin: "ignore",
      stdout: "pipe",
      stderr: "pipe",
    });
    const [out, err] = await Promise.all([
      new Response(phone.stdout).text(),
      new Response(phone.stderr).text(),
    ]);
    await phone.exited;
    return { output: out + err, heard: await recordingIn(folder) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
