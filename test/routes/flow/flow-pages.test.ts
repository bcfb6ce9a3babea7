// Pages and files of flows: the server reads them when a flow is stored, its calls find them, and they are deleted with
// it; an unreadable part is reported.

import { afterAll, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import { type Clock, wallClock } from "../../../src/base/clock.ts";
import { connect, type ReceivedMessages } from "../../support/callers/ws-client.ts";
import { hummingTts, loudnessVad, scriptedStt } from "../../support/fakes/fake-speech.ts";
import { json } from "../../support/json-request.ts";
import { answer, type Person, problem, signUpAt } from "../../support/people.ts";
import { type TestServer, serveTest } from "../../support/servers/served.ts";

setDefaultTimeout(240_000);

/** Responses of pages by their paths; other paths are not found. */
const pages = new Map<string, () => Response | Promise<Response>>();
const asked: string[] = [];
const server = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  fetch(request) {
    const { pathname } = new URL(request.url);
    asked.push(pathname);
    return pages.get(pathname)?.() ?? new Response("no", { status: 404 });
  },
});
afterAll(() => server.stop(true));
beforeEach(() => {
  pages.clear();
  asked.length = 0;
});

const at = (path: string): string => `http://127.0.0.1:${server.port}${path}`;
const text = (body: string) => (): Response =>
  new Response(body, { headers: { "content-type": "text/plain" } });
const html = (body: string) => (): Response =>
  new Response(`<title>Shop</title><main>${body}</main>`, { headers: { "content-type": "text/html" } });

async function serve(clock?: Clock): Promise<TestServer> {
  const speech = { ready: Promise.resolve(), stt: scriptedStt(), tts: hummingTts(), vad: loudnessVad() };
  const served = await serveTest(
    { SPEECH: "on", OUTBOUND_ALLOW: `127.0.0.1:${server.port}` },
    { speech, ...(clock && { clock }) },
  );
  served.url();
  return served;
}

const flowWith = (entries: readonly string[], id = "shop"): string => `voice_flow: 1
id: ${id}
language: en
start: help
knowledge:
  shop: [${entries.map((entry) => (entry.startsWith("{") ? entry : JSON.stringify(entry))).join(", ")}]
defaults: {give_up: bye}
nodes:
  help: {say: What would you like to know?, answer_from: shop, not_found: unknown, next: help}
  unknown: {say: Nobody knows., next: help}
  bye: {say: Bye., end: done}
`;

interface Stored {
  readonly id: string;
  readonly diagnostics: readonly { readonly code: string; readonly message: string; readonly line: number }[];
}

const upload = (served: TestServer, { service }: Person, yaml_content: string) =>
  answer<Stored>(served.ask("/v1/flows", json("POST", { name: "shop", yaml_content }, service)), 201);
const change = (served: TestServer, { service }: Person, id: string, yaml_content: string) =>
  answer<Stored>(served.ask(`/v1/flows/${id}`, json("PUT", { yaml_content }, service)));
/** Findings about pages and files. */
const told = ({ diagnostics }: Stored): readonly string[] =>
  diagnostics.filter(({ code }) => code === "VF232").map(({ line, message }) => `${line}: ${message}`);
const sourcesOf = async (served: TestServer, { service }: Person, id = "shop") =>
  (
    await answer<{ url: string | null; title: string; id: string }[]>(
      served.ask(`/v1/knowledge/flow:${id}/sources`, { headers: service }),
    )
  ).map(({ url, title }) => url?.replace(at(""), "") ?? title);

const says = (words: string) => (it: ReceivedMessages) =>
  it.type === "bot-output" && String(it.data?.["text"]).includes(words);

/** Asks in a call of the flow, question by question, and waits for each answer. */
async function call(
  served: TestServer,
  { service }: Person,
  flowId: string,
  talk: readonly (readonly [question: string, answer: string])[],
): Promise<void> {
  const { session_token } = await answer<{ session_token: string }>(
    served.ask("/v1/sessions", json("POST", { flow_id: flowId }, service)),
  );
  await using client = await connect(`${served.url()}/v1/ws/${session_token}`);
  await client.ready();
  await client.message(says("What would you like"));
  for (const [content, words] of talk) {
    client.send({ type: "send-text", data: { content } });
    await client.message(says(words));
  }
}

test("pages: they are read when the flow is stored, and answer its calls beside its own text", async () => {
  pages.set("/hours", html("<h1>Hours</h1><p>We open at nine and close at six on every weekday.</p>"));
  pages.set("/returns", text("Helmets cannot be returned once their seal is broken."));
  await using served = await serve();
  const [ada, bob] = [await signUpAt(served), await signUpAt(served)];
  const own = "{question: Do you take cards?, answer: We take all cards.}";
  const yaml = flowWith([at("/hours"), `{url: "${at("/returns")}"}`, own, "Dogs are welcome in the shop."]);
  const flow = await upload(served, ada, yaml);
  expect(told(flow)).toEqual([]);
  expect(asked.toSorted()).toEqual(["/hours", "/returns"]);
  expect(await sourcesOf(served, ada)).toEqual(["/hours", "/returns"]);
  await call(served, ada, flow.id, [
    ["when do you open on a weekday", "We open at nine"],
    ["do you take cards", "We take all cards."],
    ["can a helmet be returned", "Helmets cannot be returned"],
    ["are dogs welcome", "Dogs are welcome"],
    ["blue elephants", "Nobody knows."],
  ]);
  // A call fetches nothing, and other accounts see none of the pages.
  expect(asked).toHaveLength(2);
  expect(await sourcesOf(served, bob)).toEqual([]);
  pages.clear();
  const theirs = await upload(served, bob, yaml);
  expect(told(theirs)).toHaveLength(2);
  await call(served, bob, theirs.id, [["when do you open on a weekday", "Nobody knows."]]);
});

test("pages: an unreadable page is a warning at its place, and no call finds it", async () => {
  const hanging = Promise.withResolvers<Response>();
  pages.set("/large", text("word ".repeat(60_000)));
  pages.set("/picture", () => new Response("PNG", { headers: { "content-type": "image/png" } }));
  pages.set("/hangs", () => hanging.promise);
  pages.set("/moved", () => Response.redirect(at("/fine")));
  pages.set("/empty", text(" "));
  pages.set("/fine", text("Parcels arrive within four days."));
  // Five seconds pass at once.
  const after: Clock["after"] = (ms, fire) => wallClock.after(ms === 5_000 ? 200 : ms, fire);
  await using served = await serve({ ...wallClock, after });
  const ada = await signUpAt(served);
  const paths = ["/gone", "/large", "/picture", "/hangs", "/moved", "/empty", "/fine"];
  const flow = await upload(served, ada, flowWith(paths.map(at)));
  hanging.resolve(new Response());
  const why = told(flow).map((line) => line.replaceAll(at(""), ""));
  expect(why).toHaveLength(6);
  const reasons = ["status 404", "256 KiB", "image/png", "5000 ms", "redirect (302)", "no words"];
  for (const [index, reason] of reasons.entries()) {
    expect(why[index]).toStartWith(`6: '${paths[index]}' is not there for callers. `);
    expect(why[index]).toContain(reason);
  }
  expect(await sourcesOf(served, ada)).toEqual(["/fine"]);
  await call(served, ada, flow.id, [
    ["when do parcels arrive", "within four days"],
    ["word", "Nobody knows."],
  ]);
});

test("pages: private addresses are refused, and so are more than 20", async () => {
  for (let n = 0; n < 21; n++) pages.set(`/${n}`, text(`Page number ${n} is about cats.`));
  await using served = await serve();
  const ada = await signUpAt(served);
  const many = await upload(served, ada, flowWith(Array.from({ length: 21 }, (_, n) => at(`/${n}`))));
  expect(told(many)).toEqual([expect.stringContaining("at most 20 pages")]);
  // A second upload does not get around the limit.
  const again = await change(
    served,
    ada,
    many.id,
    flowWith(Array.from({ length: 21 }, (_, n) => at(`/${n}`))),
  );
  expect([told(again).length, (await sourcesOf(served, ada)).length]).toEqual([1, 20]);
  const body = { name: "shop", yaml_content: flowWith(["https://10.0.0.1/faq"]) };
  const { diagnostics } = await problem(
    served.ask("/v1/flows", json("POST", body, ada.service)),
    422,
    "flow/invalid",
  );
  expect(JSON.stringify(diagnostics)).toContain("VF610");
});

test("pages: a changed flow reads new pages and drops unused ones; a deleted flow drops all", async () => {
  let ahead = 0;
  const clock: Clock = { ...wallClock, wall: () => wallClock.wall() + ahead };
  pages.set("/hours", text("We open at nine."));
  pages.set("/prices", text("A puncture costs twelve pounds."));
  await using served = await serve(clock);
  const ada = await signUpAt(served);
  const { id } = await upload(served, ada, flowWith([at("/hours")]));
  expect(told(await change(served, ada, id, flowWith([at("/hours"), at("/prices")])))).toEqual([]);
  expect(asked).toEqual(["/hours", "/prices"]);
  // A minute later the server reads pages again; it keeps the old text of a missing one, and reports that.
  ahead = 61_000;
  pages.set("/hours", text("We open at ten."));
  pages.delete("/prices");
  const later = await change(served, ada, id, flowWith([at("/hours"), at("/prices")]));
  expect(told(later)).toEqual([expect.stringContaining("is as it was when it was last read.")]);
  expect((await sourcesOf(served, ada)).toSorted()).toEqual(["/hours", "/prices"]);
  await call(served, ada, id, [
    ["when do you open", "We open at ten."],
    ["what does a puncture cost", "twelve pounds"],
  ]);
  // Calls of a published revision keep its pages.
  await answer(served.ask(`/v1/flows/${id}/live`, json("PUT", { revision: 2 }, ada.service)));
  await change(served, ada, id, flowWith([at("/hours")]));
  expect((await sourcesOf(served, ada)).toSorted()).toEqual(["/hours", "/prices"]);
  await answer(served.ask(`/v1/flows/${id}/live`, json("PUT", { revision: null }, ada.service)));
  expect(await sourcesOf(served, ada)).toEqual(["/hours"]);
  await call(served, ada, id, [["what does a puncture cost", "Nobody knows."]]);
  // Another flow of that name shares the base: neither removes the other's pages.
  pages.set("/twin", text("Twins get a discount."));
  const twin = await upload(served, ada, flowWith([at("/twin")]));
  await change(served, ada, id, flowWith([at("/hours"), "Dogs are welcome."]));
  expect((await sourcesOf(served, ada)).toSorted()).toEqual(["/hours", "/twin"]);
  const deleted = await served.ask(`/v1/flows/${twin.id}`, { method: "DELETE", headers: ada.service });
  expect(deleted.status).toBe(204);
  // Names in a draft that cannot run are unknown.
  const draft = json(
    "PUT",
    { yaml_content: flowWith([at("/hours")]).replace("start: help", "start: nowhere") },
    ada.service,
  );
  await answer(served.ask(`/v1/flows/${id}?draft=true`, draft));
  expect((await sourcesOf(served, ada)).toSorted()).toEqual(["/hours", "/twin"]);
  await change(served, ada, id, flowWith([at("/hours")]));
  expect(await sourcesOf(served, ada)).toEqual(["/hours"]);
  // Under another name the flow has another base; calls of the earlier revision still use theirs.
  await answer(served.ask(`/v1/flows/${id}/live`, json("PUT", { revision: 4 }, ada.service)));
  await change(served, ada, id, flowWith([at("/hours")], "store"));
  await call(served, ada, id, [["when do you open", "We open at ten."]]);
  await answer(served.ask(`/v1/flows/${id}/live`, json("PUT", { revision: null }, ada.service)));
  await change(served, ada, id, flowWith([at("/hours")], "store"));
  expect([await sourcesOf(served, ada), await sourcesOf(served, ada, "store")]).toEqual([[], ["/hours"]]);
  expect((await served.ask(`/v1/flows/${id}`, { method: "DELETE", headers: ada.service })).status).toBe(204);
  expect(await sourcesOf(served, ada, "store")).toEqual([]);
});

test("files: they are sources of the flow's own base under their names; a missing one is a warning", async () => {
  await using served = await serve();
  const ada = await signUpAt(served);
  const yaml = flowWith(["hours.md", "{file: our prices.csv}"]);
  const first = await upload(served, ada, yaml);
  expect(told(first)).toEqual([
    "6: 'hours.md' is not there for callers yet",
    "6: 'our prices.csv' is not there for callers yet",
  ]);
  const path = "/v1/knowledge/flow:shop/sources";
  const hours = { title: "hours.md", type: "markdown", text: "# Hours\nWe open at nine." };
  await answer(served.ask(path, json("POST", hours, ada.service)), 201);
  // The call does not search a source outside of the flow.
  const other = { title: "other.md", text: "A puncture costs twelve pounds." };
  await answer(served.ask(path, json("POST", other, ada.service)), 201);
  expect(told(await change(served, ada, first.id, yaml))).toEqual([
    "6: 'our prices.csv' is not there for callers yet",
  ]);
  await call(served, ada, first.id, [
    ["when do you open", "We open at nine."],
    ["what does a puncture cost", "Nobody knows."],
  ]);
  // A preview under another name loses no stored change.
  await change(served, ada, first.id, yaml.replace("id: shop", "id: store"));
  expect(await sourcesOf(served, ada)).toEqual(["hours.md", "other.md"]);
  await change(served, ada, first.id, yaml);
  expect((await served.ask(`/v1/flows/${first.id}`, { method: "DELETE", headers: ada.service })).status).toBe(
    204,
  );
  expect(await sourcesOf(served, ada)).toEqual([]);
  const wrong = { title: "a", text: "a" };
  for (const base of ["flow:", "flow:A", "x:a"])
    await problem(
      served.ask(`/v1/knowledge/${base}/sources`, json("POST", wrong, ada.service)),
      422,
      "request/invalid",
    );
});

test("pages: they are found by the words of the flow's language", async () => {
  pages.set("/dauer", text("Alle Reparaturen sind kostenlos."));
  await using served = await serve();
  const ada = await signUpAt(served);
  const german = flowWith([at("/dauer")]).replace("language: en", "language: de");
  const { id } = await upload(served, ada, german);
  await call(served, ada, id, [["ist eine Reparatur kostenlos", "Alle Reparaturen"]]);
});
