// Picture of a stored flow: GET /v1/flows/{flow_id}/diagram.svg.

import { expect, test } from "bun:test";
import { pictureOf } from "../../flow/author/draw/picture.ts";
import { answer, problem, signUpAt } from "../../support/people.ts";
import { json } from "../../support/json-request.ts";
import { serveTest } from "../../support/servers/served.ts";

const text = `voice_flow: 1
start: hello
nodes:
  hello: {say: <b>Hello</b>., next: bye}
  bye: {say: Bye., end: done}
`;

test("diagram: a flow is an SVG file without scripts, with its new places at once, and 304 for a cached one", async () => {
  await using served = await serveTest();
  const { login, service } = await signUpAt(served);
  const body = { name: "Hello <you>", yaml_content: text, layout: { hello: [7, 9] } };
  const { id } = await answer<{ id: string }>(
    served.ask("/v1/flows?draft=true", json("POST", body, login)),
    201,
  );
  const path = `/v1/flows/${id}/diagram.svg`;
  const drawn = await served.ask(path, { headers: service });
  expect(drawn.status).toBe(200);
  expect(Object.fromEntries(drawn.headers)).toMatchObject({
    "content-type": "image/svg+xml; charset=utf-8",
    "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "cache-control": "private, no-cache",
  });
  const picture = pictureOf(await drawn.text());
  expect(picture.nodes).toMatchObject([{ id: "hello", x: 7, y: 9 }, { id: "bye" }]);
  expect(picture.lines).toMatchObject([{ id: "hello:next" }]);
  expect(picture.texts).toContain("<b>Hello</b>.");
  expect(picture.root.children.find(({ name }) => name === "title")?.text).toBe("Hello <you>");

  const etag = drawn.headers.get("etag") ?? "";
  const again = async () => {
    const response = await served.ask(path, { headers: { ...login, "if-none-match": etag } });
    return [response.status, response.headers.get("etag") === etag, (await response.text()).length > 0];
  };
  expect(await again()).toEqual([304, true, false]);
  const moved = json("PUT", { yaml_content: text, layout: { hello: [8, 9] } }, login);
  await answer(served.ask(`/v1/flows/${id}?draft=true`, moved));
  expect(await again()).toEqual([200, false, true]);
});

test("diagram: it has the requested colours, and refuses others", async () => {
  await using served = await serveTest();
  const { login } = await signUpAt(served);
  const body = json("POST", { name: "Notes", yaml_content: "a: 1\n" }, login);
  const { id } = await answer<{ id: string }>(served.ask("/v1/flows", body), 201);
  const path = `/v1/flows/${id}/diagram.svg`;
  const texts = await Promise.all(
    ["", "?theme=auto", "?theme=light", "?theme=dark"].map(async (query) =>
      (await served.ask(`${path}${query}`, { headers: login })).text(),
    ),
  );
  expect(texts[0]).toBe(texts[1] ?? "");
  expect(new Set(texts).size).toBe(3);
  for (const each of texts) expect(pictureOf(each).texts).toEqual(["This flow has no nodes yet."]);
  await problem(served.ask(`${path}?theme=pink`, { headers: login }), 422, "request/bad-query");
});

test("diagram: another account's flow is not found", async () => {
  await using served = await serveTest();
  const [ada, bob] = [await signUpAt(served), await signUpAt(served)];
  const body = json("POST", { name: "Hello", yaml_content: text }, ada.login);
  const { id } = await answer<{ id: string }>(served.ask("/v1/flows?draft=true", body), 201);
  await problem(served.ask(`/v1/flows/${id}/diagram.svg`, { headers: bob.login }), 404, "flow/not-found");
  await problem(served.ask(`/v1/flows/${id}/diagram.svg`), 401, "auth/required");
});
