// Graph of a stored flow for an editor: GET /v1/flows/{flow_id}/graph.

import { expect, test } from "bun:test";
import { answer, problem, signUpAt } from "../../support/people.ts";
import { json } from "../../support/json-request.ts";
import { serveTest } from "../../support/servers/served.ts";

const text = `voice_flow: 1
start: hello
nodes:
  hello: {say: Hello., next: bye}
  # Always polite.
  bye: {say: Bye., end: done}
`;

test("graph: it has a flow's nodes and edges, its comments, and its problems", async () => {
  await using served = await serveTest();
  const person = await signUpAt(served);
  const body = json("POST", { name: "Hello", yaml_content: text }, person.service);
  const { id } = await answer<{ id: string }>(served.ask("/v1/flows?draft=true", body), 201);
  for (const headers of [person.login, person.service]) {
    const response = await served.ask(`/v1/flows/${id}/graph`, { headers });
    expect(response.headers.get("etag")).toBe('"1"');
    expect(await answer<object>(response)).toMatchObject({
      start: "hello",
      nodes: [
        { id: "hello", kind: "say", title: "Hello.", ports: [{ id: "next", kind: "next", label: "" }] },
        { id: "bye", kind: "end", title: "Bye.", pointer: "/nodes/bye", ports: [] },
      ],
      edges: [{ id: "hello:next", from: "hello", port: "next", to: "bye", pointer: "/nodes/hello/next" }],
      layout: {},
      comments: { "/nodes/bye": "Always polite." },
      diagnostics: expect.any(Array) as unknown[],
    });
  }
  const other = await signUpAt(served);
  await problem(served.ask(`/v1/flows/${id}/graph`, { headers: other.login }), 404, "flow/not-found");
});

test("graph: a mapping that is no flow has an empty one", async () => {
  await using served = await serveTest();
  const person = await signUpAt(served);
  const body = json("POST", { name: "Notes", yaml_content: "a: 1 # one\n" }, person.service);
  const { id } = await answer<{ id: string }>(served.ask("/v1/flows", body), 201);
  expect(await answer<object>(served.ask(`/v1/flows/${id}/graph`, { headers: person.login }))).toMatchObject({
    start: null,
    nodes: [],
    edges: [],
    comments: { "/a": "one" },
    diagnostics: [{ code: "VF100", severity: "warning" }],
  });
});

test("graph: it has the layout stored with the text, which makes no revision", async () => {
  await using served = await serveTest();
  const { login } = await signUpAt(served);
  const body = { name: "Hello", yaml_content: text, layout: { hello: [1, -2.5] } };
  const { id } = await answer<{ id: string }>(
    served.ask("/v1/flows?draft=true", json("POST", body, login)),
    201,
  );
  const layout = async () =>
    (await answer<{ layout: object }>(served.ask(`/v1/flows/${id}/graph`, { headers: login }))).layout;
  const put = (change: object) =>
    answer<{ revision: number }>(served.ask(`/v1/flows/${id}?draft=true`, json("PUT", change, login)));
  expect(await layout()).toEqual({ hello: [1, -2.5] });
  const moved = { hello: [1, -2.5], bye: [1e6, -1e6] };
  expect(await put({ yaml_content: text, layout: moved })).toMatchObject({ revision: 1 });
  expect(await layout()).toEqual(moved);
  expect(await put({ yaml_content: `${text}# more\n` })).toMatchObject({ revision: 2 });
  expect(await layout()).toEqual(moved);
  await put({ yaml_content: text, layout: {} });
  expect(await layout()).toEqual({});
});
