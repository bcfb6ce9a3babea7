// Phone call in virtual time: its end when the telephone falls silent, and the resources that it gives back.

import { expect, test } from "bun:test";
import { loadResampler } from "../../src/audio/resampler.ts";
import { frameMs } from "../../src/audio/frame.ts";
import { Fault } from "../../src/base/fault.ts";
import { silentLog } from "../../src/base/log.ts";
import { Ticker } from "../../src/base/ticker.ts";
import { PhoneCall } from "../../src/phone/phone-call.ts";
import { referTo } from "../../src/phone/reached-number.ts";
import { partiesOf } from "../../src/phone/phone-extension.ts";
import { readRtp, writeRtp } from "../../src/transport/rtp/rtp-packet.ts";
import type { Arrival } from "../../src/session/arrival.ts";
import { newIncomingCall } from "../../src/sip/incoming-call.ts";
import type { SipRequest, SipResponse } from "../../src/sip/sip-message.ts";
import type { CallSide, Line } from "../../src/voice/line.ts";
import { settle, VirtualClock } from "../support/fakes/virtual-clock.ts";
import { turn, until } from "../support/until.ts";

const sdp = (port: number, direction = "sendrecv"): string =>
  `v=0\r\no=- 1 1 IN IP4 127.0.0.1\r\ns=-\r\nc=IN IP4 127.0.0.1\r\nt=0 0\r\nm=audio ${port} RTP/AVP 0\r\na=${direction}\r\n`;

const requestOf = (method: string, number: number, body = ""): SipRequest => ({
  method,
  uri: "sip:620@127.0.0.1",
  headers: [
    ["via", "SIP/2.0/UDP 127.0.0.1;branch=z9hG4bK1"],
    ["from", "<sip:100@pbx>;tag=a"],
    ["to", "<sip:620@pbx>"],
    ["call-id", "id"],
    ["cseq", `${number} ${method}`],
    ["contact", "<sip:100@127.0.0.1:5060>"],
  ],
  body,
});

/** Opens an even port, because audio uses even ports (RFC 3550, 11). */
async function evenPort() {
  for (;;) {
    const socket = await Bun.udpSocket({ hostname: "0.0.0.0", port: 0 });
    if (socket.port % 2 === 0) return socket;
    socket.close();
  }
}

/** A telephone that rings at a call whose session does nothing, and its RTP. */
async function ringing(arrive?: () => Promise<Arrival>, rtpPorts?: readonly [number, number]) {
  const clock = new VirtualClock();
  const ticker = new Ticker(clock, frameMs);
  const told: string[] = [];
  const heard: Buffer[] = [];
  const rtp = await Bun.udpSocket({
    hostname: "127.0.0.1",
    port: 0,
    socket: { data: (_, bytes) => void heard.push(bytes) },
  });
  const lines: Line[] = [];
  const side: CallSide = {
    ready: () => void told.push("ready"),
    hear: (frame) => void told.push(frame.some((sample) => Math.abs(sample) > 100) ? "heard" : "silence"),
    input: (input) => void told.push(input.type),
    gone: (reason) => void told.push(`gone ${reason}`),
  };
  const arrival: Arrival = {
    session: {
      sessionId: "ses",
      mode: "flow",
      programId: "welcome",
      resumed: false,
      said: undefined as never,
    },
    open: (line) => {
      lines.push(line);
      line.attach(side);
      return Promise.resolve();
    },
    withdraw: () => void told.push("withdrawn"),
  };
  const answers: SipResponse[] = [];
  const sent: SipRequest[] = [];
  const contact = "<sip:620@127.0.0.1:5062>";
  const incoming = newIncomingCall(requestOf("INVITE", 1, sdp(rtp.port)), { tag: "us", contact });
  const call = new PhoneCall(incoming, {
    clock,
    ticker,
    log: silentLog,
    convert: await loadResampler(),
    rtpPorts,
    arrive: arrive ?? (() => Promise.resolve(arrival)),
    answer: (_, response) => void answers.push(response),
    request: (request) => void sent.push(request),
    invite: (request) => void sent.push(request),
    acknowledge: (ack) => void sent.push(ack),
    expire: () => void told.push("expired"),
    contact,
    host: "127.0.0.1",
    domain: "pbx",
    reach: () => clock.after(0, () => undefined),
    transferred: () => undefined,
    over: () => void told.push("over"),
  });
  const answered = call.answer();
  if (arrive === undefined) await answered;
  return { answered, clock, ticker, call, told, heard, rtp, answers, sent, lines };
}

test("a call whose telephone sends no audio for eight seconds is hung up, and leaves nothing behind", async () => {
  const { clock, ticker, call, told, sent, answers, rtp } = await ringing();
  expect(answers.map(({ status }) => status)).toEqual([180, 200]);
  call.asked(requestOf("ACK", 1));
  await clock.advance(7_900);
  expect(told).toContain("ready");
  expect(sent).toEqual([]);
  await clock.advance(200);
  expect(sent.map(({ method }) => method)).toEqual(["BYE"]);
  expect(told.slice(-3)).toEqual(["gone lost", "expired", "over"]);
  expect(ticker.size).toBe(0);
  expect(clock.nextInMs).toBeUndefined();
  rtp.close();
});

test("the session of a call without an ACK and audio ends after eight seconds, and its BYE waits for the ACK", async () => {
  const { clock, ticker, call, told, sent, rtp } = await ringing();
  await clock.advance(7_900);
  expect(told).toEqual([]);
  await clock.advance(200);
  expect(told).toEqual(["gone lost", "expired"]);
  expect(sent).toEqual([]);
  call.asked(requestOf("ACK", 1));
  expect(sent.map(({ method }) => method)).toEqual(["BYE"]);
  expect(told.slice(2)).toEqual(["expired", "over"]);
  expect(ticker.size).toBe(0);
  rtp.close();
});

test("a call on hold is not hung up, and is heard again when it resumes", async () => {
  const { clock, call, answers, sent, rtp, lines } = await ringing();
  call.asked(requestOf("ACK", 1));
  call.asked(requestOf("INVITE", 2, sdp(rtp.port, "inactive")));
  await settle();
  expect(answers.at(-1)?.body).toContain("a=inactive");
  expect(lines[0]?.writable).toBe(false);
  await clock.advance(60_000);
  expect(sent).toEqual([]);
  call.asked(requestOf("INVITE", 3, sdp(rtp.port)));
  await settle();
  expect(answers.at(-1)?.body).toContain("a=sendrecv");
  expect(lines[0]?.writable).toBe(true);
  await clock.advance(8_100);
  expect(sent.map(({ method }) => method)).toEqual(["BYE"]);
  rtp.close();
});

test("the music of a PBX that has put the call on hold is not heard, and its caller is heard again afterwards", async () => {
  const { clock, call, answers, told, rtp } = await ringing();
  call.asked(requestOf("ACK", 1));
  let sequence = 0;
  const heardOf = async (direction: string, number: number): Promise<number> => {
    call.asked(requestOf("INVITE", number, sdp(rtp.port, direction)));
    await settle();
    const to = Number(/^m=audio (\d+)/m.exec(answers.at(-1)?.body ?? "")?.[1]);
    const before = told.filter((what) => what === "heard").length;
    for (let i = 0; i < 50; i += 1) {
      const packet = {
        sequence,
        timestamp: sequence * 160,
        marker: false,
        payload: new Uint8Array(160).fill(i),
      };
      sequence += 1;
      rtp.send(writeRtp(packet, 0, 7), to, "127.0.0.1");
      await clock.advance(frameMs);
      await turn();
    }
    return told.filter((what) => what === "heard").length - before;
  };
  expect(await heardOf("sendrecv", 2)).toBeGreaterThan(30);
  expect(await heardOf("sendonly", 3)).toBeLessThan(5);
  expect(await heardOf("sendrecv", 4)).toBeGreaterThan(30);
  rtp.close();
  call[Symbol.dispose]();
});

test("a call sends a packet each 20 ms from its answer on, in the agreed codec", async () => {
  const { clock, call, heard, rtp } = await ringing();
  call.asked(requestOf("ACK", 1));
  for (let i = 0; i < 50; i++) {
    await clock.advance(frameMs);
    await turn();
  }
  await until("packets of the call", () => heard.length >= 45);
  const packets = heard.map((bytes) => readRtp(bytes)!);
  expect(new Set(packets.map(({ payloadType, payload }) => `${payloadType} ${payload.length}`))).toEqual(
    new Set(["0 160"]),
  );
  call[Symbol.dispose]();
  rtp.close();
});

test("a call that ends speaks its last words before it hangs up", async () => {
  const { clock, call, lines, sent, rtp } = await ringing();
  call.asked(requestOf("ACK", 1));
  lines[0]?.close("completed");
  expect(sent).toEqual([]);
  await clock.advance(300);
  expect(sent.map(({ method }) => method)).toEqual(["BYE"]);
  rtp.close();
});

test.each([
  ["calls/limit", new Fault("calls/limit", "No."), 486],
  ["credits/empty", new Fault("credits/empty", "No."), 486],
  ["calls/draining", new Fault("calls/draining", "No."), 486],
  ["session/limit", new Fault("session/limit", "No."), 486],
  ["flow/not-found", new Fault("flow/not-found", "No."), 480],
  ["an error of this side", new TypeError("No."), 500],
] as const)("a call refused by %s has its answer", async (_, error, status) => {
  const { answers, answered, told, clock, rtp } = await ringing(() => Promise.reject(error));
  await answered;
  rtp.close();
  expect(answers.map((answer) => answer.status)).toEqual([180, status]);
  expect(told).toEqual(["over"]);
  expect(clock.nextInMs).toBeUndefined();
});

test("a call without a free audio port is busy, and frees its place", async () => {
  const taken = await evenPort();
  const { port } = taken;
  const { answers, told, lines, rtp } = await ringing(undefined, [port, port + 1]);
  expect(answers.map(({ status }) => status)).toEqual([180, 486]);
  expect([told, lines]).toEqual([["withdrawn", "over"], []]);
  taken.close();
  rtp.close();
});

test("a call withdrawn during the search for a session frees its place", async () => {
  const found = Promise.withResolvers<Arrival>();
  const { call, answers, answered, told, rtp } = await ringing(() => found.promise);
  call.cancelled();
  const nothing = {
    open: () => Promise.reject(new Error("opened")),
    withdraw: () => void told.push("withdrawn"),
  };
  found.resolve(nothing as unknown as Arrival);
  await answered;
  expect(answers.map(({ status }) => status)).toEqual([180, 487]);
  expect(told).toEqual(["over", "withdrawn"]);
  rtp.close();
});

test.each([
  ["+49 30 1234-5", "sip:+49301234-5@pbx"],
  ["tel:+4930", "sip:+4930@pbx"],
  ["**611", "sip:**611@pbx"],
  ["#31#100", "sip:%2331%23100@pbx"],
  ["sip:desk@other.example", "sip:desk@other.example"],
  ["sip:a@b>\r\nEvil: x<", "sip:a@bEvil:x"],
])("a transfer to %s is requested from the PBX as %s", (address, uri) => {
  expect(referTo(address, "pbx")).toBe(uri);
});

const askedBy = (from: string, more: readonly (readonly [string, string])[] = []): SipRequest => ({
  ...requestOf("INVITE", 1),
  headers: [["from", from], ["to", "<sip:+4930%20123@pbx>"], ...more],
});

test.each([
  ["its number", askedBy('"Ada" <sip:**611@fritz.box>;tag=1'), "**611"],
  ["a number of tel", askedBy("<tel:+4930;phone-context=x>"), "+4930"],
  ["nothing when it is withheld", askedBy('"Anonymous" <sip:anonymous@anonymous.invalid>;tag=1'), undefined],
  [
    "the number that the PBX asserts",
    askedBy("<sip:x@y>", [["p-asserted-identity", "<sip:+4940@pbx>"]]),
    "+4940",
  ],
  ["signs that are no escape as they stand", askedBy("<sip:%zz@y>"), "%zz"],
])("the caller is identified by %s", (_, invite, from) => {
  expect(partiesOf(invite, { user: "620" })).toEqual({ from, to: "+4930 123" });
});
