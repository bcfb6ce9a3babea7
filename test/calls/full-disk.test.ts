// A disk that fills up under a running call: the call continues, no spoken word is lost, and the log stays short.

import { expect, test } from "bun:test";
import { openStoreThread } from "../../db/thread/store-thread.ts";
import { wallClock } from "../../src/base/clock.ts";
import { openLog } from "../../src/base/log.ts";
import { startWorker } from "../../src/base/start-worker.ts";
import { prove } from "../../src/billing/proof.ts";
import { hummingTts, loudnessVad, scriptedStt } from "../support/fakes/fake-speech.ts";
import { answer, signUpAt } from "../support/people.ts";
import { json } from "../support/json-request.ts";
import { type LogEvent, serveTest } from "../support/servers/served.ts";
import { smallDisk } from "../support/servers/small-disk.ts";
import { migrations } from "../support/servers/store.ts";
import { until } from "../support/until.ts";
import { connect } from "../support/callers/ws-client.ts";

interface Line {
  readonly type: string;
  readonly text: string;
}

test("full disk: a call continues, and its events are written when the disk has room", async () => {
  using disk = smallDisk(6);
  const events: LogEvent[] = [];
  const write = (line: string): void => void events.push(JSON.parse(line) as LogEvent);
  const log = openLog({ level: "info", format: "json", write });
  const around = { clock: wallClock, log };
  const place = { directory: disk.file("data"), migrations };
  const start = (): Worker => startWorker("store");
  await using store = await openStoreThread(place, { log, isShared: false, start });
  const speech = { ready: Promise.resolve(), stt: scriptedStt(), tts: hummingTts(), vad: loudnessVad() };
  await using served = await serveTest({}, { ...around, store, speech });
  const ada = await signUpAt(served);
  served.url();
  const { ws_url, session_id } = await answer<{ ws_url: string; session_id: string }>(
    fetch(`${served.url()}/v1/sessions`, json("POST", {}, ada.service)),
  );
  await using client = await connect(ws_url);
  await client.ready();
  await client.message("bot-stopped-speaking");
  const ask = async (text: string): Promise<void> => {
    client.send({ type: "send-text", data: { content: text } });
    await client.message("bot-stopped-speaking");
  };
  disk.fill();
  const flow = (): Promise<Response> =>
    served.ask("/v1/flows", json("POST", { name: "f", yaml_content: `a: ${"x".repeat(90_000)}` }, ada.login));
  while ((await flow()).status === 201);

  for (const text of ["time", "number", "time"]) await ask(text);
  const health = async () => (await (await served.ask("/health")).json()) as { status: string };
  expect(await health()).toMatchObject({ status: "degraded" });
  expect(events.filter(({ event }) => event === "storage.full")).toHaveLength(1);
  expect(events.filter(({ event }) => event === "record.failed")).toEqual([]);

  disk.empty();
  await until("room", async () => (await health()).status === "ok");
  expect(events.filter(({ event }) => event === "storage.room")).toHaveLength(1);
  client.send({ type: "client-message", data: { t: "end", d: { drain: false } } });
  await client.closed;
  const session = await answer<{ transcript: readonly Line[]; ended_at: number | null }>(
    served.ask(`/v1/sessions/${session_id}`, { headers: ada.login }),
  );
  expect(session.ended_at).not.toBeNull();
  const heard = JSON.stringify(session);
  expect(heard.split('"time"').length - 1).toBe(2);
  expect(heard.split('"number"').length - 1).toBe(1);
  const accountId = (await store.accounts.byEmail(ada.email))!.id;
  expect(prove(await store.ledger.books(accountId))).toMatchObject({ heldMicros: 0, faults: [] });
}, 240_000);
