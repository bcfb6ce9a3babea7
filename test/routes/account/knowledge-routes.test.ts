// Routes of knowledge: an account adds sources as texts and addresses, its flows find them, and it deletes them.

import { expect, setDefaultTimeout, test } from "bun:test";
import { searchBase } from "../../../src/cloud/knowledge/knowledge-bases.ts";
import { answer, problem, signUpAt } from "../../support/people.ts";
import { json } from "../../support/json-request.ts";
import { serveTest } from "../../support/servers/served.ts";
import { memoryStore } from "../../support/servers/store.ts";

setDefaultTimeout(240_000);

interface Source {
  readonly id: string;
  readonly base: string;
  readonly type: string;
  readonly title: string;
  readonly url: string | null;
  readonly passages: number;
  readonly ready: boolean;
}

const path = "/v1/knowledge/faq/sources";

test("sources: they are added, listed, found and deleted", async () => {
  using store = memoryStore();
  await using served = await serveTest({}, { store });
  const { email, login, service } = await signUpAt(served);
  const pairs = {
    type: "csv",
    title: "Desk",
    text: "When are you open?,From nine to six.\nWhere?,In Mill Lane.",
  };
  const csv = await answer<Source>(served.ask(path, json("POST", pairs, service)), 201);
  expect(csv).toMatchObject({ base: "faq", type: "csv", title: "Desk", url: null, passages: 2, ready: true });
  const text = await answer<Source>(
    served.ask(path, json("POST", { text: "Dogs are welcome." }, login)),
    201,
  );
  expect(text).toMatchObject({ type: "text", title: "Dogs are welcome.", passages: 1 });
  const list = () => answer<Source[]>(served.ask(path, { headers: login }));
  expect((await list()).map(({ id }) => id)).toEqual([csv.id, text.id]);
  const account = await store.accounts.byEmail(email);
  const find = async (words: string) =>
    (await searchBase(store, account?.id, { base: "faq", words, language: "en" })).map((found) => found.text);
  expect(await find("may I bring my dog")).toEqual(["Dogs are welcome."]);
  expect((await served.ask(`${path}/${csv.id}`, { method: "DELETE", headers: service })).status).toBe(204);
  expect([(await list()).map(({ id }) => id), await find("when are you open")]).toEqual([[text.id], []]);
  await problem(
    served.ask(`${path}/${csv.id}`, { method: "DELETE", headers: service }),
    404,
    "knowledge/not-found",
  );
});

test("sources: an invalid source is refused with the remedy", async () => {
  await using served = await serveTest();
  const { login } = await signUpAt(served);
  const refuse = async (body: object, status: number, code: string, at = path) => {
    const { detail } = await problem(served.ask(at, json("POST", body, login)), status, code);
    return detail;
  };
  expect(await refuse({}, 422, "knowledge/invalid")).toContain("a text or a url");
  expect(await refuse({ text: "a", url: "https://a.example" }, 422, "knowledge/invalid")).toContain(
    "not both",
  );
  expect(await refuse({ url: "https://a.example", type: "csv" }, 422, "knowledge/invalid")).toContain(
    "Leave `type` out",
  );
  expect(await refuse({ text: "a", language: "!" }, 422, "request/invalid")).toContain("language tag");
  expect(await refuse({ text: "\u0000" }, 422, "request/invalid")).toContain("NUL");
  expect(await refuse({ text: "a" }, 422, "request/invalid", "/v1/knowledge/9/sources")).toContain(
    "a letter",
  );
  expect(await refuse({ text: "one", type: "csv" }, 422, "knowledge/invalid")).toContain(
    "a question and an answer",
  );
  expect(await refuse({ url: "https://127.0.0.1/" }, 422, "knowledge/unreachable")).toContain(
    "only public addresses",
  );
  expect(await refuse({ url: "https://10.0.0.1/" }, 422, "knowledge/unreachable")).toContain(
    "only public addresses",
  );
  expect(await refuse({ url: "ftp://a.example/" }, 422, "knowledge/unreachable")).toContain("only https");
});

test("sources: an address is fetched once, by its server's media type", async () => {
  const pages: Readonly<Record<string, readonly [type: string, body: string, status?: number]>> = {
    "/page": ["text/html; charset=utf-8", "<title>Hours</title><h1>Hours</h1><p>We open at nine.</p>"],
    "/pairs": ["text/csv", "When?,At nine."],
    "/picture": ["image/png", "PNG"],
    "/gone": ["text/plain", "no", 404],
  };
  using server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch(request) {
      const [type, body, status = 200] = pages[new URL(request.url).pathname] ?? ["text/plain", "", 500];
      return new Response(body, { status, headers: { "content-type": type } });
    },
  });
  await using served = await serveTest({ OUTBOUND_ALLOW: `127.0.0.1:${server.port}` });
  const { login } = await signUpAt(served);
  const add = (page: string) =>
    served.ask(path, json("POST", { url: `http://127.0.0.1:${server.port}${page}` }, login));
  expect(await answer<Source>(add("/page"), 201)).toMatchObject({
    type: "html",
    title: "Hours",
    passages: 1,
  });
  expect(await answer<Source>(add("/pairs"), 201)).toMatchObject({ type: "csv", passages: 1 });
  expect((await problem(add("/picture"), 422, "knowledge/unreachable")).detail).toContain("image/png");
  expect((await problem(add("/gone"), 422, "knowledge/unreachable")).detail).toContain("status 404");
});

test("flows: a missing or empty base is a finding for its account, and a filled one is not", async () => {
  await using served = await serveTest();
  const { login } = await signUpAt(served);
  const yaml_content = `voice_flow: 1
id: f
language: en
start: a
knowledge: {faq: faq}
defaults: {give_up: b}
nodes:
  a: {say: Ask., answer_from: faq, not_found: b, next: b}
  b: {say: Bye., end: done}
`;
  const codes = async () => {
    const upload = json("POST", { name: "f", yaml_content }, login);
    const { diagnostics } = await answer<{ diagnostics: { code: string }[] }>(
      served.ask("/v1/flows", upload),
      201,
    );
    return diagnostics.map(({ code }) => code).filter((code) => code.startsWith("VF62"));
  };
  expect(await codes()).toEqual(["VF620"]);
  await answer(served.ask(path, json("POST", { text: "Dogs are welcome." }, login)), 201);
  expect(await codes()).toEqual([]);
});

test("knowledge: bases are listed with their sources, and a question is answered as by a flow", async () => {
  await using served = await serveTest();
  const { login } = await signUpAt(served);
  const add = (base: string, body: object) =>
    answer<Source>(served.ask(`/v1/knowledge/${base}/sources`, json("POST", body, login)), 201);
  await add("faq", { type: "csv", title: "Desk", text: "When are you open?,From nine to six." });
  await add("menu", { title: "Fish", text: "The catch of the day costs twenty euros. We fry it in butter." });
  const bases = await answer<{ base: string; sources: Source[] }[]>(
    served.ask("/v1/knowledge", { headers: login }),
  );
  expect(bases.map(({ base, sources }) => [base, sources.map(({ title }) => title)])).toEqual([
    ["faq", ["Desk"]],
    ["menu", ["Fish"]],
  ]);
  const ask = (base: string, question: string) =>
    answer<{ answer: string | null; passages: { text: string }[] }>(
      served.ask(`/v1/knowledge/${base}/try`, json("POST", { question }, login)),
    );
  expect((await ask("faq", "when are you open")).answer).toBe("From nine to six.");
  const menu = await ask("menu", "what does the catch of the day cost");
  expect(menu.answer).toContain("twenty euros");
  expect(menu.passages).toHaveLength(1);
  expect(await ask("faq", "do you have a pool")).toEqual({ answer: null, passages: [] });
  const { login: other } = await signUpAt(served);
  const theirs = served.ask("/v1/knowledge/faq/try", json("POST", { question: "when are you open" }, other));
  expect(await answer<object>(theirs)).toEqual({ answer: null, passages: [] });
});
