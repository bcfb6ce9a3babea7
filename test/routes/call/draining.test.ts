// Draining over real sockets: a stopping server tells each session the remaining time, and accepts no new one.

import { expect, test } from "bun:test";
import { openApp } from "../../../src/app.ts";
import { silentLog } from "../../../src/base/log.ts";
import { readConfig } from "../../../src/config.ts";
import { connect } from "../../support/callers/ws-client.ts";
import { hummingTts, loudnessVad, scriptedStt } from "../../support/fakes/fake-speech.ts";
import { answer, problem, signUpAt } from "../../support/people.ts";
import { json } from "../../support/json-request.ts";
import { type TestServer } from "../../support/servers/served.ts";
import { chosenStore } from "../../support/stores/chosen-store.ts";

test("draining: present clients get a message, returning clients get it again, and others are refused", async () => {
  const config = readConfig({ SPEECH: "off", DATA_DIR: ":memory:", PASSWORD_MEMORY_MIB: "1" });
  const speech = { ready: Promise.resolve(), stt: scriptedStt(), tts: hummingTts(), vad: loudnessVad() };
  await using kept = await chosenStore();
  await using opened = await openApp(config, { log: silentLog, speech, store: kept.store });
  opened.app.listen({ hostname: "127.0.0.1", port: 0 });
  const url = `http://127.0.0.1:${opened.app.server?.port}`;
  const ask: TestServer["ask"] = (path, init) => fetch(url + path, init);
  const { service } = await signUpAt({ ask });
  const start = (): Promise<Response> => ask("/v1/sessions", json("POST", {}, service));
  const { session_token: token } = await answer<{ session_token: string }>(start());
  const { session_token: unused } = await answer<{ session_token: string }>(start());
  const isReady = async (): Promise<unknown> =>
    ((await (await ask("/health")).json()) as { ready: boolean }).ready;
  expect(await isReady()).toBe(true);
  const first = await connect(`${url}/v1/ws/${token}`);
  await first.ready();
  await first.message("session");
  const drained = opened.deps.sessions.drain(10_000);
  const { data: told } = await first.message("going_away");
  expect(told).toEqual({ type: "going_away", reason: "shutdown", time_left_ms: 10_000 });
  expect(await isReady()).toBe(false);
  await problem(await start(), 503, "calls/draining");
  for (const path of ["/ws", `/v1/ws/${unused}`]) await problem(await ask(path), 503, "calls/draining");
  await problem(await ask("/offer", json("POST", { sdp: "v=0", type: "offer" })), 503, "calls/draining");
  (first.socket as WebSocket & { terminate(): void }).terminate();
  await first.closed;
  const second = await connect(`${url}/v1/ws/${token}`);
  await second.ready();
  await second.message("session");
  const { data: again } = await second.message("going_away");
  expect(again).toMatchObject({ reason: "shutdown" });
  expect(Number(again?.["time_left_ms"])).toBeWithin(1, 10_000);
  second.send({ type: "disconnect-bot" });
  await second.closed;
  await drained;
});
