// `talk --audio`: plays a recording to a running server at real pace, prints the conversation and keeps what was heard.

import { parseArgs } from "node:util";
import { bytesOf, frameMs, sampleRate, silence, toFrames, type Frame } from "../audio/frame.ts";
import { loadResampler } from "../audio/resampler.ts";
import { readWav, writeWav } from "../audio/wav.ts";
import { delay, wallClock } from "../base/clock.ts";
import { Secret } from "../base/secret.ts";
import { Ticker } from "../base/ticker.ts";
import type { Config } from "../config.ts";
import { configOrSay } from "./command-config.ts";
import { localUrl } from "./health-command.ts";
import { Heard, Transcript } from "./captured-call.ts";
import { invocation } from "./invocation.ts";

interface Options {
  readonly input: string;
  readonly output: string;
  readonly url: string;
  /** Goes as a header: addresses end up in logs. */
  readonly key: Secret | undefined;
  /** Silence on both sides after which the conversation is over. */
  readonly quietMs: number;
}

const usage =
  `${invocation} talk --audio IN.wav OUT.wav [--url ws://127.0.0.1:3000/ws] [--key API_KEY] ` +
  "[--mode assistant|flow] [--program NAME] [--seconds N]\n" +
  `or to type to a flow: ${invocation} talk FILE`;
const putThrough = JSON.stringify({
  label: "rtvi-ai",
  type: "client-message",
  id: "3",
  data: { t: "transfer.result", d: { ok: true } },
});
/** How long the server may take to say goodbye after we did. */
const goodbyeMs = 3_000;

export async function talk(args: readonly string[]): Promise<number> {
  const isRecording = args.some((arg) => arg === "--audio" || arg.startsWith("--audio="));
  if (!isRecording && args.length > 0) return (await import("./talk-flow-command.ts")).talkFlow(args);
  let options: Options;
  try {
    const asked = read(args);
    const config = configOrSay();
    if (config === undefined) return 1;
    options = optionsOf(asked, config);
  } catch (error) {
    console.error((error as Error).message);
    return 2;
  }
  try {
    const frames = await load(options.input);
    const socket = await open(options);
    const pcm = await converse(socket, frames, options.quietMs);
    await Bun.write(options.output, writeWav({ rate: sampleRate, pcm }));
    console.log(`${(pcm.length / sampleRate).toFixed(1)} s written to ${options.output}`);
    return 0;
  } catch (error) {
    console.error((error as Error).message);
    return 1;
  }
}

/** What was written; what was not is the environment's. */
function read(args: readonly string[]) {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      audio: { type: "string" },
      url: { type: "string" },
      key: { type: "string" },
      mode: { type: "string" },
      program: { type: "string" },
      seconds: { type: "string", default: "6" },
    },
  });
  const [output, ...rest] = positionals;
  if (values.audio === undefined || output === undefined || rest.length > 0)
    throw new Error(`Usage: ${usage}`);
  const seconds = Number(values.seconds);
  if (!(seconds > 0 && seconds <= 600)) throw new Error("--seconds must be a number from 0 to 600");
  return { ...values, input: values.audio, output, quietMs: seconds * 1_000 };
}

function optionsOf(values: ReturnType<typeof read>, config: Config): Options {
  const address = values.url ?? `${localUrl(config)}/ws`;
  const url = URL.parse(address.replace(/^http/, "ws"));
  if (url === null || !/^wss?:$/.test(url.protocol))
    throw new Error(`--url must begin with ws:// or wss://, not "${address}"`);
  const mode = values.mode ?? (values.program === undefined ? undefined : "flow");
  if (mode !== undefined) url.searchParams.set("mode", mode);
  if (values.program !== undefined) url.searchParams.set("program_id", values.program);
  // What an interruption takes back was not heard: ask to be told.
  url.searchParams.set("features", "clear");
  const key = values.key === undefined ? config.apiKey : new Secret(values.key);
  // A header that cannot be sent would be told of with the key in it.
  if (key !== undefined && !/^[\x21-\x7e]+$/.test(key.reveal()))
    throw new Error("The key for --key is letters and digits, as POST /auth/api-keys answered it");
  const { input, output, quietMs } = values;
  return { input, output, url: url.href, key, quietMs };
}

async function load(path: string): Promise<Frame[]> {
  const file = Bun.file(path);
  if (!(await file.exists())) throw new Error(`There is no file ${path}`);
  const { rate, pcm } = readWav(await file.bytes());
  if (rate === sampleRate) return toFrames(pcm);
  const resampler = await loadResampler();
  using stream = resampler(rate, sampleRate);
  const pieces = [stream.push(pcm), stream.flush()];
  const all = new Int16Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  pieces.reduce((at, piece) => (all.set(piece, at), at + piece.length), 0);
  return toFrames(all);
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

/** A refused upgrade tells a WebSocket nothing; the same address over HTTP says why. */
async function whyRefused({ url, key }: Address): Promise<string> {
  const plain = url.replace(/^ws/, "http");
  const response = await fetch(plain, { headers: headersOf(key) }).catch(() => undefined);
  if (response === undefined)
    return `No server answers at ${new URL(url).host}: start one with ${invocation} serve, or name it with --url.`;
  const problem = (await response.json().catch(() => ({}))) as { detail?: string };
  const way = response.status === 401 ? " Here that is --key, or API_KEY in the environment." : "";
  return `The server refused (${response.status}): ${problem.detail ?? response.statusText}${way}`;
}

/** Resolves with what was heard when either side has ended the conversation. */
async function converse(socket: WebSocket, frames: readonly Frame[], quietMs: number): Promise<Int16Array> {
  const heard = new Heard(sampleRate);
  const transcript = new Transcript(process.stdout);
  const startedAt = wallClock.now();
  const elapsed = (): number => wallClock.now() - startedAt;
  const ended = new AbortController();
  socket.addEventListener("close", () => ended.abort());
  socket.addEventListener("message", ({ data }: MessageEvent<string | ArrayBuffer>) => {
    if (typeof data !== "string") return heard.add(new Int16Array(data), elapsed());
    const kind = transcript.take(data);
    if (kind === "audio_clear") heard.cut(elapsed());
    // There is no telephone here: at once, or the caller hears ten seconds of nothing.
    if (kind === "transfer") socket.send(putThrough);
  });
  socket.send(
    JSON.stringify({ label: "rtvi-ai", type: "client-ready", id: "1", data: { version: "2.1.0" } }),
  );

  let sent = 0;
  const finished = Promise.withResolvers<void>();
  const send = (): void => {
    // What a stall held up is sent at once: the recording keeps its own time.
    for (; sent <= elapsed() / frameMs; sent++) socket.send(bytesOf(frames[sent] ?? silence).slice());
    const quietSince = Math.max(frames.length * frameMs, heard.endMs);
    if (elapsed() - quietSince > quietMs) finished.resolve();
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
