// Mistakes in requests: bodies and queries in another form or another order than the server's.

import { afterAll, beforeAll } from "bun:test";
import { json } from "../support/json-request.ts";
import { type Mistake, testMistakes } from "../support/mistakes.ts";
import { type Person, signUpAt } from "../support/people.ts";
import { type TestServer, serveTest } from "../support/servers/served.ts";

let served: TestServer;
let person: Person;
beforeAll(async () => {
  served = await serveTest();
  person = await signUpAt(served);
});
afterAll(() => served[Symbol.asyncDispose]());

interface Ask {
  readonly path: string;
  readonly init: () => RequestInit;
}

const embedUntil = (expires_at: number | string) => () =>
  json("POST", { flow_id: "welcome", expires_at }, person.login);

const mistakes: readonly Mistake<Ask>[] = [
  {
    about: "a flow as the body itself",
    does: {
      path: "/v1/flows",
      init: () => ({
        method: "POST",
        headers: { ...person.service, "content-type": "application/yaml" },
        body: "voice_flow: 1\n",
      }),
    },
    at: "415",
    says: /accepts JSON with name and yaml_content\. Send "content-type: application\/json"/,
  },
  {
    about: "a context that is a text",
    does: {
      path: "/v1/sessions",
      init: () => json("POST", { flow_id: "welcome", context: '{"guests": 4}' }, person.service),
    },
    at: "422",
    says: /\/context.*object/,
  },
  {
    about: "a day in another order",
    does: { path: "/v1/calls?from=01/11/2026", init: () => ({ headers: person.service }) },
    at: "422",
    says: /Must be a day such as 2026-11-20/,
  },
  {
    about: "one event in the place of a list",
    does: {
      path: "/v1/hooks",
      init: () => json("POST", { url: "https://hooks.example.com", events: "session.ended" }, person.login),
    },
    at: "422",
    says: /\/events.*list/,
  },
  {
    about: "days of calls the wrong way round",
    does: { path: "/v1/calls?from=2026-11-30&to=2026-11-01", init: () => ({ headers: person.service }) },
    at: "422",
    says: /"\/to": Must not be before "from" \(2026-11-30\), but is 2026-11-01/,
  },
  {
    about: "an embed until a year ago",
    does: { path: "/v1/embeds", init: embedUntil(1_577_836_800) },
    at: "422",
    says: /"\/expires_at": Is in the past \(2020-01-01T00:00:00.000Z\)\. Give a future time, or null/,
  },
  {
    about: "an embed until a day in words",
    does: { path: "/v1/embeds", init: embedUntil("2027-01-01") },
    at: "422",
    says: /Must be a time in seconds since the Unix epoch, such as 1798761600 for 1 January 2027 or null/,
  },
  {
    about: "an embed until a moment in milliseconds",
    does: { path: "/v1/embeds", init: embedUntil(1_798_761_600_000) },
    at: "422",
    says: /Must be a time in seconds since the Unix epoch/,
  },
  {
    about: "a call out from a day in words on",
    does: {
      path: "/v1/phone/calls",
      init: () => json("POST", { number_id: "n", to: "100", window: { from: "2027-01-01" } }, person.service),
    },
    at: "422",
    says: /"\/window\/from": Must be a time in seconds since the Unix epoch/,
  },
  {
    about: "features that are parted by semicolons",
    does: { path: "/ws?features=resume;clear", init: () => ({ headers: person.service }) },
    at: "422",
    says: /comma/,
  },
];

testMistakes("request", mistakes, async ({ path, init }) => {
  const response = await served.ask(path, init());
  const { detail = "", errors = [] } = (await response.json()) as {
    readonly detail?: string;
    readonly errors?: readonly { readonly pointer: string; readonly detail: string }[];
  };
  return { at: [`${response.status}`], said: [detail, ...errors.map((each) => each.detail)].join("\n") };
});
