// Socket of the page over a real server and a network that breaks: it returns to the same session, and reads every
// message once.

import { afterEach, expect, spyOn, test } from "bun:test";
import { readMessage, readyText, type ServerMessage, wireText } from "../../../public/voice/messages.ts";
import { movedTo, pauseMsAfter, placeAfter } from "../../../public/voice/connection/reconnect-backoff.ts";
import { type ReturnTicket, SeenMessages } from "../../../public/voice/seen-messages.ts";
import { SocketConnection } from "../../../public/voice/connection/socket-connection.ts";
import { type BreakingWire, breakingWire } from "../../support/callers/breaking-wire.ts";
import { connect } from "../../support/callers/ws-client.ts";
import { hummingTts, loudnessVad, scriptedStt } from "../../support/fakes/fake-speech.ts";
import { serveTest } from "../../support/servers/served.ts";
import { until } from "../../support/until.ts";

const page = globalThis as { location?: unknown };
const before = page.location;
afterEach(() => {
  page.location = before;
});

const own = (data: object, seq?: number): ServerMessage =>
  ({ label: "rtvi-ai", type: "server-message", ...(seq !== undefined && { seq }), data }) as ServerMessage;
const session = (resume?: object): object => ({
  type: "session",
  state: "created",
  session_id: "ses_1",
  mode: "flow",
  ...(resume && { resume }),
});
const end = { type: "session_end", reason: "caller", code: 1_000, duration_ms: 5 };

test("seen messages: each is read once, and the ticket names the last one", () => {
  const seen = new SeenMessages();
  const filler = { type: "filler", text: "One moment." };
  expect([seen.take(own(filler, 1)), seen.ticket]).toEqual([true, undefined]);
  expect(seen.take(own(session({ token: "t", ttl_ms: 30_000 }), 2))).toBe(true);
  expect(seen.ticket).toEqual({ token: "t", ttlMs: 30_000, lastSeq: 2 });
  expect([seen.take(own(filler, 2)), seen.take(own(filler, 1)), seen.take(own(filler, 3))]).toEqual([
    false,
    false,
    true,
  ]);
  // A message without a number belongs to this connection only.
  expect([seen.take(own(filler)), seen.take(own(filler)), seen.ticket?.lastSeq]).toEqual([true, true, 3]);
  expect([seen.take(own(end)), seen.ticket]).toEqual([true, undefined]);
});

test("return pauses: the first try comes at once, five within three seconds, and the pauses grow up to two", () => {
  const pauses = [0, 1, 2, 3, 4, 5, 50].map(pauseMsAfter);
  expect(pauses).toEqual([0, 300, 500, 900, 1_300, 2_000, 2_000]);
  expect(pauses.slice(0, 5).reduce((sum, ms) => sum + ms)).toBe(3_000);
});

test("return pauses: the call's own server is tried first, and then alternately with the page's own", () => {
  const places = { last: "https://n1.example", own: "https://voice.example" };
  const tried = [0, 1, 2, 3].map((tries) => placeAfter(tries, places));
  expect(tried).toEqual([places.last, places.own, places.last, places.own]);
});

test("return pauses: a moved session is followed to its address, and never without TLS", () => {
  const own = "https://voice.example";
  expect(movedTo(4308, "https://n2.example/", own)).toBe("https://n2.example");
  for (const [code, reason] of [
    [4308, ""],
    [4308, "elsewhere"],
    [4308, "javascript:alert(1)"],
    [4308, "http://n2.example"],
    [1006, "https://n2.example"],
  ] as const)
    expect(movedTo(code, reason, own)).toBeUndefined();
  expect(movedTo(4308, "http://127.0.0.1:3001", "http://127.0.0.1:3000")).toBe("http://127.0.0.1:3001");
});

function serveCalls() {
  const speech = { ready: Promise.resolve(), stt: scriptedStt(), tts: hummingTts(), vad: loudnessVad() };
  return serveTest({}, { speech });
}

interface Caller extends Disposable {
  readonly connection: SocketConnection;
  readonly ticket: () => ReturnTicket | undefined;
  readonly happened: string[];
  readonly messages: ServerMessage[];
  /** Messages read from the sockets. */
  readonly read: ServerMessage[];
}

function callOver(
  wire: Pick<BreakingWire, "url">,
  given: { features?: string; ttlMs?: number; before?: ReturnTicket | undefined } = {},
): Caller {
  const { features = "clear,resume" } = given;
  page.location = { href: `${wire.url}/test` };
  const seen = new SeenMessages(given.before);
  const happened: string[] = [];
  const messages: ServerMessage[] = [];
  const read: ServerMessage[] = [];
  const ready = (what: string): void => {
    happened.push(what);
    connection.sendText(readyText());
  };
  const ticket = (): ReturnTicket | undefined => {
    const { ttlMs = seen.ticket?.ttlMs ?? 0 } = given;
    return seen.ticket && { ...seen.ticket, ttlMs };
  };
  const connection = new SocketConnection({
    query: new URLSearchParams({ features }),
    access: { origin: new URL(wire.url).origin },
    ticket,
    events: {
      opened: () => ready("opened"),
      away: () => void happened.push("away"),
      back: () => ready("back"),
      audio: () => undefined,
      closed: (code) => void happened.push(`closed ${code}`),
      refused: ({ code }) => void happened.push(`refused ${code}`),
      text: (text) => {
        const message = readMessage(text);
        if (message === undefined) return;
        messages.push(message);
        if (seen.take(message)) read.push(message);
      },
    },
  });
  return { connection, ticket, happened, messages, read, [Symbol.dispose]: () => connection.close() };
}

/** Records the addresses of all sockets that are opened. */
function watchSockets(): { readonly urls: readonly URL[]; readonly restore: () => void } {
  const urls: URL[] = [];
  const Real = globalThis.WebSocket;
  const spy = spyOn(globalThis, "WebSocket").mockImplementation(((url: URL, protocols: string[]) => {
    urls.push(url);
    return new Real(url, protocols);
  }) as never);
  return { urls, restore: () => spy.mockRestore() };
}

const isSession =
  (state: string) =>
  (message: ServerMessage): boolean =>
    message.type === "server-message" && message.data.type === "session" && message.data.state === state;

test("socket: a broken connection is reopened, and no message is missed or read twice", async () => {
  await using served = await serveCalls();
  using wire = breakingWire(new URL(served.url()));
  using caller = callOver(wire);
  await until("session", () => caller.read.some(isSession("created")));
  for (const round of [1, 2]) {
    wire.cut();
    const isBack = (): boolean => caller.read.filter(isSession("resumed")).length === round;
    await until(`session for the ${round}. time`, isBack);
  }
  expect(caller.happened).toEqual(["opened", "away", "back", "away", "back"]);
  expect(wire.connections).toBe(3);
  caller.connection.sendText(wireText("disconnect-bot"));
  await until("end", () => caller.happened.includes("closed 1000"));
  const numbers = caller.read.map(({ seq }) => seq);
  expect(numbers).toEqual(Array.from({ length: numbers.length }, (_, at) => at + 1));
});

test("socket: a silent connection is replaced when others are answered, and not before", async () => {
  await using served = await serveCalls();
  using wire = breakingWire(new URL(served.url()));
  using caller = callOver(wire);
  await until("session", () => caller.read.some(isSession("created")));
  wire.carries = false;
  wire.hang();
  await until("second question whether somebody is there", () => wire.refused === 2);
  expect(caller.happened).toEqual(["opened"]);
  wire.carries = true;
  await until("session", () => caller.read.some(isSession("resumed")));
  expect(caller.happened).toEqual(["opened", "away", "back"]);
  const numbers = caller.read.map(({ seq }) => seq);
  expect(numbers).toEqual(Array.from({ length: numbers.length }, (_, at) => at + 1));
}, 240_000);

test("socket: it retries while the network is gone, and stops when the session is over", async () => {
  await using served = await serveCalls();
  using wire = breakingWire(new URL(served.url()));
  using caller = callOver(wire);
  await until("session", () => caller.read.some(isSession("created")));
  wire.carries = false;
  wire.cut();
  await until("break", () => caller.happened.includes("away"));
  wire.carries = true;
  await until("return", () => caller.happened.includes("back"));
  await until("session", () => caller.read.some(isSession("resumed")));
  wire.carries = false;
  wire.cut();
  await until("second break", () => caller.happened.filter((what) => what === "away").length === 2);
  // Meanwhile another holder of the token ends the session.
  const other = await connect(`${served.url()}/v1/ws/${caller.ticket()?.token}`);
  other.send(wireText("disconnect-bot"));
  await other.closed;
  wire.carries = true;
  await until("end", () => caller.happened.at(-1) === "closed 1006");
  expect(caller.happened).toEqual(["opened", "away", "back", "away", "closed 1006"]);
});

test("socket: it gives up when the next try would come after the server's waiting time", async () => {
  await using served = await serveCalls();
  using wire = breakingWire(new URL(served.url()));
  const { urls, restore } = watchSockets();
  try {
    using caller = callOver(wire, { ttlMs: 250 });
    await until("session", () => caller.read.some(isSession("created")));
    wire.carries = false;
    wire.cut();
    await until("end", () => caller.happened.at(-1) === "closed 1006");
    expect(caller.happened).toEqual(["opened", "away", "closed 1006"]);
    // One attempt at once, and none a third of a second later.
    expect(urls.length).toBe(2);
  } finally {
    restore();
  }
});

test("socket: a client that leaves during a reconnection is not brought back", async () => {
  await using served = await serveCalls();
  using wire = breakingWire(new URL(served.url()));
  using stays = callOver(wire);
  using leaves = callOver(wire);
  for (const { read } of [stays, leaves]) await until("session", () => read.some(isSession("created")));
  let hasLeft = false;
  // After a failed attempt, the client asks the server for the reason.
  const asked = spyOn(globalThis, "fetch").mockImplementation(((url: URL) => {
    if (url.pathname.endsWith(leaves.ticket()?.token ?? "")) {
      hasLeft = true;
      leaves.connection.close();
    }
    return Promise.reject(new Error("no network"));
  }) as never);
  try {
    wire.carries = false;
    wire.cut();
    await until("leaving", () => hasLeft);
    wire.carries = true;
    // Both callers would be back at the same time.
    await until("return", () => stays.happened.includes("back"));
    wire.cut();
    await until("second return", () => stays.happened.filter((what) => what === "back").length === 2);
  } finally {
    asked.mockRestore();
  }
  expect(leaves.happened).toEqual(["opened", "away"]);
});

test("socket: it uses socket addresses, and keeps the features when it comes back", async () => {
  await using served = await serveCalls();
  using wire = breakingWire(new URL(served.url()));
  const { urls, restore } = watchSockets();
  try {
    using caller = callOver(wire, { features: "clear,resume,marks" });
    await until("session", () => caller.read.some(isSession("created")));
    const lastSeq = caller.read.at(-1)?.seq;
    expect(lastSeq).toBeNumber();
    wire.cut();
    await until("session", () => caller.read.some(isSession("resumed")));
    expect(urls.map(({ protocol, pathname }) => [protocol, pathname])).toEqual([
      ["ws:", "/ws"],
      ["ws:", `/v1/ws/${caller.ticket()?.token}`],
    ]);
    expect(urls.map(({ searchParams }) => searchParams.get("features"))).toEqual([
      "clear,resume,marks",
      "clear,resume,marks",
    ]);
  } finally {
    restore();
  }
});

test("socket: a broken connection ends the call without a ticket, and after leaving", async () => {
  await using served = await serveCalls();
  using wire = breakingWire(new URL(served.url()));
  using plain = callOver(wire, { features: "clear" });
  await until("session", () => plain.read.some(isSession("created")));
  wire.cut();
  await until("end", () => plain.happened.length > 1);
  expect(plain.happened).toEqual(["opened", "closed 1006"]);
  using left = callOver(wire);
  await until("session", () => left.read.some(isSession("created")));
  left.connection.close();
  await until("end", () => left.happened.length > 1);
  expect(left.happened).toEqual(["opened", "closed 1000"]);
});

/** A server of one node: it greets each socket with this message, and closes it on request. */
function node(greeting: () => ServerMessage) {
  const sockets: Bun.ServerWebSocket<undefined>[] = [];
  const paths: string[] = [];
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch(request, upgraded) {
      const { pathname, search } = new URL(request.url);
      if (request.headers.get("upgrade") === null) return new Response("", { status: 426 });
      paths.push(pathname + search);
      const headers = { "sec-websocket-protocol": "voice.v1" };
      return upgraded.upgrade(request, { headers }) ? undefined : new Response("", { status: 400 });
    },
    websocket: {
      open(socket) {
        sockets.push(socket as never);
        socket.send(JSON.stringify(greeting()));
      },
      message: () => undefined,
    },
  });
  const url = server.url.origin;
  return { url, paths, sockets, [Symbol.asyncDispose]: () => server.stop(true) };
}

test("socket: a moved session is followed to its address, and found again at the page's own server", async () => {
  const resume = { token: "t", ttl_ms: 30_000 };
  await using first = node(() => own(session(resume), 1));
  const resumed = own({ ...session(resume), state: "resumed" }, 1_001);
  const second = node(() => resumed);
  using caller = callOver(first);
  await until("session", () => caller.read.some(isSession("created")));
  first.sockets[0]?.close(4308, second.url);
  await until("session", () => caller.read.some(isSession("resumed")));
  expect(caller.happened).toEqual(["opened", "away", "back"]);
  expect(second.paths).toEqual(["/v1/ws/t?last_seq=1&features=clear%2Cresume"]);
  // The second server is gone, too: the page's own server knows the session's home.
  await second[Symbol.asyncDispose]();
  await until("session", () => first.paths.length === 2);
  expect(first.paths[1]).toBe("/v1/ws/t?last_seq=1001&features=clear%2Cresume");
});

test("socket: the call of a left page is continued by the next one, which reads all of it", async () => {
  await using served = await serveCalls();
  const wire = { url: served.url() };
  using left = callOver(wire);
  await until("session", () => left.read.some(isSession("created")));
  const before = left.ticket();
  left.connection.abandon();
  using next = callOver(wire, { before });
  await until("session", () => next.read.some(isSession("resumed")));
  expect(next.happened).toEqual(["opened"]);
  expect(next.read.slice(0, left.read.length)).toEqual(left.read);
  next.connection.sendText(wireText("disconnect-bot"));
  await until("end", () => next.happened.includes("closed 1000"));
  using late = callOver(wire, { before });
  await until("refusal", () => late.happened.length > 0);
  expect(late.happened[0]).toMatch(/^refused (session\/over|auth\/invalid)$/);
});
