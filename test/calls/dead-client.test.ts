// Dead client: its process is stopped, but its kernel still answers, so only a timeout can detect it.

import { expect, test } from "bun:test";
import { openApp } from "../../src/app.ts";
import { silentLog } from "../../src/base/log.ts";
import { readConfig } from "../../src/config.ts";
import { hummingTts, loudnessVad, scriptedStt } from "../support/fakes/fake-speech.ts";
import { until } from "../support/until.ts";

/** 30 s, and a second for a busy machine. */
const noticedMsMax = 31_000;

const client = (url: string): string => `
  const socket = new WebSocket(${JSON.stringify(url)});
  socket.onopen = () => {
    socket.send('{"type":"client-ready"}');
    setInterval(() => socket.send(new Uint8Array(640)), 20);
  };
  socket.onmessage = () => console.log("heard");`;

test(
  "calls: a client that stops in the middle of a call is noticed within 30 s, and leaves nothing",
  async () => {
    const speech = { ready: Promise.resolve(), stt: scriptedStt(), tts: hummingTts(), vad: loudnessVad() };
    const config = readConfig({ LOG_LEVEL: "silent", DATA_DIR: ":memory:" });
    await using server = await openApp(config, { log: silentLog, speech });
    server.app.listen({ hostname: "127.0.0.1", port: 0 });
    const url = `ws://127.0.0.1:${server.app.server?.port}/ws`;
    const { calls, ticker } = server.deps;
    const child = Bun.spawn([process.execPath, "-e", client(url)]);
    try {
      await child.stdout.getReader().read();
      expect(calls.size).toBe(1);
      child.kill("SIGSTOP");
      await until("end of the call", () => calls.size === 0, noticedMsMax);
      // The socket itself is closed soon after the call.
      await until("end of the socket", () => ticker.size === 0, 5_000);
    } finally {
      child.kill("SIGKILL");
    }
  },
  noticedMsMax + 10_000,
);
