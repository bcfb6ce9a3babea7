// WebRTC server: the product at a free port with instant speech. A loud caller is heard, and the agent hums.

import { type GivenParts, openApp } from "../../../src/app.ts";
import { silentLog } from "../../../src/base/log.ts";
import { type Environment, readConfig } from "../../../src/config.ts";
import { hummingTts, loudnessVad, scriptedStt, type Utterance } from "../fakes/fake-speech.ts";

export async function rtcServer(
  environment: Environment = {},
  turns: readonly Utterance[] = [],
  time: Pick<GivenParts, "clock" | "ticker"> = {},
) {
  const stt = scriptedStt(...turns);
  const tts = hummingTts();
  const speech = { ready: Promise.resolve(), stt, tts, vad: loudnessVad() };
  const config = readConfig({ LOG_LEVEL: "silent", DATA_DIR: ":memory:", ...environment });
  const server = await openApp(config, { log: silentLog, speech, ...time });
  const { host } = config;
  server.app.listen({ hostname: host, port: 0 });
  const url = `http://${host.includes(":") ? `[${host}]` : host}:${server.app.server?.port}`;
  return {
    url,
    ask: (path: string, init?: RequestInit) => fetch(url + path, init),
    handle: (request: Request): Response | Promise<Response> => server.app.handle(request),
    calls: server.deps.calls,
    ticker: server.deps.ticker,
    stt,
    tts,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}
