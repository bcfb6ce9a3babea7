// Peer connections of other makers, each with its own ICE, DTLS and SCTP: libdatachannel with packets made by hand, and
// Debian's aiortc, which talk with real speech and hear the answer; str0m and Pion, which only listen.

import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { networkInterfaces, tmpdir } from "node:os";
import { join } from "node:path";
import datachannel from "node-datachannel";
import { loudness, sampleRate, toFrames } from "../../src/audio/frame.ts";
import { openOpusDecoder, openOpusEncoder } from "../../src/audio/opus.ts";
import { writeWav } from "../../src/audio/wav.ts";
import { human, joined } from "../support/callers/callers.ts";
import { pageServer, type PageServer } from "../support/servers/page-server.ts";
import { foreignProgram } from "../support/providers/foreign-packages.ts";
import { rtcServer } from "../support/servers/rtc-server.ts";
import { until } from "../support/until.ts";
import type { ReceivedMessages } from "../support/callers/ws-client.ts";

setDefaultTimeout(240_000);

let server: PageServer;
let offerUrl = "";

beforeAll(async () => {
  server = await pageServer();
  offerUrl = new URL("/offer", server.url).href;
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
});

/** Events, in order of arrival. */
class Notebook {
  readonly messages: ReceivedMessages[] = [];

  async message(wanted: (one: ReceivedMessages) => boolean, from = 0): Promise<number> {
    const find = (): number => this.messages.findIndex((one, i) => i >= from && wanted(one));
    await until(String(wanted), () => find() >= 0, 60_000);
    return find();
  }
}

const is = (type: string) => (one: ReceivedMessages) => one.type === type;
const says = (words: RegExp) => (one: ReceivedMessages) =>
  one.type === "bot-llm-text" && words.test(String(one.data?.["text"]));
const ready = { label: "rtvi-ai", type: "client-ready", id: "1", data: { version: "2.1.0" } };
const command = (t: string, d: object = {}) => ({
  label: "rtvi-ai",
  type: "client-message",
  id: t,
  data: { t, d },
});
const typed = (content: string) => ({ label: "rtvi-ai", type: "send-text", id: "t", data: { content } });

interface Stack {
  readonly notebook: Notebook;
  readonly send: (message: object) => void;
  /** Says "time" into the microphone. */
  readonly speak: () => Promise<unknown>;
  /** Number of received packets or frames with a voice. */
  readonly loud: () => number;
}

/** Holds the conversation from the greeting to the goodbye, and waits no longer than each takes to be heard. */
async function converse({ notebook, send, speak, loud }: Stack): Promise<void> {
  const interrupt = async (from: number): Promise<number> => {
    await notebook.message(is("bot-started-speaking"), from);
    const before = loud();
    await until("voice", () => loud() - before > 20);
    send(command("interrupt"));
    // On a busy machine the sentence may end before the caller can interrupt it.
    return await notebook.message(
      ({ type }) => type === "bot-interrupted" || type === "bot-stopped-speaking",
      from,
    );
  };
  send(ready);
  let at = await interrupt(await notebook.message(is("bot-ready")));
  // A misunderstood caller repeats the word, because a busy machine may lose some of it.
  for (let isUnderstood = false; !isUnderstood;) {
    await speak();
    at = await notebook.message(
      (one) => one.type === "user-transcription" && one.data?.["final"] === true,
      at + 1,
    );
    isUnderstood = notebook.messages[at]?.data?.["text"] === "time";
  }
  at = await interrupt(await notebook.message(says(/on this server/), at));
  send(typed("book a table"));
  at = await notebook.message(says(/For which day/), at);
  send(command("mute", { muted: true }));
  await notebook.message((one) => one.data?.["type"] === "muted");
  at = await interrupt(at);
  send(command("end"));
  await notebook.message((one) => one.data?.["type"] === "session_end", at);
  await notebook.message((one) => one.type === "signalling" && JSON.stringify(one).includes("peerLeft"));
}

test.concurrent("libdatachannel: no SSRC in the offer, Opus packets by hand, any label", async () => {
  const peer = new datachannel.PeerConnection("caller", { iceServers: [] });
  const audio = new datachannel.Audio("0", "SendRecv");
  audio.addOpusCodec(111);
  const track = peer.addTrack(audio);
  const channel = peer.createDataChannel("rtvi-events");
  const notebook = new Notebook();
  channel.onMessage(
    (text) =>
      void notebook.messages.push(JSON.parse(typeof text === "string" ? text : "{}") as ReceivedMessages),
  );
  const opened = Promise.withResolvers<void>();
  channel.onOpen(opened.resolve);
  using decoder = await openOpusDecoder();
  using encoder = await openOpusEncoder();
  let loud = 0;
  let marked = 0;
  /** Packets arrive while the connection closes, when its decoder is gone: a throw would then end the process. */
  let isOver = false;
  const seen = new Set<number>();
  track.onMessage((packet) => {
    // RFC 3550, 5.1; reports arrive on the same track.
    if (isOver || packet.length < 13 || ((packet[1] ?? 0) & 0x7f) !== 111) return;
    marked += ((packet[1] ?? 0) & 0x80) === 0 ? 0 : 1;
    seen.add(packet.readUInt32BE(8));
    if (loudness(decoder.decode(packet.subarray(12))) > 500) loud++;
  });
  // Gathering began with the channel, and may be finished by now.
  await until("end of gathering", () => peer.gatheringState() === "complete");
  const body = JSON.stringify({ sdp: peer.localDescription()?.sdp, type: "offer" });
  const answer = (await (await fetch(offerUrl, { method: "POST", body })).json()) as { sdp: string };
  peer.setRemoteDescription(answer.sdp, "answer");
  await opened.promise;
  const speak = async (): Promise<void> => {
    const frames = toFrames(joined(300, await human("time"), 1_500));
    const from = performance.now();
    for (const [n, frame] of frames.entries()) {
      const header = Buffer.alloc(12);
      header.writeUInt16BE(0x806f, 0);
      header.writeUInt16BE(n, 2);
      header.writeUInt32BE(n * 960, 4);
      header.writeUInt32BE(77, 8);
      track.sendMessageBinary(Buffer.concat([header, encoder.encode(frame)]));
      // A microphone sends in real time.
      await Bun.sleep(Math.max(0, from + n * 20 - performance.now()));
    }
  };
  const send = (message: object): void => void channel.sendMessage(JSON.stringify(message));
  await converse({ notebook, send, speak, loud: () => loud });
  expect([loud > 40, seen.size, marked > 1]).toEqual([true, 1, true]);
  isOver = true;
  peer.close();
});

test.concurrent("aiortc of Debian: another stack, in Python", async () => {
  const folder = await mkdtemp(join(tmpdir(), "voice-flow-aiortc-"));
  const wav = join(folder, "caller.wav");
  const pcm = joined(300, await human("time"), 1_200);
  await Bun.write(wav, writeWav({ rate: sampleRate, pcm }));
  const script = join(import.meta.dir, "../support/callers/aiortc-caller.py");
  const child = Bun.spawn(["/usr/bin/python3", script, offerUrl, wav], {
    stdin: "pipe",
    stdout: "pipe",
    stderr: "inherit",
  });
  const notebook = new Notebook();
  const opened = Promise.withResolvers<void>();
  let loud = 0;
  let closed = false;
  const reading = (async () => {
    let rest = "";
    for await (const chunk of child.stdout) {
      const lines = (rest + new TextDecoder().decode(chunk)).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) {
        const told = JSON.parse(line) as {
          message?: ReceivedMessages;
          rms?: number;
          open?: boolean;
          closed?: boolean;
        };
        if (told.message !== undefined) notebook.messages.push(told.message);
        if ((told.rms ?? 0) > 500) loud++;
        if (told.open === true) opened.resolve();
        if (told.closed === true) closed = true;
      }
    }
  })();
  const send = (message: unknown): void => {
    void child.stdin.write(`${JSON.stringify(message)}\n`);
    void child.stdin.flush();
  };
  await opened.promise;
  await converse({ notebook, send, speak: () => Promise.resolve(send("speak")), loud: () => loud });
  expect(loud).toBeGreaterThan(40);
  send("close");
  await Promise.all([child.exited, reading]);
  expect(closed).toBe(true);
  await rm(folder, { recursive: true });
});

const callers = join(import.meta.dir, "../support/callers");
const buildMsMax = 1_800_000;

/** Runs a caller that prints its events, until its data channel is open and it has heard half a second. */
async function listening(program: string, ...given: readonly string[]): Promise<void> {
  const child = Bun.spawn([program, ...given], { stdout: "pipe", stderr: "inherit" });
  let text = "";
  for await (const chunk of child.stdout) {
    text += new TextDecoder().decode(chunk);
    if (text.includes('"opened":true') && text.includes('"packets":25}')) child.kill();
  }
  await child.exited;
  expect(text).toContain('"opened":true');
  expect(text).toContain('"packets":25}');
}

test(
  "str0m, in Rust, which waits for the other side's association, holds a call",
  async () => {
    await using rtc = await rtcServer();
    const own = Object.values(networkInterfaces())
      .flatMap((list) => list ?? [])
      .find(({ family, internal }) => family === "IPv4" && !internal);
    const program = await foreignProgram(join(callers, "str0m"));
    await listening(program, new URL(rtc.url).host, own?.address ?? "127.0.0.1");
  },
  buildMsMax,
);

test(
  "Pion, in Go, over IPv6 alone, holds a call with a server on ::1",
  async () => {
    await using rtc = await rtcServer({ HOST: "::1" });
    const program = await foreignProgram(join(callers, "pion"));
    await listening(program, new URL(rtc.url).host);
  },
  buildMsMax,
);
