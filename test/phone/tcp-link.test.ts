// Registration over TCP: one connection for all messages, and a new one when it is lost.

import { expect, test } from "bun:test";
import { createServer, type Socket } from "node:net";
import { silentLog } from "../../src/base/log.ts";
import { RegistrarLink } from "../../src/phone/registrar-link.ts";
import { takeMessages } from "../../src/sip/message-stream.ts";
import { answerTo } from "../../src/sip/sip-answer.ts";
import {
  headerOf,
  isRequest,
  readMessage,
  type SipRequest,
  writeMessage,
} from "../../src/sip/sip-message.ts";
import { VirtualClock } from "../support/fakes/virtual-clock.ts";
import { until } from "../support/until.ts";

/** A PBX that accepts each registration. */
async function registrar() {
  const asked: SipRequest[] = [];
  const answers: number[] = [];
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on("error", () => undefined);
    socket.on("data", (bytes: Buffer) => {
      for (const one of takeMessages(bytes)?.messages ?? []) {
        const message = readMessage(one)!;
        if (!isRequest(message)) {
          answers.push(message.status);
          continue;
        }
        asked.push(message);
        const headers = [["expires", "600"]] as const;
        socket.write(writeMessage(answerTo(message, 200, { tag: "pbx", headers })));
      }
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { readonly port: number };
  return { asked, answers, sockets, port, [Symbol.dispose]: () => void server.close() };
}

test("an extension registers over one connection, answers on it, and registers again when it is closed", async () => {
  using pbx = await registrar();
  const clock = new VirtualClock();
  const heard: string[] = [];
  const link: RegistrarLink = await RegistrarLink.open({
    clock,
    log: silentLog,
    extension: { domain: "pbx", user: "620", loginName: "620", password: "secret" },
    registrar: { host: "127.0.0.1", port: pbx.port, transport: "tcp" },
    port: 0,
    handler: {
      request: (request) => {
        heard.push(request.method);
        link.answer(request, answerTo(request, 200));
      },
      acknowledged: () => undefined,
      cancelled: () => undefined,
      unacknowledged: () => undefined,
    },
  });
  await link.settled;
  expect(link.state).toEqual({ phase: "registered", problem: undefined });
  const { remotePort } = pbx.sockets[0]!;
  expect(headerOf(pbx.asked[0]!, "contact")).toBe(`<sip:620@127.0.0.1:${remotePort};transport=tcp>`);
  expect(headerOf(pbx.asked[0]!, "via")).toStartWith(`SIP/2.0/TCP 127.0.0.1:${remotePort};branch=`);
  // Nothing is sent twice if nothing is lost.
  await clock.advance(20_000);
  expect(pbx.asked).toHaveLength(1);

  const options = { ...pbx.asked[0]!, method: "OPTIONS" };
  const headers = options.headers.map(
    ([name, value]) => [name, name === "cseq" ? "7 OPTIONS" : value] as const,
  );
  pbx.sockets[0]!.write(writeMessage({ ...options, headers }));
  await until("answer", () => pbx.answers.length === 1);
  expect([heard, pbx.answers]).toEqual([["OPTIONS"], [200]]);

  // A message that was cut off is no beginning of the next connection.
  pbx.sockets[0]!.end("OPTIONS sip:620@pbx SIP/2.0\r\nVi");
  await until("end of the connection", () => link.state.phase === "away");
  expect(link.state.problem).toBe("The PBX has closed the connection.");
  await clock.advance(2_100);
  await until("another registration", () => link.state.phase === "registered");
  expect(pbx.sockets).toHaveLength(2);
  expect(headerOf(pbx.asked[1]!, "contact")).toContain(`:${pbx.sockets[1]!.remotePort};`);

  const closed = new Promise((resolve) => pbx.sockets[1]!.once("close", resolve));
  await link[Symbol.asyncDispose]();
  await closed;
  expect(headerOf(pbx.asked[2]!, "expires")).toBe("0");
  expect(clock.nextInMs).toBeUndefined();
});

test("an extension whose PBX does not listen reports it and tries again", async () => {
  const { port, ...gone } = await registrar();
  gone[Symbol.dispose]();
  const clock = new VirtualClock();
  await using link = await RegistrarLink.open({
    clock,
    log: silentLog,
    extension: { domain: "pbx", user: "620", loginName: "620", password: "secret" },
    registrar: { host: "127.0.0.1", port, transport: "tcp" },
    port: 0,
    handler: {
      request: () => undefined,
      acknowledged: () => undefined,
      cancelled: () => undefined,
      unacknowledged: () => undefined,
    },
  });
  await link.settled;
  expect(link.state.phase).toBe("away");
  expect(link.state.problem).toStartWith("The PBX does not answer");
});
