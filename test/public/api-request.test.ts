// Requests of pages as data: their paths, queries and bodies.

import { expect, test } from "bun:test";
import { request } from "../../public/page/api-request.ts";
import { answerTo, sendRequest } from "../../public/page/send-request.ts";

test("api request: a field of the path is encoded in the path, and every other one in the query", () => {
  expect(request("GET /v1/flows/:flow_id/revisions/:revision", { flow_id: "a/b ?", revision: "2" })).toEqual({
    method: "GET",
    path: "/v1/flows/a%2Fb%20%3F/revisions/2",
  });
  expect(request("GET /v1/calls", { q: "it's", limit: 50, cursor: undefined })).toEqual({
    method: "GET",
    path: "/v1/calls?q=it%27s&limit=50",
  });
});

test("api request: a body is sent only where there is one", () => {
  expect(request("POST /v1/hooks", {}, { url: "https://a.example" })).toEqual({
    method: "POST",
    path: "/v1/hooks",
    body: { url: "https://a.example" },
  });
  expect(request("DELETE /v1/account/logins")).toEqual({ method: "DELETE", path: "/v1/account/logins" });
});

// Promises of the compiler: a route, a field or a part of a response that the server does not have is an error.
void ((): void => {
  // @ts-expect-error No such route.
  request("GET /v1/nowhere");
  // @ts-expect-error The path has a part that is not given.
  request("GET /v1/flows/:flow_id");
  // @ts-expect-error No such filter.
  request("GET /v1/calls", { colour: "red" });
  // @ts-expect-error No such part of the body.
  request("POST /v1/hooks", {}, { adress: "https://a.example" });
});

test("request sender: token, range and type of the body are sent only where they are given", async () => {
  const sent: Record<string, string>[] = [];
  using server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch({ headers }) {
      const names = ["authorization", "range", "content-type"] as const;
      sent.push(
        Object.fromEntries(
          names.flatMap((name) => (headers.has(name) ? [[name, headers.get(name) ?? ""]] : [])),
        ),
      );
      return Response.json({}, { status: sent.length === 3 ? 500 : 200 });
    },
  });
  const path = new URL("/v1/hooks", server.url).href;
  await sendRequest({ method: "POST", path, body: {}, range: 10 }, { token: "secret" });
  await answerTo({ method: "GET", path });
  expect(sent).toEqual([
    { authorization: "Bearer secret", range: "bytes=0-9", "content-type": "application/json" },
    {},
  ]);
  const refused = await answerTo({ method: "GET", path }).catch((error: unknown) => String(error));
  expect(refused).toContain("500");
});
