// Revisions of flows: GET /v1/flows/{flow_id}/revisions, GET …/revisions/{revision} and PUT …/live keep old texts
// readable, and calls get the published one.

import { expect, test } from "bun:test";
import { hummingTts, loudnessVad, scriptedStt } from "../../support/fakes/fake-speech.ts";
import { connect } from "../../support/callers/ws-client.ts";
import { json } from "../../support/json-request.ts";
import { answer, type Person, problem, signUpAt } from "../../support/people.ts";
import { type TestServer, serveTest } from "../../support/servers/served.ts";
import { until } from "../../support/until.ts";

const text = (says: string): string => `voice_flow: 1
id: hello
language: en
start: bye
nodes:
  bye: {say: ${says}, end: done}
`;

interface Live {
  readonly live_revision: number;
  readonly follows_newest: boolean;
}

interface Revisions extends Live {
  readonly newest_revision: number;
  readonly revisions: readonly {
    readonly revision: number;
    readonly calls: number;
    readonly chars: number;
  }[];
}

async function stored(served: TestServer, { login }: Person): Promise<string> {
  const { id } = await answer<{ id: string }>(
    served.ask("/v1/flows", json("POST", { name: "Hello", yaml_content: text("One.") }, login)),
    201,
  );
  return id;
}

const change = (served: TestServer, id: string, { login }: Person, says: string) =>
  answer(served.ask(`/v1/flows/${id}`, json("PUT", { yaml_content: text(says) }, login)));

const publish = (
  served: TestServer,
  id: string,
  { login }: Person,
  revision: number | null,
  more: object = {},
) => served.ask(`/v1/flows/${id}/live`, json("PUT", { revision }, { ...login, ...more }));

test("revisions: they are listed with their calls, and calls get the published one", async () => {
  const speech = { ready: Promise.resolve(), stt: scriptedStt(), tts: hummingTts(), vad: loudnessVad() };
  await using served = await serveTest({}, { speech });
  const person = await signUpAt(served);
  const id = await stored(served, person);
  await change(served, id, person, "Two.");
  const listed = () =>
    answer<Revisions>(served.ask(`/v1/flows/${id}/revisions`, { headers: person.service }));
  expect(await listed()).toMatchObject({
    newest_revision: 2,
    live_revision: 2,
    follows_newest: true,
    revisions: [
      { revision: 2, calls: 0 },
      { revision: 1, calls: 0 },
    ],
  });
  const greeting = async (): Promise<string> => {
    const { ws_url: socket = "" } = await answer<Record<string, string>>(
      served.ask("/v1/sessions", json("POST", { flow_id: id }, person.service)),
    );
    await using caller = await connect(socket.replace(/^ws:\/\/[^/]+/, served.url()));
    await caller.ready();
    const { data } = await caller.message(({ data: told }) =>
      /One|Two|Three/.test(JSON.stringify(told ?? {})),
    );
    await caller.closed;
    return /One|Two|Three/.exec(JSON.stringify(data))?.[0] ?? "";
  };
  expect(await greeting()).toBe("Two");
  expect(await answer<Live>(publish(served, id, person, 1))).toEqual({
    live_revision: 1,
    follows_newest: false,
  });
  await change(served, id, person, "Three.");
  expect(await greeting()).toBe("One");
  await until("both calls in the sums", async () =>
    (await listed()).revisions.every(({ revision, calls }) => calls === (revision === 3 ? 0 : 1)),
  );
  expect(await answer<Live>(publish(served, id, person, null))).toEqual({
    live_revision: 3,
    follows_newest: true,
  });
  expect(await greeting()).toBe("Three");
  const { entries } = await answer<{ entries: { action: string; details: object }[] }>(
    served.ask("/v1/audit", { headers: person.login }),
  );
  expect(entries.filter(({ action }) => action === "flow.published").map(({ details }) => details)).toEqual([
    { kind: "newest", revision: 3 },
    { revision: 1 },
  ]);
});

test("revisions: a deleted, broken or foreign revision is neither read nor published", async () => {
  await using served = await serveTest();
  const [ada, bob] = [await signUpAt(served), await signUpAt(served)];
  const id = await stored(served, ada);
  const broken = { yaml_content: "voice_flow: 1\nid: hello\n" };
  await answer(served.ask(`/v1/flows/${id}?draft=true`, json("PUT", broken, ada.login)));
  const read = (revision: string, { login }: Person) =>
    served.ask(`/v1/flows/${id}/revisions/${revision}`, { headers: login });
  expect(await answer(read("1", ada))).toEqual({ revision: 1, yaml_content: text("One.") });
  await problem(read("7", ada), 404, "flow/revision-not-found");
  await problem(read("1", bob), 404, "flow/not-found");
  expect((await read("x", ada)).status).toBe(404);
  await problem(served.ask(`/v1/flows/${id}/revisions`, { headers: bob.login }), 404, "flow/not-found");
  await problem(publish(served, id, ada, 7), 404, "flow/revision-not-found");
  await problem(publish(served, id, ada, 2), 422, "flow/invalid");
  await problem(publish(served, id, bob, 1), 404, "flow/not-found");
  await problem(publish(served, id, ada, 1, { "if-match": '"9"' }), 412, "request/precondition");
  expect((await publish(served, id, ada, 1, { "if-match": '"2"' })).status).toBe(200);
});
