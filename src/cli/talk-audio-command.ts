// Command `talk --audio` or `--say`: plays a recording to a running server at real pace, or says sentences to it in
// the agent's pauses; prints the conversation and keeps the agent's audio.

import { parseArgs } from "node:util";
import { bytesOf, frameMs, sampleRate, silence, toFrames, type Frame } from "../audio/frame.ts";
import { loadResampler } from "../audio/resampler.ts";
import { readWav, type Wav, writeWav } from "../audio/wav.ts";
import { delay, wallClock } from "../base/clock.ts";
import { Secret } from "../base/secret.ts";
import { Ticker } from "../base/ticker.ts";
import type { Config } from "../config.ts";
import { OwnVoice } from "../speech/own-voice/own-voice.ts";
import { spokenForm } from "../spoken/spoken-form.ts";
import { type CallerAudio, RecordedCaller, SentenceCaller } from "./caller-audio.ts";
import { configOrSay } from "./command-config.ts";
import { localUrl } from "./health-command.ts";
import { CapturedAudio, TranscriptPrinter } from "./captured-call.ts";
import { invocation } from "./invocation.ts";
import { missingFileSentence } from "./mistakes/missing-file.ts";
import { optionProblem } from "./mistakes/option-problem.ts";
import { writeOrSay } from "./written-file.ts";

interface Options {
  /** A recording to play. */
  readonly input: string | undefined;
  /** Sentences to say when there is no recording. */
  readonly sentences: readonly string[];
  readonly output: string | undefined;
  readonly url: string;
  /** Goes as a header: addresses end up in logs. */
  readonly key: Secret | undefined;
  /** Silence on both sides that ends the conversation. */
  readonly quietMs: number;
}

const usage =
  `${invocation} talk --say "what time is it" [--say TEXT …] [OUT.wav] [OPTIONS]\n` +
  `With a recording: ${invocation} talk --audio IN.wav OUT.wav [OPTIONS]\n` +
  "  --url ws://127.0.0.1:3000/ws --key API_KEY --mode assistant|flow --program NAME --seconds N\n" +
  `By typing: ${invocation} talk FILE`;
const putThrough = JSON.stringify({
  label: "rtvi-ai",
  type: "client-message",
  id: "3",
  data: { t: "transfer.result", d: { ok: true } },
});
const modes = ["assistant", "flow"];
const optionNames = ["--audio", "--say", "--url", "--key", "--mode", "--program", "--seconds"];
/** Usually another voice than the agent's, so that a listener can tell the two apart. */
const callerVoice = "michael";
const sayCharsMax = 2_000;
/** Time for the server to say goodbye after ours. */
const goodbyeMs = 3_000;

export async function talk(args: readonly string[]): Promise<number> {
  const isCall = args.some((arg) => /^--(audio|say)(=|$)/.test(arg));
  if (!isCall && args.length > 0) return (await import("./talk-flow-command.ts")).talkFlow(args);
  let options: Options;
  try {
    const asked = read(args);
    const config = configOrSay();
    if (config === undefined) return 1;
    options = optionsOf(asked, config);
  } catch (error) {
    console.error(optionProblem(error, optionNames));
    return 2;
  }
  try {
    const caller = await callerOf(options);
    const socket = await open(options);
    const pcm = await converse(socket, caller, options.quietMs);
    if (options.output === undefined) return 0;
    if (!(await writeOrSay(options.output, writeWav({ rate: sampleRate, pcm })))) return 1;
    console.log(`${(pcm.length / sampleRate).toFixed(1)} s written to ${options.output}`);
    return 0;
  } catch (error) {
    console.error((error as Error).message);
    return 1;
  }
}

/** Given options; absent ones come from the environment. */
function read(args: readonly string[]) {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      audio: { type: "string" },
      say: { type: "string", multiple: true, default: [] },
      url: { type: "string" },
      key: { type: "string" },
      mode: { type: "string" },
      program: { type: "string" },
      seconds: { type: "string", default: "6" },
    },
  });
  const [output, ...rest] = positionals;
  const isWhole = values.audio === undefined ? values.say.length > 0 : output !== undefined;
  if (!isWhole || rest.length > 0) throw new Error(`Usage: ${usage}`);
  if (values.audio !== undefined && values.say.length > 0)
    throw new Error("--audio and --say cannot be combined");
  if (output !== undefined && !/\.wav$/i.test(output))
    throw new Error(
      `"${output}" is not a WAV file to save the answers to. For a flow on the server, write --program ${output}. ` +
        `To type to a flow without a server: ${invocation} talk ${output}`,
    );
  if (values.say.join("").length > sayCharsMax)
    throw new Error(`--say takes at most ${sayCharsMax.toLocaleString("en")} characters in all`);
  const seconds = Number(values.seconds);
  if (!(seconds > 0 && seconds <= 600))
    throw new Error(`--seconds must be a number above 0 and at most 600, not "${values.seconds}"`);
  return { ...values, input: values.audio, sentences: values.say, output, quietMs: seconds * 1_000 };
}

function optionsOf(values: ReturnType<typeof read>, config: Config): Options {
  const address = values.url ?? `${localUrl(config)}/ws`;
  const written = /^[\w.-]+(?::\d+)?(?:\/|$)/.test(address) ? `ws://${address}` : address;
  const url = URL.parse(written.replace(/^http/, "ws"));
  if (url === null || !/^wss?:$/.test(url.protocol))
    throw new Error(`--url must begin with ws:// or wss://, not "${address}"`);
  // Address of a server alone, as in a browser's address bar.
  if (url.pathname === "/") url.pathname = "/ws";
  if (values.mode !== undefined && !modes.includes(values.mode))
    throw new Error(`--mode must be one of ${modes.join(", ")}, not "${values.mode}"`);
  const mode = values.mode ?? (values.program === undefined ? undefined : "flow");
  if (mode !== undefined) url.searchParams.set("mode", mode);
  if (values.program !== undefined) url.searchParams.set("program_id", values.program);
  // Interrupted audio was not heard: these messages report it.
  url.searchParams.set("features", "clear");
  const key = values.key === undefined ? config.apiKey : new Secret(values.key);
  // The error about an unsendable header would contain the key.
  if (key !== undefined && !/^[\x21-\x7e]+$/.test(key.reveal()))
    throw new Error("The API key of --key must be as POST /auth/api-keys returned it: letters and digits");
  const { input, sentences, output, quietMs } = values;
  return { input, sentences, output, url: url.href, key, quietMs };
}

/** Throws with a sentence for an unplayable file and for an unspeakable text. */
async function callerOf({ input, sentences }: Options): Promise<CallerAudio> {
  if (input !== undefined) return new RecordedCaller(await load(input));
  const voice = await OwnVoice.open(callerVoice);
  const utterances: Frame[][] = [];
  for (const text of sentences) {
    const parts = await Array.fromAsync(
      voice.speak(spokenForm(text, { language: "en", speaks: ["en"] }).text, 1),
    );
    if (parts.length === 0) throw new Error(`"${text}" contains no words`);
    utterances.push(toFrames(Int16Array.from(parts.flatMap(({ pcm }) => Array.from(pcm)))));
  }
  return new SentenceCaller(utterances);
}

async function load(path: string): Promise<Frame[]> {
  const file = Bun.file(path);
  if (!(await file.exists())) throw new Error(missingFileSentence(path, ".wav"));
  const { rate, pcm } = wavOf(path, await file.bytes());
  if (rate === sampleRate) return toFrames(pcm);
  const resampler = await loadResampler();
  using stream = resampler(rate, sampleRate);
  const pieces = [stream.push(pcm), stream.flush()];
  const all = new Int16Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  pieces.reduce((at, piece) => (all.set(piece, at), at + piece.length), 0);
  return toFrames(all);
}

function wavOf(path: string, bytes: Uint8Array): Wav {
  try {
    return readWav(bytes);
  } catch (error) {
    const way = `To convert it: sox ${path} -c 1 -b 16 out.wav`;
    throw new Error(`${path} cannot be played: ${(error as Error).message}. ${way}.`);
  }
}

type Address = Pick<Options, "url" | "key">;

async function open({ url, key }: Address): Promise<WebSocket> {
  // The DOM's type hides that Bun takes the headers of the upgrade here.
  const socket = new WebSocket(url, { headers: headersOf(key) } as unknown as string[]);
  socket.binaryType = "arraybuffer";
  const opened = await new Promise<boolean>((resolve) => {
    socket.addEventListener("open", () => resolve(true), { once: true });
    socket.addEventListener("close", () => resolve(false), { once: true });
  });
  if (opened) return socket;
  throw new Error(await whyRefused({ url, key }));
}

function headersOf(key: Secret | undefined): Record<string, string> {
  return key === undefined ? {} : { "x-service-key": key.reveal() };
}

/** A WebSocket does not show why its upgrade was refused; the same address over HTTP says why. */
async function whyRefused({ url, key }: Address): Promise<string> {
  const plain = url.replace(/^ws/, "http");
  const response = await fetch(plain, { headers: headersOf(key) }).catch(() => undefined);
  if (response === undefined)
    return `No server answers at ${new URL(url).host}. Start one with ${invocation} serve, or give its address with --url.`;
  const problem = (await response.json().catch(() => ({}))) as { detail?: string };
  if (response.ok)
    return `${plain} is a web page. Give --url the server's address, or its address ending in /ws.`;
  const way = response.status === 401 ? " Give the key with --key, or set API_KEY." : "";
  return `The server refused (${response.status}): ${problem.detail ?? response.statusText}${way}`;
}

/** Resolves with the agent's audio when either side has ended the conversation. */
async function converse(socket: WebSocket, caller: CallerAudio, quietMs: number): Promise<Int16Array> {
  const heard = new CapturedAudio(sampleRate);
  const transcript = new TranscriptPrinter(process.stdout);
  const startedAt = wallClock.now();
  const elapsed = (): number => wallClock.now() - startedAt;
  const ended = new AbortController();
  socket.addEventListener("close", () => ended.abort());
  socket.addEventListener("message", ({ data }: MessageEvent<string | ArrayBuffer>) => {
    if (typeof data !== "string") return heard.add(new Int16Array(data), elapsed());
    const kind = transcript.take(data);
    if (kind === "audio_clear") heard.cut(elapsed());
    // There is no telephone here: answered at once, or the caller hears ten seconds of nothing.
    if (kind === "transfer") socket.send(putThrough);
  });
  socket.send(
    JSON.stringify({ label: "rtvi-ai", type: "client-ready", id: "1", data: { version: "2.1.0" } }),
  );

  let sent = 0;
  /** Time of the caller's last words; a recording counts as a whole, with its pauses. */
  let quietSince = 0;
  const finished = Promise.withResolvers<void>();
  const send = (): void => {
    // Frames delayed by a stall are sent at once: the recording keeps its own time.
    for (; sent <= elapsed() / frameMs; sent++) {
      const frame = caller.next(sent * frameMs, heard.endMs);
      if (frame !== silence) quietSince = elapsed();
      socket.send(bytesOf(frame).slice());
    }
    if (elapsed() - Math.max(quietSince, heard.endMs) > quietMs) finished.resolve();
  };
  {
    using _beat = new Ticker(wallClock, frameMs).add(send);
    ended.signal.addEventListener("abort", () => finished.resolve());
    await finished.promise;
  }
  if (!ended.signal.aborted) {
    socket.send(JSON.stringify({ label: "rtvi-ai", type: "disconnect-bot", id: "2", data: {} }));
    await delay(wallClock, goodbyeMs, ended.signal).catch(() => undefined);
    socket.close();
  }
  return heard.recording(elapsed());
}
