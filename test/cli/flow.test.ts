// Commands `check`, `test` and `talk FILE`: flow files on the command line.

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ChatServer, wellBehaved } from "../support/servers/chat-server.ts";
import { product } from "../support/servers/product.ts";

const good = `voice_flow: 1
id: good
language: en
start: ask
variables: {well: {type: boolean, ask: Are you well?}}
nodes:
  ask: {ask: well, give_up: bye, next: [{if: well, goto: bye}, {else: sorry}]}
  sorry: {say: "I am sorry & sad.", next: bye}
  bye: {say: Goodbye., end: done}
tests:
  - {name: is well, script: [{user: "yes"}, {says: Goodbye}, {ends: done}]}
`;
const failing = `${good.replace("id: good", "id: failing")}  - {name: "is \\"not\\" well", script: [{user: "no"}, {says: Wonderful}]}\n`;
const broken = good.replace("goto: bye", "goto: by").replace("start: ask", "start: ask\nlangages: [en]");
const shop = `voice_flow: 1
id: shop
language: en
start: greet
secrets: [SHOP_KEY]
variables: {order: {type: digits, length: 3, ask: Which order?}, state: {type: text}, tape: {type: audio}}
tools:
  find:
    params: {order: digits}
    http: GET https://shop.invalid/orders/{{ order }}
    headers: {Authorization: "Bearer {{ secrets.SHOP_KEY }}"}
    returns: {state: text}
nodes:
  greet: {say: Hello., next: ask}
  ask: {ask: order, give_up: bye, next: look}
  look: {tool: find, with: {order: order}, save: {state: result.state}, on_error: sorry, next: tell}
  tell: {say: "It is {{ state ?? 'somewhere' }}.", emit: {order.told: {order: order}}, next: tape}
  tape: {say: Anything to say?, record: tape, next: pay}
  pay: {wait: {event: order.paid}, timeout: 60s, on_timeout: bye, next: desk}
  sorry: {say: "{{ failure.kind }}.", next: bye}
  desk: {transfer: "tel:+442079460000", on_failed: bye}
  bye: {say: Goodbye., end: done}
tests:
  - {name: finds it, mocks: {find: {state: sent}}, script: [{dtmf: "123"}, {says: It is sent}]}
`;

let folder = "";
const file = (name: string): string => join(folder, `${name}.flow.yaml`);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "voice-flow-cli-"));
  for (const [name, text] of Object.entries({ good, failing, broken, shop }))
    await Bun.write(file(name), text);
});
afterAll(() => rm(folder, { recursive: true }));

async function run(args: readonly string[], { typed = "", env = {} as Record<string, string> } = {}) {
  const child = Bun.spawn([...product, ...args], {
    env,
    stdin: new TextEncoder().encode(typed),
    stdout: "pipe",
    stderr: "pipe",
  });
  const [out, err] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  return { code: await child.exited, out: out.replaceAll(`${folder}/`, ""), err };
}

describe("check", () => {
  test("a valid flow prints nothing", async () => {
    expect(await run(["check", file("good")])).toEqual({
      code: 0,
      out: "1 flow checked: no errors, no warnings\n",
      err: "",
    });
  });

  test("a problem is printed with its place, as editors read it", async () => {
    const { code, out } = await run(["check", file("good"), file("broken")]);
    expect(code).toBe(1);
    expect(out).toMatch(/^broken\.flow\.yaml:5:1: error VF110 .*langages.* \(did you mean 'languages'\?\)$/m);
    expect(out).toMatch(/^broken\.flow\.yaml:8:\d+: error VF203 there is no node 'by' \(.*\)$/m);
    expect(out).toEndWith("2 flows checked: 2 errors, no warnings\n");
  });

  test("missing files are reported, and so is a command without files", async () => {
    const lost = await run(["check", file("lost")]);
    expect([lost.code, lost.err]).toEqual([
      1,
      expect.stringContaining(`There is no readable file ${file("lost")}: `),
    ]);
    const none = await run(["check"]);
    expect([none.code, none.err]).toEqual([
      2,
      expect.stringMatching(/^FILE is missing\.\nUsage: .* check FILE\.\.\.\n$/),
    ]);
  });
});

describe("test", () => {
  test("test prints passing tests and untested edges", async () => {
    const { code, out } = await run(["test", file("good")]);
    expect(code).toBe(0);
    expect(out).toBe(`good.flow.yaml
  pass  is well
  1 of 1 tests pass
  1 of 4 branches tested; 2 of 3 nodes
    not tested: line 7, ask to sorry (else)
    not tested: line 7, ask to bye (give_up)
    not tested: line 8, sorry to bye (next)
`);
  });

  test("a failing test shows its step, the expectation, the result, and the conversation", async () => {
    const { code, out } = await run(["test", file("good"), file("failing")]);
    expect(code).toBe(1);
    expect(out).toContain(`failing.flow.yaml
  pass  is well
  FAIL  is "not" well
        line 12: the agent did not say this
        expected  Wonderful
        got       I am sorry & sad. Goodbye.
          agent   Are you well?
          caller  no
`);
  });

  test("--junit writes a file for build servers", async () => {
    const junit = join(folder, "junit.xml");
    const { code } = await run(["test", file("failing"), file("broken"), "--junit", junit]);
    expect(code).toBe(1);
    const xml = (await Bun.file(junit).text()).replaceAll(`${folder}/`, "");
    expect(xml).toStartWith('<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n');
    expect(xml).toContain('<testsuite name="failing.flow.yaml" tests="2" failures="1" errors="0">');
    expect(xml).toContain('<testcase name="is &quot;not&quot; well" classname="failing.flow.yaml"><failure');
    expect(xml).toContain("got: I am sorry &amp; sad. Goodbye.");
    expect(xml).toContain('<testsuite name="broken.flow.yaml" tests="1" failures="0" errors="1">');
    expect(xml).toContain("error VF203");
  });

  test("test demands files", async () => {
    expect(await run(["test", "--junit"])).toMatchObject({
      code: 2,
      err: expect.stringMatching(/^--junit needs a value, .*\nUsage: /),
    });
  });
});

describe("talk FILE", () => {
  test("talk runs called flows from their files, and lists missing ones", async () => {
    const caller = `voice_flow: 1\nid: caller\nlanguage: en\nstart: a\nnodes:\n  a: {call: called, on_error: b, next: b}\n  b: {say: Back., end: done}\n`;
    const called = `voice_flow: 1\nid: called\nlanguage: en\nstart: a\nnodes:\n  a: {say: Inside., end: done}\n`;
    await Promise.all([Bun.write(file("caller"), caller), Bun.write(file("called"), called)]);
    const both = await run(["talk", file("caller"), file("called")]);
    expect(both.out).toContain("Inside.");
    expect(both.err).toBe("");
    const alone = await run(["talk", file("caller")]);
    expect(alone.err).toContain("The called flow 'called' is missing");
  });

  test("talk asks the server's model when the rules are unsure", async () => {
    await using model = await ChatServer.open(
      wellBehaved('{"act": "who_are_you"}'),
      wellBehaved('{"set": {"n": {"value": 4, "quote": "four"}}}'),
    );
    const asked = `voice_flow: 1\nid: asked\nlanguage: en\nstart: a\nvariables:\n  n: {type: number, synonyms: [people], ask: How many people?}\nnodes:\n  a: {ask: n, give_up: b, next: b}\n  b: {say: "{{ n }} it is.", end: done}\n`;
    await Bun.write(file("asked"), asked);
    const env = { LLM_BASE_URL: model.baseUrl, LLM_MODEL: "tiny" };
    const typed = "with what kind of being do i have the pleasure\nfour purple people\n";
    const { out, err } = await run(["talk", file("asked")], { typed, env });
    expect(err).toBe("");
    expect(out).toContain("I am an automated assistant, not a person.");
    expect(out).toContain("agent: 4 it is.");
    expect(out).not.toContain("is that right?");
  });

  test("talk plays a typed call, and the mocks answer its tools", async () => {
    const typed = "purple\n/12\n\n/3\nleave it at the door please\n/event order.paid\n";
    const { code, out, err } = await run(["talk", file("shop")], { typed });
    expect([code, err]).toEqual([0, ""]);
    expect(out.split("\n").slice(2)).toEqual([
      "agent: Hello.",
      "agent: Which order?",
      expect.stringMatching(/^agent: Sorry, I did not understand that/),
      '[find {"order":"123"}]',
      "agent: It is sent.",
      '[event order.told {"order":"123"}]',
      "agent: Anything to say?",
      "[recording tape: type the caller's words]",
      "[transferred to tel:+442079460000: simulated as answered]",
      "[the call ended: transferred]",
      "",
    ]);
  });

  test("example services answer the shipped flows, with a notice", async () => {
    const typed = "/12340\n/12345\nnothing else\n";
    const { code, out } = await run(["talk", "public/flows/order-status.flow.yaml"], { typed });
    expect(code).toBe(0);
    expect(out).toContain("Example services in this program answer for tools below example.com.\nagent:");
    expect(out).toContain("[an example service answers with status 404]\nagent: I do not find the order");
    expect(out).toMatch(
      /\[an example service answers \{"state":"packed","day":"[\d-]+"\}\]\nagent: .* is packed/,
    );
    expect(out).toEndWith("[the call ended: answered]\n");
  });

  test("--context fills a variable, and its question is skipped", async () => {
    const { code, out } = await run(["talk", file("good"), "--context", '{"well": true}']);
    expect(code).toBe(0);
    expect(out).toContain("agent: Goodbye.");
    expect(out).not.toContain("Are you well?");
    const wrong = await run(["talk", file("good"), "--context", '{"well": "maybe"}']);
    expect(wrong).toEqual({ code: 1, out: "", err: "--context well: Must be true or false.\n" });
  });

  test("talk hangs up at the end of the input, and on /bye", async () => {
    for (const typed of ["", "/bye\nhello\n"]) {
      const { out } = await run(["talk", file("good")], { typed });
      expect(out).toEndWith("[the call ended: hung_up]\n");
    }
  });

  test("--tools makes real requests with secrets, within the guard", async () => {
    using server = Bun.serve({
      port: 0,
      hostname: "127.0.0.1",
      fetch: (request) =>
        Response.json({ state: `${new URL(request.url).pathname} ${request.headers.get("authorization")}` }),
    });
    const host = `127.0.0.1:${server.port}`;
    const real = file("real");
    await Bun.write(real, shop.replace("https://shop.invalid", `http://${host}`));
    const args = ["talk", real, "--tools", "--secret", "SHOP_KEY=hush"];
    const allowed = await run(args, { typed: "/123\n/bye\n", env: { OUTBOUND_ALLOW: host } });
    expect(allowed.out).toContain("agent: It is /orders/123 Bearer hush.");
    const refused = await run(["talk", file("shop"), "--tools"], { typed: "/123\n/bye\n" });
    expect(refused.out).toContain("agent: blocked.");
  });

  test("talk reports mistakes in a context", async () => {
    const named = file("named");
    await Bun.write(
      named,
      "voice_flow: 1\nid: n\nlanguage: en\nstart: a\nvariables: {who: {type: name, input: true}}\nnodes: {a: {say: \"Hi {{ who ?? 'you' }}.\", end: done}}\n",
    );
    const { out } = await run(["talk", named, "--context", '{"who": "Ada"}']);
    expect(out).toContain("agent: Hi Ada.");
    expect(await run(["talk", named, "--context", '{"who": 7}'])).toEqual({
      code: 1,
      out: "",
      err: "--context who: Must be a name.\n",
    });
    const odd = await run(["talk", named, "--context", '{"hwo": "Ada"}']);
    expect([odd.code, odd.err]).toEqual([
      0,
      "--context hwo: Nothing in the flow reads this: did you mean 'who'?\n" +
        "--context who: Is an input of the flow that was not brought: it is empty.\n",
    ]);
    expect(await run(["talk", named, "--context", "Ada"])).toMatchObject({
      code: 2,
      err: expect.stringContaining("JSON object"),
    });
    expect(await run(["talk", named, "--secret", "x"])).toMatchObject({
      code: 2,
      err: expect.stringContaining("NAME=VALUE"),
    });
    expect(await run(["talk", file("broken")])).toMatchObject({
      code: 1,
      err: expect.stringContaining("VF203"),
    });
    expect(await run(["talk", "--tools"])).toMatchObject({ code: 2, err: expect.stringMatching(/^Usage: /) });
  });
});
