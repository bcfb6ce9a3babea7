// Refused calls: the reason comes from the socket's address, and from a write if the address needs an upgrade.

import { afterAll, expect, test } from "bun:test";
import { explainRefusal, problemOf, type Refusal } from "../../../public/voice/call-refusal.ts";

const answers = new Map<string, Response | undefined>();
const asked: string[] = [];
const server = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  fetch(request) {
    const { pathname } = new URL(request.url);
    asked.push(`${request.method} ${pathname}`);
    return answers.get(pathname)?.clone() ?? new Response("no problem", { status: 404 });
  },
});
afterAll(() => server.stop(true));

const problem = (code: string): Response =>
  Response.json({ code, detail: "Because." }, { headers: { "content-type": "application/problem+json" } });

async function explained(ws: Response | undefined, offer?: Response): Promise<Refusal> {
  answers.set("/ws", ws);
  answers.set("/offer", offer);
  asked.length = 0;
  return explainRefusal(new URLSearchParams({ mode: "flow" }), { origin: server.url.origin });
}

const upgrade = problem("request/upgrade-required");

test("refused call: the problem of the socket's address is the reason, and no other request is sent", async () => {
  expect(await explained(problem("auth/required"), problem("origin/refused"))).toEqual({
    code: "auth/required",
    detail: "Because.",
  });
  expect(asked).toEqual(["GET /ws"]);
});

test("refused call: a write reveals a foreign origin when the address only lacks an upgrade", async () => {
  expect((await explained(upgrade, problem("origin/refused"))).code).toBe("origin/refused");
  expect(asked).toEqual(["GET /ws", "POST /offer"]);
});

test("refused call: without a reason it stays unexplained", async () => {
  for (const [ws, offer] of [
    [upgrade, problem("request/invalid")],
    [upgrade, undefined],
    [undefined, undefined],
  ] as const)
    expect((await explained(ws, offer)).code).toBe("unexplained");
});

test("problem document: only one with a code and a detail counts", async () => {
  const of = (body: unknown) =>
    problemOf(Response.json(body, { headers: { "content-type": "application/problem+json" } }));
  const found = [await of(null), await of({ code: "a" }), await of({ code: 1, detail: "b" })];
  expect(found).toEqual([undefined, undefined, undefined]);
  expect(await problemOf(Response.json({ code: "a", detail: "b" }))).toBeUndefined();
});
