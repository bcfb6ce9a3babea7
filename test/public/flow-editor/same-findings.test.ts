// Equal findings everywhere: a flow has the same findings on the command line, in the API, and in the editor.

import { afterAll, beforeAll, expect, setDefaultTimeout, spyOn, test } from "bun:test";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { FlowApi } from "../../../public/flow-editor/files/flow-api.ts";
import { FlowCheck, isOfAddress } from "../../../public/flow-editor/state/flow-check.ts";
import { product } from "../../support/servers/product.ts";
import { serveTest, type TestServer, warmSpeech } from "../../support/servers/served.ts";

setDefaultTimeout(240_000);

const allowed = "127.0.0.1:33500,crm.internal:8080,10.0.0.0/8";
const whole = `voice_flow: 1
id: odd
name: Odd
language: en
timezone: Europe/Berlin
start: ask
defaults: {give_up: bye}
variables:
  guests: {type: number, integer: true, min: 1, max: 12, ask: "How many guests"}
  day: {type: date, ask: "Which day"}
tools:
  book:
    params: {guests: number, day: date}
    http: POST https://bistro.example.com/bookings
nodes:
  ask: {ask: [guests, day], next: book}
  book: {tool: book, with: {guests: guests, day: day}, next: bye, on_error: bye}
  bye: {say: "Goodbye.", end: done}
`;
const address = "https://bistro.example.com/bookings";
const at = (other: string): Oddity => [address, other];

/** Replaced part of the whole flow, and its replacement. */
type Oddity = readonly [part: string, other: string];

const oddities: readonly Oddity[] = [
  // Addresses that the operator allows, and neighbouring ones.
  at("http://127.0.0.1:33500/bookings"),
  at("http://127.0.0.1:33501/bookings"),
  at("https://127.0.0.1:33500/"),
  at("http://crm.internal:8080/"),
  at("http://CRM.internal:8080/x?y={{ guests }}"),
  at("http://crm.internal/"),
  at("https://10.1.2.3/"),
  at("http://10.1.2.3:81/"),
  at("https://192.168.1.1/"),
  at("http://localhost:33500/"),
  at("https://[::1]/"),
  at("http://bistro.example.com/"),
  at("https://user:word@bistro.example.com/"),
  at("https://{{ day }}.example.com/"),
  at("ftp://bistro.example.com/"),
  at("https://a b/"),
  ["POST ", "FETCH "],
  ["POST https", "https"],
  [`${address}\n`, `${address}\n    headers: {Host: a, "a b": c}\n`],
  [`${address}\n`, `${address}\n    headers: {Authorization: "Bearer {{ secrets.crm }}"}\n`],
  ["nodes:\n", "hooks: [{url: 'http://127.0.0.1:33500/h', events: [session.ended]}]\nnodes:\n"],
  ["nodes:\n", "hooks: [{url: 'http://127.0.0.1:33501/h', events: [session.ended]}]\nnodes:\n"],
  // Names, types and places.
  ["start: ask", "start: aks"],
  ["start: ask\n", ""],
  ["id: odd\n", "id: Odd Flow\n"],
  ["id: odd\n", ""],
  ["name: Odd\n", "nmae: Odd\n"],
  ["language: en", "language: tlh"],
  ["Europe/Berlin", "Europe/Berlyn"],
  ["type: number, integer: true", "type: integer"],
  ["type: number, integer: true", "type: string"],
  ["min: 1, max: 12", "min: 12, max: 1"],
  ["type: date", "type: datum"],
  ["ask: [guests, day]", "ask: [guests, dya]"],
  ["ask: [guests, day]", "ask: []"],
  ["tool: book,", "tool: bok,"],
  ["with: {guests: guests, day: day}", "with: {guests: guest}"],
  ["with: {guests: guests, day: day}", "with: {guests: 'guests +', day: day}"],
  ["next: book}", "next: [{if: guests > 4, goto: bye}]}"],
  ["next: book}", "next: [{if: '{{ guests }} > 4', goto: bye}, {else: book}]}"],
  ["next: bye, on_error: bye", "next: bye"],
  ["on_error: bye", "on_error: nowhere"],
  ['say: "Goodbye."', 'say: "Goodbye {{ gests }}."'],
  ['say: "Goodbye."', 'say: "Goodbye {{ guests."'],
  ['say: "Goodbye."', "say: ''"],
  ["end: done", "end: done, next: ask"],
  ["defaults: {give_up: bye}\n", ""],
  ['  bye: {say: "Goodbye.", end: done}\n', ""],
  ["bye: {say:", "lost: {say: Alone., end: alone}\n  bye: {say:"],
  // Words whose recognition only the server knows.
  ['ask: "Which day"', 'ask: "Which day", values: [xyzzyq, qwrtzpl]'],
  ["type: date, ask", "type: choice, values: [xyzzyq, table], ask"],
  // Texts of other kinds.
  ["voice_flow: 1\n", ""],
  ["voice_flow: 1", "voice_flow: 2"],
  [whole, ""],
  [whole, "- a\n- b\n"],
  [whole, "just words"],
  ["nodes:", "nodes: ["],
  ["  day:", "\tday:"],
  ["  book:\n", "  book: &it\n"],
  ["timezone:", "id: twice\ntimezone:"],
  ["nodes:\n", "tests:\n  - {name: t, script: [{user: four}, {ends: nowhere}]}\nnodes:\n"],
  ["nodes:\n", "tests:\n  - {name: t, mocks: {bok: {}}, script: [{usr: four}]}\nnodes:\n"],
  ["bye: {say:", "more: {call: another, next: bye}\n  bye: {say:"],
  ["nodes:\n", "knowledge: {faq: {from: [http://127.0.0.1:33501/faq]}}\nnodes:\n"],
];

let folder: string;
let served: TestServer;
const flows = new Map<string, string>();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "voice-flow-same-"));
  const environment = { SPEECH: "on", OUTBOUND_ALLOW: allowed, CHECKS_PER_MINUTE: "10000" };
  served = await serveTest(environment, { speech: warmSpeech });
  for (const [i, [part, other]] of oddities.entries()) {
    const text = whole.replace(part, () => other);
    expect(text).not.toBe(whole);
    flows.set(join(folder, `${i}.flow.yaml`), text);
    await Bun.write(join(folder, `${i}.flow.yaml`), text);
  }
  const examples = resolve("public/flows");
  for (const name of await readdir(examples))
    if (name.endsWith(".flow.yaml"))
      flows.set(join(examples, name), await Bun.file(join(examples, name)).text());
});

afterAll(async () => {
  await served[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

const line = ({ line: row, column, severity, code }: Found): string =>
  `${row}:${column}: ${severity} ${code}`;
interface Found {
  readonly line: number;
  readonly column: number;
  readonly severity: string;
  readonly code: string;
}

/** By file, each as `line:column: severity CODE`. */
async function byCommand(): Promise<ReadonlyMap<string, readonly string[]>> {
  const child = Bun.spawn([...product, "check", ...flows.keys()], {
    cwd: folder,
    env: { PATH: process.env.PATH ?? "", OUTBOUND_ALLOW: allowed },
    stdout: "pipe",
    stderr: "inherit",
  });
  const lines = (await new Response(child.stdout).text()).split("\n");
  return new Map(
    [...flows.keys()].map((path) => [
      path,
      lines.flatMap((each) =>
        each.startsWith(`${path}:`)
          ? [/^\d+:\d+: \w+ \w+/.exec(each.slice(path.length + 1))?.[0] ?? each]
          : [],
      ),
    ]),
  );
}

test("flows: the command line, the API and the editor report the same problems, at the same places", async () => {
  const commanded = await byCommand();
  const answers: (readonly Found[])[] = [];
  using _page = spyOn(globalThis, "fetch").mockImplementation((async (path: string, init: RequestInit) => {
    const answer = await served.ask(path, init);
    const { diagnostics } = (await answer.clone().json()) as { diagnostics: readonly Found[] };
    answers.push(diagnostics);
    return answer;
  }) as typeof fetch);
  const api = new FlowApi({ token: undefined, again: () => Promise.resolve(false) });
  const check = new FlowCheck((text) => api.check(text));
  for (const [path, text] of flows) {
    const shown = (await check.foundByServer(text)) ?? check.found(text);
    const byApi = answers.splice(0).flat().map(line);
    const wanted = commanded.get(path) ?? [];
    expect([path, ...shown.map(line)]).toEqual([path, ...wanted]);
    // The API stores a text that is not marked as a flow, and does not run it.
    const isKept = text.startsWith("id: odd");
    expect([path, ...byApi]).toEqual([path, ...(isKept ? ["1:1: warning VF100"] : wanted)]);
  }
  expect(flows.size).toBeGreaterThan(65);
});

test("flows: the server's exceptions hold in the page, and survive a change", async () => {
  const asked: string[] = [];
  const check = new FlowCheck((text) => {
    asked.push(text);
    return Promise.resolve(text.includes(":33501") ? check.found(text) : []);
  });
  const local = whole.replace(address, "http://127.0.0.1:33500/bookings");
  const ofAddresses = (text: string) => check.found(text).filter(isOfAddress);
  expect(ofAddresses(local)).toHaveLength(1);
  expect(await check.allowsAddresses(local)).toBe(true);
  const changed = local.replace("Goodbye", "So long");
  expect(ofAddresses(changed)).toEqual([]);
  expect(await check.allowsAddresses(changed)).toBe(true);
  expect(asked).toEqual([local]);
  expect(await check.allowsAddresses(local.replace("33500", "33501"))).toBe(false);
  expect(ofAddresses(local.replace("33500", "33501"))).toHaveLength(1);
});

test("flows: a silent server is asked again, and the page judges alone until then", async () => {
  let isThere = false;
  const check = new FlowCheck(() => Promise.resolve(isThere ? [] : undefined));
  const local = whole.replace(address, "http://127.0.0.1:33500/bookings");
  expect(await check.allowsAddresses(local)).toBe(false);
  isThere = true;
  expect(await check.allowsAddresses(local)).toBe(true);
});
