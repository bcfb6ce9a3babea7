// Hand-over of a caller: messages to the client, the hooks, and the session's record for the person who takes over.

import { expect, test } from "bun:test";
import { hummingTts, loudnessVad, scriptedStt } from "../../support/fakes/fake-speech.ts";
import { answer, signUpAt } from "../../support/people.ts";
import { connect } from "../../support/callers/ws-client.ts";
import { HookReceiver } from "../../support/servers/hook-receiver.ts";
import { json } from "../../support/json-request.ts";
import { serveTest } from "../../support/servers/served.ts";

const desk = `
voice_flow: 1
id: desk
language: en
start: wish
variables:
  wish: {type: text, ask: What is it about?}
  pin: {type: digits, length: 4, sensitive: true, ask: Your PIN?, confirm: never}
defaults: {give_up: sorry}
nodes:
  wish: {ask: wish, confirm: never, next: pin}
  pin: {ask: pin, next: desk}
  desk:
    say: One moment.
    transfer: tel:+33140000000
    whisper: "They say {{ wish }}, PIN {{ pin }}."
    summary: true
    on_failed: sorry
  sorry: {say: Nobody is there., end: nobody}
`;

const typed = (content: string): object => ({
  label: "rtvi-ai",
  type: "send-text",
  id: content,
  data: { content, options: { run_immediately: true, audio_response: true } },
});

async function putThrough(retention: object | undefined) {
  using receiver = new HookReceiver();
  const speech = { ready: Promise.resolve(), stt: scriptedStt(), tts: hummingTts(), vad: loudnessVad() };
  await using served = await serveTest({ OUTBOUND_ALLOW: receiver.origin }, { speech });
  const person = await signUpAt(served);
  if (retention !== undefined)
    await answer(served.ask("/v1/retention", json("PUT", retention, person.login)));
  const events = ["session.transferring", "session.ended"];
  const hook = json("POST", { url: receiver.url, events }, person.login);
  receiver.secret = (await answer<{ secret: string }>(served.ask("/v1/hooks", hook), 201)).secret;
  const flow = json("POST", { name: "Desk", yaml_content: desk }, person.service);
  const { id: flowId } = await answer<{ id: string }>(served.ask("/v1/flows?draft=true", flow), 201);
  const { session_id: id, session_token: token } = await answer<Record<string, string>>(
    served.ask("/v1/sessions", json("POST", { flow_id: flowId }, person.service)),
  );
  await using client = await connect(`${served.url()}/v1/ws/${token}`);
  await client.ready();
  client.send(typed("a refund to ada@example.com"));
  await client.message(({ data }) => String(data?.["text"]).includes("Your PIN"));
  client.send(typed("one two three four"));
  const asked = await client.message("transfer");
  const done = { t: "transfer.result", d: { ok: true } };
  client.send({ label: "rtvi-ai", type: "client-message", id: "t", data: done });
  await client.closed;
  await receiver.until(({ taken }) => taken.some(({ type }) => type === "session.ended"));
  expect(receiver.complaints).toEqual([]);
  const record = await answer<Record<string, unknown>>(
    served.ask(`/v1/sessions/${id}`, { headers: person.service }),
  );
  return { asked: asked.data, told: receiver.taken, record };
}

const whisper = "They say a refund to ada@example.com, PIN •••.";
const summary = "Wish: a refund to ada@example.com. Pin: •••.";
const address = "tel:+33140000000";

test("hand-over: client, hook and record have the whisper and the summary, without sensitive values", async () => {
  const { asked, told, record } = await putThrough(undefined);
  expect(asked).toEqual({ type: "transfer", address, whisper, summary });
  expect(told.map(({ type }) => type)).toEqual(["session.transferring", "session.ended"]);
  expect(told[0]?.data).toMatchObject({ address, whisper, summary });
  expect(record["outcome"]).toBe("transferred");
  expect(record["transfers"]).toMatchObject([{ address, whisper, summary }]);
  expect(JSON.stringify(record)).not.toContain("one two three four");
});

test("hand-over: redactions of an account apply, and the callee still reads the text", async () => {
  const { asked, told, record } = await putThrough({ redact: ["email"] });
  expect(asked).toMatchObject({ whisper, summary });
  for (const kept of [told[0]?.data, record["transfers"]])
    expect(JSON.stringify(kept)).not.toContain("ada@example.com");
  expect(record["transfers"]).toMatchObject([
    { address, whisper: "They say a refund to [e-mail], PIN •••." },
  ]);
});

test("hand-over: none of its words are stored without stored words", async () => {
  const { asked, record } = await putThrough({ words_days: 0 });
  expect(asked).toMatchObject({ whisper, summary });
  expect(record["transfers"]).toEqual([]);
});

test("hand-over: a returning caller was not heard meanwhile, and the agent continues", async () => {
  const stt = scriptedStt({ text: "a secret for the person over there" });
  const speech = { ready: Promise.resolve(), stt, tts: hummingTts(), vad: loudnessVad() };
  await using served = await serveTest({}, { speech });
  const { service: headers } = await signUpAt(served);
  const back = `
voice_flow: 1
id: desk
language: en
start: desk
variables: {solved: {type: boolean, output: true}}
nodes:
  desk: {say: So., transfer: tel:+33140000000, save: {solved: result.solved}, on_return: back, on_failed: back}
  back: {say: Back., end: done}
`;
  const flow = json("POST", { name: "Desk", yaml_content: back }, headers);
  const { id: flowId } = await answer<{ id: string }>(served.ask("/v1/flows?draft=true", flow), 201);
  const called = async () => {
    const start = json("POST", { flow_id: flowId }, headers);
    const { session_id: id = "", session_token: token } = await answer<Record<string, string>>(
      served.ask("/v1/sessions", start),
    );
    const client = await connect(`${served.url()}/v1/ws/${token}`);
    await client.ready();
    await client.message("transfer");
    const done = { t: "transfer.result", d: { ok: true } };
    client.send({ label: "rtvi-ai", type: "client-message", id: "t", data: done });
    return { id, client };
  };
  const name = "call.returned";
  const byRoute = await called();
  const event = json("POST", { name, data: { solved: true } }, headers);
  expect((await served.ask(`/v1/sessions/${byRoute.id}/events`, event)).status).toBe(202);
  await byRoute.client.closed;
  const record = await answer<object>(served.ask(`/v1/sessions/${byRoute.id}`, { headers }));
  const transfers = [{ address: "tel:+33140000000", returned_at_secs: expect.any(Number) as number }];
  expect(record).toMatchObject({ outcome: "done", transfers });
  const bySocket = await called();
  // Half a second of speech and one of silence make a turn, before the caller is back.
  bySocket.client.sendAudio(new Int16Array(8_000).fill(9_000));
  bySocket.client.sendAudio(new Int16Array(16_000));
  const told = { t: "event", d: { name, data: { solved: false } } };
  bySocket.client.send({ label: "rtvi-ai", type: "client-message", id: "e", data: told });
  await bySocket.client.closed;
  const other = await answer<object>(served.ask(`/v1/sessions/${bySocket.id}`, { headers }));
  expect(other).toMatchObject({ outcome: "done" });
  expect(JSON.stringify(other)).toContain("Back.");
  expect(JSON.stringify(other)).not.toContain("a secret");
});
