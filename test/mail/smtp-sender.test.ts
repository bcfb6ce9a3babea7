// SMTP sender with a real mail server: delivered letters, and the errors of a server that refuses them.

import { expect, test } from "bun:test";
import { getEventListeners } from "node:events";
import { wallClock } from "../../src/base/clock.ts";
import { Secret } from "../../src/base/secret.ts";
import {
  MailError,
  SmtpSender,
  type SmtpSenderOptions,
  type SmtpServer,
} from "../../src/mail/smtp-sender.ts";
import { VirtualClock } from "../support/fakes/virtual-clock.ts";
import { mailServer } from "../support/mail-server.ts";
import { ownCertificate } from "../support/servers/certificate.ts";
import { freePort } from "../support/servers/free-port.ts";
import { until } from "../support/until.ts";

const letter = { to: "ada@example.com", subject: "Hello", text: "One line.\n.\n..\nÄnother.\n" };
const never = new AbortController().signal;

function senderTo(port: number, server: Partial<SmtpServer> = {}, more: Partial<SmtpSenderOptions> = {}) {
  const login = { user: "robot", password: new Secret("right") };
  return new SmtpSender({
    server: { host: "localhost", port, tls: "starttls", login, from: "Flow <flow@example.com>", ...server },
    clock: wallClock,
    trusted: ownCertificate,
    ...more,
  });
}

/** Error of a letter that did not arrive. */
async function failure(sent: Promise<void>): Promise<MailError> {
  const error: unknown = await sent.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof MailError) return error;
  throw new Error("It should have failed", { cause: error });
}

test.each([
  ["starttls", "smtp"],
  ["at-once", "smtps"],
  ["off", "smtp"],
] as const)("sender: it hands a letter over with TLS %s, unchanged, and leaves", async (tls, scheme) => {
  await using server = await mailServer({ secure: scheme === "smtps" });
  const sender = senderTo(server.port, { tls });
  await sender.check(never);
  expect(server.letters).toEqual([]);
  await sender.send(letter, never);
  const [got] = server.letters;
  expect(got).toMatchObject({
    from: "flow@example.com",
    to: ["ada@example.com"],
    isSecure: tls !== "off",
    user: "robot",
  });
  expect(got?.text).toBe(letter.text.replaceAll("\n", "\r\n"));
  for (const line of [
    "From: Flow <flow@example.com>",
    "To: ada@example.com",
    "Auto-Submitted: auto-generated",
  ])
    expect(got?.headers).toContain(line);
  await until("end of the connection", () => server.open === 0);
});

test("sender: it uses no login when there is none", async () => {
  await using server = await mailServer({ disabledCommands: ["AUTH"] });
  await senderTo(server.port, { login: undefined }).send(letter, never);
  expect(server.letters).toMatchObject([{ isSecure: true, user: undefined }]);
});

test("sender: it names the failed step, and none of the server's words", async () => {
  await using server = await mailServer({ answers: [451, 550] });
  await using plain = await mailServer({ disabledCommands: ["STARTTLS"] });
  const wrong = { user: "robot", password: new Secret("a wrong one") };
  const cases = [
    [senderTo(server.port), { reason: "refused", status: 451, isTemporary: true }],
    [senderTo(server.port), { reason: "refused", status: 550, isTemporary: false }],
    [senderTo(server.port, { login: wrong }), { reason: "login", status: 535, isTemporary: false }],
    [senderTo(server.port, {}, { trusted: undefined }), { reason: "certificate", isTemporary: false }],
    [senderTo(server.port, { host: "127.0.0.1", tls: "at-once" }), { reason: "tls", isTemporary: false }],
    [senderTo(plain.port), { reason: "tls", isTemporary: false }],
    [senderTo(await freePort()), { reason: "unreachable", code: "ECONNREFUSED", isTemporary: true }],
    [senderTo(1, { host: "nowhere.invalid" }), { reason: "unreachable", isTemporary: true }],
  ] as const;
  for (const [sender, expected] of cases) {
    const error = await failure(sender.send(letter, never));
    expect(error).toMatchObject(expected);
    expect(Bun.inspect(error)).not.toMatch(/ada@|cannot be reached|a wrong one|right/);
    expect(error.cause).toBeUndefined();
  }
  expect([server.letters, plain.letters]).toEqual([[], []]);
  await until("end of the connections", () => server.open === 0 && plain.open === 0);
});

test("sender: it abandons a server that hangs, at its greeting and after it, and one that breaks off", async () => {
  for (const greeting of ["", "220 here\r\n"]) {
    let open = 0;
    let heard = 0;
    using server = Bun.listen({
      hostname: "127.0.0.1",
      port: 0,
      socket: {
        open: (socket) => void ((open += 1), socket.write(greeting)),
        data: () => void (heard += 1),
        close: () => void (open -= 1),
      },
    });
    const clock = new VirtualClock();
    const sending = failure(senderTo(server.port, { host: "127.0.0.1" }, { clock }).send(letter, never));
    await until("connection", () => (greeting === "" ? open : heard) === 1);
    await clock.advance(29_999);
    expect(open).toBe(1);
    await clock.advance(1);
    expect(await sending).toMatchObject({ reason: "late", isTemporary: true });
    await until("end of the connection", () => open === 0);
    expect(clock.nextInMs).toBeUndefined();
  }
  using rude = Bun.listen({
    hostname: "127.0.0.1",
    port: 0,
    socket: { open: (socket) => void socket.end(), data: () => undefined },
  });
  const broken = await failure(senderTo(rude.port, { host: "127.0.0.1" }).send(letter, never));
  expect(broken).toMatchObject({ reason: "broken-off", isTemporary: true });
});

test("sender: it stops at once on request, before and during sending", async () => {
  await using server = await mailServer();
  expect(await failure(senderTo(server.port).send(letter, AbortSignal.abort()))).toMatchObject({
    reason: "stopped",
    isTemporary: false,
  });
  let open = 0;
  using silent = Bun.listen({
    hostname: "127.0.0.1",
    port: 0,
    socket: { open: () => void (open += 1), data: () => undefined, close: () => void (open -= 1) },
  });
  const stop = new AbortController();
  const sending = failure(senderTo(silent.port, { host: "127.0.0.1" }).send(letter, stop.signal));
  await until("connection", () => open === 1);
  stop.abort();
  expect((await sending).reason).toBe("stopped");
  await until("end of the connection", () => open === 0);
  expect(server.letters).toEqual([]);
});

test("sender: it leaves no listener at a signal that outlives its letter", async () => {
  await using server = await mailServer();
  const { signal } = new AbortController();
  await senderTo(server.port).send(letter, signal);
  expect(getEventListeners(signal, "abort")).toEqual([]);
});

test("sender: a server that speaks another protocol breaks off", async () => {
  using web = Bun.listen({
    hostname: "127.0.0.1",
    port: 0,
    socket: {
      open: (socket) => void socket.write("HTTP/1.1 400 Bad Request\r\n\r\n"),
      data: () => undefined,
    },
  });
  const error = await failure(senderTo(web.port, { host: "127.0.0.1" }).send(letter, never));
  expect(error).toMatchObject({ reason: "broken-off", isTemporary: true });
});

test("sender: a line break in a sender or recipient adds no line", async () => {
  await using server = await mailServer();
  const evil = "ada@example.com\r\nBcc: eve@example.com";
  for (const to of [evil, "ada@example.com>\r\nRCPT TO:<eve@example.com"])
    expect(await failure(senderTo(server.port).send({ ...letter, to }, never))).toMatchObject({
      reason: "refused",
      isTemporary: false,
    });
  expect(server.letters).toEqual([]);
});
