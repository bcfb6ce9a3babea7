// Off-record part of a call: the record, the hooks and the audio while the flow stops its recording.

import { expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { hummingTts, loudnessVad, scriptedStt } from "../../support/fakes/fake-speech.ts";
import { answer, signUpAt } from "../../support/people.ts";
import { connect } from "../../support/callers/ws-client.ts";
import { HookReceiver } from "../../support/servers/hook-receiver.ts";
import { json } from "../../support/json-request.ts";
import { serveTest } from "../../support/servers/served.ts";

const flow = `
voice_flow: 1
id: card
language: en
start: name
variables:
  name: {type: text, ask: Name?}
  card: {type: digits, length: 4, output: true, ask: Card?}
defaults: {give_up: bye}
nodes:
  name: {ask: name, confirm: never, next: stop}
  stop: {record: off, say: Off., next: card}
  card: {ask: card, confirm: explicit, next: on}
  on: {record: on, say: On again., end: done}
  bye: {end: lost}
`;

const typed = (content: string): object => ({
  label: "rtvi-ai",
  type: "send-text",
  id: content,
  data: { content, options: { run_immediately: true, audio_response: true } },
});

interface Recorded {
  readonly events: readonly { readonly at_ms: number; readonly type: string; readonly data: object }[];
}

test("record off: record, hooks and recording contain none of that part, and all of the rest", async () => {
  const directory = await mkdtemp(join(tmpdir(), "voice-flow-off-"));
  await using stack = new AsyncDisposableStack();
  stack.defer(() => rm(directory, { recursive: true }));
  using receiver = new HookReceiver();
  const speech = { ready: Promise.resolve(), stt: scriptedStt(), tts: hummingTts(), vad: loudnessVad() };
  const environment = { DATA_DIR: directory, RECORD: "on", OUTBOUND_ALLOW: receiver.origin };
  const served = stack.use(await serveTest(environment, { speech }));
  const { login, service: headers } = await signUpAt(served);
  const hook = json("POST", { url: receiver.url, events: ["turn.completed", "session.ended"] }, login);
  receiver.secret = (await answer<{ secret: string }>(served.ask("/v1/hooks", hook), 201)).secret;
  const upload = json("POST", { name: "Card", yaml_content: flow }, headers);
  const { id: flowId } = await answer<{ id: string }>(served.ask("/v1/flows?draft=true", upload), 201);
  const { session_id: id, session_token: token } = await answer<Record<string, string>>(
    served.ask("/v1/sessions", json("POST", { flow_id: flowId }, headers)),
  );
  await using client = await connect(`${served.url()}/v1/ws/${token}`);
  await client.ready();
  const hears = async (words: string): Promise<void> => {
    await client.message(({ data }) => String(data?.["text"]).includes(words));
    await client.message("bot-stopped-speaking");
  };
  await hears("Name?");
  client.send(typed("Ada"));
  await hears("Card?");
  client.send(typed("four one one two"));
  await hears("is that right");
  client.send(typed("yes"));
  await client.closed;
  await receiver.until(({ taken }) => taken.some(({ type }) => type === "session.ended"));
  const told = JSON.stringify(receiver.taken);
  const record = JSON.stringify(await answer(served.ask(`/v1/sessions/${id}`, { headers })));
  const path = `/v1/sessions/${id}/recording`;
  let recorded: Recorded = { events: [] };
  while (!recorded.events.some(({ type }) => type === "ended"))
    recorded = await answer(served.ask(`${path}?format=json`, { headers }));
  const events = JSON.stringify(recorded);
  for (const kept of [told, record, events]) {
    expect(kept).toContain("Ada");
    expect(kept).toContain("On again.");
    expect(kept).toContain("•••");
    // Times and ids may have the same digits, so the comparison leaves them out.
    const texts = kept.replace(/"\w+_\w{26}"|:[\d.]+/g, "");
    expect(texts).not.toMatch(/4.?1.?1.?2|four one|Off\.|Card\?|is that right/);
  }
  // The agent's channel shows its sentences: those off the record are silent.
  const wav = Buffer.from(await (await served.ask(path, { headers })).bytes());
  const samples = new Int16Array(new Uint8Array(wav.subarray(44)).buffer);
  const sentences = recorded.events.flatMap(({ type, data }) => (type === "sentence" ? [data] : []));
  const heard = sentences.filter((each) => "status" in each && each.status === "completed");
  expect(heard.map((each) => "text" in each && each.text)).toEqual([
    "Name?",
    "•••",
    "•••",
    "•••",
    "On again.",
  ]);
  const times = (status: string): readonly number[] =>
    recorded.events.flatMap(({ type, at_ms: atMs, data }) =>
      type === "sentence" && "status" in data && data.status === status ? [atMs] : [],
    );
  const [from = 0, to = 0] = [times("started")[1], times("started").at(-1)];
  const right = samples.filter((_, i) => i % 2 === 1);
  const isLoud = (fromMs: number, toMs: number): boolean =>
    right.subarray(fromMs * 16, toMs * 16).some((sample) => sample !== 0);
  expect([isLoud(0, from), isLoud(from, to), isLoud(to, right.length / 16)]).toEqual([true, false, true]);
}, 240_000);
