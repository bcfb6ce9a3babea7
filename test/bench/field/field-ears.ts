// Field ears: our built-in recogniser behind a WebSocket of raw PCM, for servers that have none. A text message asks for the
// words so far. Prints its port as JSON.

import { samplesPerFrame } from "../../../src/audio/frame.ts";
import { wallClock } from "../../../src/base/clock.ts";
import { silentLog } from "../../../src/base/log.ts";
import type { SttSession } from "../../../src/providers/provider-contract.ts";
import { openSpeechPool } from "../../../src/speech/speech-pool.ts";

interface Hearing {
  readonly session: Promise<SttSession>;
  readonly gone: AbortController;
  rest: Uint8Array;
  turns: number;
}

const pool = openSpeechPool({ clock: wallClock, log: silentLog, workers: 1 });
await pool.ready;
const frameBytes = samplesPerFrame * 2;

const server = Bun.serve<Hearing>({
  hostname: "127.0.0.1",
  port: 0,
  fetch(request, http) {
    const gone = new AbortController();
    const data: Hearing = { session: Promise.resolve() as never, gone, rest: new Uint8Array(), turns: 0 };
    return http.upgrade(request, { data })
      ? undefined
      : new Response("A WebSocket is needed", { status: 426 });
  },
  websocket: {
    open(socket) {
      const context = { clock: wallClock, log: silentLog };
      const session = pool.stt.open(
        (event) => {
          if (event.type === "partial") socket.send(JSON.stringify({ type: "partial", text: event.text }));
          if (event.type === "end_of_turn")
            socket.send(JSON.stringify({ type: "final", text: event.rejected ? "" : event.text }));
        },
        context,
        socket.data.gone.signal,
      );
      socket.data = { ...socket.data, session };
    },
    async message(socket, message) {
      const hearing = socket.data;
      const session = await hearing.session;
      if (typeof message === "string") return session.finalize(++hearing.turns);
      const bytes = Buffer.concat([hearing.rest, message]);
      let at = 0;
      for (; at + frameBytes <= bytes.length; at += frameBytes)
        session.send(new Int16Array(Uint8Array.from(bytes.subarray(at, at + frameBytes)).buffer));
      hearing.rest = bytes.subarray(at);
    },
    async close(socket) {
      socket.data.gone.abort();
      (await socket.data.session).close();
    },
  },
});
process.stdout.write(`${JSON.stringify({ port: server.port })}\n`);
