// Abuse benchmark clients: one kind of attack for some seconds. Prints one JSON line with counts of the received
// answers.

import { parseArgs } from "node:util";
import { offerText, udpCandidate } from "../support/callers/offer-text.ts";

export type Attack =
  | "slow"
  | "half-open"
  | "oversized"
  | "pipelined"
  | "idle"
  | "login-flood"
  | "login-flood-many"
  | "flows"
  | "offers";

/** Counts by result: a status, or a closed or refused connection. */
export type Report = Record<string, number>;

const { values } = parseArgs({
  options: { attack: { type: "string" }, port: { type: "string" }, seconds: { type: "string" } },
});
const port = Number(values.port);
const endsAt = performance.now() + Number(values.seconds) * 1_000;
const report: Report = {};

const count = (what: string, times = 1): void => void (report[what] = (report[what] ?? 0) + times);
const over = (): boolean => performance.now() >= endsAt;

interface Dialled {
  readonly opened: (socket: Bun.Socket) => void;
  /** True: keeps its own side open. */
  readonly halfOpen?: boolean;
  readonly drained?: (socket: Bun.Socket) => void;
}

/** One connection; counts the statuses on it, and resolves with its age in milliseconds when it is closed. */
function dial({ opened, halfOpen = false, drained }: Dialled): Promise<number> {
  return new Promise((resolve) => {
    const from = performance.now();
    const gone = (what: string): void => {
      if (!over()) count(what);
      resolve(performance.now() - from);
    };
    void Bun.connect({
      hostname: "127.0.0.1",
      port,
      allowHalfOpen: halfOpen,
      socket: {
        open: opened,
        data: (_, bytes) => {
          for (const [, status] of bytes.toString("latin1").matchAll(/HTTP\/1\.1 (\d{3})/g))
            count(String(status));
        },
        ...(drained === undefined ? {} : { drain: drained }),
        end: (socket) => void socket.end(),
        close: () => gone("closed"),
        error: () => undefined,
      },
    }).catch(() => gone("refused"));
  });
}

/** So many at a time until the end, each followed by another. */
async function crowd(size: number, one: (index: number) => Promise<unknown>): Promise<void> {
  const all = Array.from({ length: size }, async (_, index) => {
    // Spread over time: starting all at once would be one wave, and then nothing.
    await Bun.sleep((index / size) * 2_000);
    while (!over()) await one(index);
  });
  await Promise.race([Promise.all(all), Bun.sleep(endsAt - performance.now())]);
}

const head = (line: string, ...fields: readonly string[]): string =>
  [line, "Host: 127.0.0.1", ...fields, "", ""].join("\r\n");
const json = "Content-Type: application/json";
const halfHead = "GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n";

async function slowly(index: number): Promise<void> {
  const inBody = index % 2 === 0;
  let timer: NodeJS.Timeout | undefined;
  const age = await dial({
    opened(socket) {
      socket.write(inBody ? head("POST /offer HTTP/1.1", json, "Content-Length: 1000") : halfHead);
      timer = setInterval(() => socket.write(inBody ? " " : "x"), 1_000);
    },
  });
  clearInterval(timer);
  await Bun.sleep(1_000);
  if (!over()) report["longest seconds"] = Math.max(report["longest seconds"] ?? 0, Math.round(age / 1_000));
}

async function halfOpen(index: number): Promise<void> {
  const age = await dial({
    halfOpen: true,
    opened(socket) {
      socket.write(halfHead);
      if (index % 2 === 0) socket.shutdown(true);
    },
  });
  await Bun.sleep(1_000);
  if (!over()) report["longest seconds"] = Math.max(report["longest seconds"] ?? 0, Math.round(age / 1_000));
}

const chunk = Buffer.alloc(64 * 1_024, " ");
const chunked = Buffer.concat([Buffer.from(`${chunk.length.toString(16)}\r\n`), chunk, Buffer.from("\r\n")]);

async function oversized(index: number): Promise<void> {
  const announced = index % 2 === 0;
  const length = announced ? "Content-Length: 1073741000" : "Transfer-Encoding: chunked";
  const body = announced ? chunk : chunked;
  const fill = (socket: Bun.Socket): void => {
    while (!over() && socket.write(body) === body.length);
  };
  await dial({
    opened(socket) {
      socket.write(head("POST /offer HTTP/1.1", json, length));
      fill(socket);
    },
    drained: fill,
  });
}

const burst = head("GET /capabilities HTTP/1.1").repeat(500);

async function pipelined(): Promise<void> {
  let left = 20;
  await dial({
    opened: (socket) => void socket.write(burst),
    drained(socket) {
      if (left-- > 0) socket.write(burst);
      else socket.end();
    },
  });
}

async function idly(): Promise<void> {
  await dial({ opened: () => count("opened") });
}

function someAddress(): string {
  return Array.from({ length: 4 }, () => Math.floor(Math.random() * 200) + 1).join(".");
}

async function logIn(many: boolean): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${port}/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json", ...(many ? { "x-forwarded-for": someAddress() } : {}) },
    body: JSON.stringify({ email: `${crypto.randomUUID()}@example.com`, password: "a guess of mine" }),
  });
  await response.arrayBuffer();
  count(String(response.status));
}

/** Three flows: a valid one of 220 KiB, one of signs only, and the worst known one, with as many signs as allowed. */
const flows = [bigFlow(), ofSigns(125_000), ofSigns(50_000)];

function ofSigns(number: number): string {
  return `voice_flow: 1\nnodes: {a: {say: [${"a,".repeat(number)}]}}\n`;
}

function bigFlow(): string {
  const nodes = Array.from(
    { length: 900 },
    (_, i) =>
      `  n${i}: {ask: v${i % 200}, when_filled: ask, say: "${"Which one is it now? ".repeat(6)}", ` +
      `next: [{if: "v${i % 200} == 'red'", goto: n${(i + 7) % 900}}, {else: n${(i + 1) % 900}}]}\n`,
  );
  const variables = Array.from(
    { length: 200 },
    (_, i) =>
      `  v${i}: {type: choice, ask: Which one?, options: [{id: red, synonyms: [crimson]}, {id: blue}]}\n`,
  );
  const head = "voice_flow: 1\nid: big\nlanguage: en\nstart: n0\ndefaults: {give_up: bye}\n";
  return `${head}variables:\n${variables.join("")}nodes:\n${nodes.join("")}  bye: {say: Goodbye., end: done}\n`;
}

async function checkFlow(index: number): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${port}/v1/flows/check`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-forwarded-for": someAddress() },
    body: JSON.stringify({ yaml_content: flows[index % flows.length] }),
  });
  await response.arrayBuffer();
  count(String(response.status));
}

/** 2,100 addresses, the most that fit into an offer: all belong to this machine, and none has a listener. */
const offer = offerText(Array.from({ length: 2_100 }, (_, i) => udpCandidate(20_000 + i)));

/** An offer whose caller never connects, and hangs up after a while, to make room for the next. */
async function offerAndWait(): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${port}/offer`, {
    method: "POST",
    body: JSON.stringify({ sdp: offer, type: "offer" }),
  });
  const { pc_id: id } = (await response.json()) as { pc_id?: string };
  count(String(response.status));
  await Bun.sleep(4_000);
  if (id !== undefined) await fetch(`http://127.0.0.1:${port}/offer/${id}`, { method: "DELETE" });
}

const attacks: Readonly<Record<Attack, () => Promise<void>>> = {
  slow: () => crowd(1_000, slowly),
  "half-open": () => crowd(1_000, halfOpen),
  oversized: () => crowd(8, oversized),
  pipelined: () => crowd(8, pipelined),
  idle: () => crowd(5_000, idly),
  "login-flood": () => crowd(200, () => logIn(false)),
  "login-flood-many": () => crowd(200, () => logIn(true)),
  flows: () => crowd(4, checkFlow),
  offers: () => crowd(60, offerAndWait),
};

const attack = Object.keys(attacks).find((name): name is Attack => name === values.attack);
if (attack !== undefined) await attacks[attack]();
process.stdout.write(`${JSON.stringify(report)}\n`);
process.exit(0);
