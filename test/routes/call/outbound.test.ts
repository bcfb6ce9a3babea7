// Outbound call: its flow knows who called, and detects the tone of an answering machine in the audio of the socket.

import { expect, test } from "bun:test";
import { hummingTts, loudnessVad, scriptedStt } from "../../support/fakes/fake-speech.ts";
import { answer, signUpAt } from "../../support/people.ts";
import { human, joined } from "../../support/callers/callers.ts";
import { connect } from "../../support/callers/ws-client.ts";
import { json } from "../../support/json-request.ts";
import { serveTest } from "../../support/servers/served.ts";

const reminder = `
voice_flow: 1
id: reminder
language: en
start: who
variables: {ok: {type: boolean, ask: "Is this Ada, {{ session.direction }}?"}}
defaults: {give_up: bye}
handlers: {voicemail: {next: message}}
nodes:
  who: {ask: ok, next: bye}
  message: {say: Please call us back., end: message_left}
  bye: {say: Goodbye., end: done}
`;

async function talk(direction: "inbound" | "outbound" | undefined) {
  const speech = { ready: Promise.resolve(), stt: scriptedStt(), tts: hummingTts(), vad: loudnessVad() };
  const served = await serveTest({}, { speech });
  const person = await signUpAt(served);
  const flow = json("POST", { name: "Reminder", yaml_content: reminder }, person.service);
  const { id: flowId } = await answer<{ id: string }>(served.ask("/v1/flows?draft=true", flow), 201);
  const asked = { flow_id: flowId, ...(direction && { direction }) };
  const { session_id: id, session_token: token } = await answer<Record<string, string>>(
    served.ask("/v1/sessions", json("POST", asked, person.service)),
  );
  const client = await connect(`${served.url()}/v1/ws/${token}`);
  await client.ready();
  const text = async (words: string): Promise<string> => {
    const { data } = await client.message(
      (each) => each.type === "bot-output" && String(each.data?.["text"]).includes(words),
    );
    return String(data?.["text"]);
  };
  return {
    client,
    text,
    outcome: async () =>
      (await answer<{ outcome: string }>(served.ask(`/v1/sessions/${id}`, { headers: person.service })))
        .outcome,
    async [Symbol.asyncDispose]() {
      await client[Symbol.asyncDispose]();
      await served[Symbol.asyncDispose]();
    },
  };
}

test("outbound: a beep leads to the flow's message, and the record has it", async () => {
  await using call = await talk("outbound");
  expect(await call.text("Is this Ada")).toContain("outbound");
  const quiet = new Int16Array(8_000);
  call.client.sendAudio(joined(quiet, await human("beep"), quiet));
  await call.text("Please call us back");
  await call.client.closed;
  expect(await call.outcome()).toBe("message_left");
});

test.each(["inbound", undefined] as const)("outbound: a call that is %s hears no beep", async (direction) => {
  await using call = await talk(direction);
  expect(await call.text("Is this Ada")).toContain("inbound");
  const quiet = new Int16Array(8_000);
  call.client.sendAudio(joined(quiet, await human("beep"), quiet));
  await call.client.audioBytes(32_000);
  expect(call.client.messages.some(({ data }) => String(data?.["text"]).includes("call us back"))).toBe(
    false,
  );
});

test("outbound: an unknown direction is refused", async () => {
  await using served = await serveTest();
  const { service } = await signUpAt(served);
  const response = await served.ask("/v1/sessions", json("POST", { direction: "sideways" }, service));
  expect(response.status).toBe(422);
});
