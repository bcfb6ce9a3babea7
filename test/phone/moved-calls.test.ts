// Moved calls: another process resumes a telephone call from data that crossed the network, and the PBX learns the new
// address.

import { expect, test } from "bun:test";
import { loadResampler } from "../../src/audio/resampler.ts";
import { frameMs } from "../../src/audio/frame.ts";
import { silentLog } from "../../src/base/log.ts";
import { Ticker } from "../../src/base/ticker.ts";
import { type MovedExtension, readMoved, timesMoved } from "../../src/phone/moved-calls.ts";
import { PhoneCall } from "../../src/phone/phone-call.ts";
import type { Arrival } from "../../src/session/arrival.ts";
import { type IncomingCall, newIncomingCall, stepIncomingCall } from "../../src/sip/incoming-call.ts";
import type { SipRequest, SipResponse } from "../../src/sip/sip-message.ts";
import type { Line } from "../../src/voice/line.ts";
import { VirtualClock } from "../support/fakes/virtual-clock.ts";

const sdp =
  "v=0\r\no=- 1 1 IN IP4 127.0.0.1\r\ns=-\r\nc=IN IP4 127.0.0.1\r\nt=0 0\r\nm=audio 4000 RTP/AVP 8\r\n";

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
    ["record-route", "<sip:pbx;lr>"],
  ],
  body,
});

const contacts = { before: "<sip:620@127.0.0.1:5062>", after: "<sip:620@127.0.0.2:5064>" } as const;

/** A process with a telephone. */
async function processOf(contact: string) {
  const clock = new VirtualClock();
  const told: string[] = [];
  const sent: SipRequest[] = [];
  const answers: ((response: SipResponse | undefined) => void)[] = [];
  const lines: Line[] = [];
  const arrival: Arrival = {
    session: {
      sessionId: "ses",
      mode: "flow",
      programId: "welcome",
      resumed: false,
      said: undefined as never,
      resume: { token: "token", ttlMs: 30_000 },
    },
    open: (line) => {
      lines.push(line);
      line.attach({
        ready: () => void told.push("ready"),
        hear: () => undefined,
        input: () => undefined,
        gone: (reason) => void told.push(`gone ${reason}`),
      });
      return Promise.resolve();
    },
    withdraw: () => void told.push("withdrawn"),
  };
  const parts = {
    clock,
    ticker: new Ticker(clock, frameMs),
    log: silentLog,
    convert: await loadResampler(),
    rtpPorts: undefined,
    arrive: () => Promise.resolve(arrival),
    answer: () => undefined,
    request: (request: SipRequest) => void sent.push(request),
    invite: (request: SipRequest, answered: (response: SipResponse | undefined) => void) => {
      sent.push(request);
      answers.push(answered);
    },
    acknowledge: (ack: SipRequest) => void sent.push(ack),
    expire: (id: string) => void told.push(`expired ${id}`),
    contact,
    host: "127.0.0.1",
    domain: "pbx",
    reach: () => clock.after(0, () => undefined),
    transferred: () => undefined,
    over: () => void told.push("over"),
  };
  return { clock, parts, told, sent, answers, lines };
}

/** A call whose session has moved. */
async function movedCall(described = sdp) {
  const from = await processOf(contacts.before);
  const incoming = newIncomingCall(requestOf("INVITE", 1, described), {
    tag: "us",
    contact: contacts.before,
  });
  const call = new PhoneCall(incoming, from.parts);
  await call.answer();
  call.asked(requestOf("ACK", 1));
  return { ...from, call };
}

const okOf = (contact: string): SipResponse => ({
  status: 200,
  reason: "OK",
  headers: [["contact", contact]],
  body: sdp,
});

test("a telephone follows its session to another process, whose address its PBX gets", async () => {
  const from = await movedCall();
  expect(from.call.movedOn).toBeUndefined();
  from.lines[0]?.close("moved");
  const extension: MovedExtension = { port: 5_062, calls: [from.call.movedOn!] };
  from.call[Symbol.dispose]();
  const [{ calls }] = readMoved([JSON.parse(JSON.stringify(extension))]) as [MovedExtension];
  const [moved] = calls;
  expect(moved?.token).toBe("token");
  expect(from.sent).toEqual([]);
  expect(from.told).not.toContain("expired ses");

  const to = await processOf(contacts.after);
  const { sessionId } = moved!;
  const call = new PhoneCall(timesMoved(moved!.call, 0), to.parts, { sessionId });
  await call.resume(moved!);
  expect(to.told).toEqual(["ready"]);
  const [invite] = to.sent;
  expect(invite).toMatchObject({ method: "INVITE", uri: "sip:100@127.0.0.1:5060" });
  expect(invite?.headers).toContainEqual(["contact", contacts.after]);
  expect(invite?.headers).toContainEqual(["route", "<sip:pbx;lr>"]);
  expect(invite?.headers).toContainEqual(["from", "<sip:620@pbx>;tag=us"]);
  expect(invite?.body).toContain(`m=audio ${moved?.rtpPort} RTP/AVP 8`);
  to.answers[0]?.(okOf("<sip:100@127.0.0.9:5070>"));
  expect(to.sent[1]).toMatchObject({ method: "ACK", uri: "sip:100@127.0.0.9:5070" });
  expect(to.sent[1]?.headers).toContainEqual(["cseq", "1 ACK"]);
  call.cut();
  expect(to.sent[2]).toMatchObject({ method: "BYE", uri: "sip:100@127.0.0.9:5070" });
  expect(to.sent[2]?.headers).toContainEqual(["cseq", "2 BYE"]);
  expect(to.told.slice(1)).toEqual(["gone caller", "expired ses", "over"]);
});

test("a telephone of a process with the previous one's address gets no message", async () => {
  const from = await movedCall();
  from.lines[0]?.close("moved");
  const moved = from.call.movedOn!;
  from.call[Symbol.dispose]();
  const to = await processOf(contacts.before);
  const call = new PhoneCall(moved.call, to.parts, moved);
  await call.resume(moved);
  expect(to.sent).toEqual([]);
  call[Symbol.dispose]();
});

test("a telephone that no process has taken within 30 s is hung up", async () => {
  // The line only listens, so its silence ends nothing.
  const { clock, call, lines, sent } = await movedCall(`${sdp}a=recvonly\r\n`);
  lines[0]?.close("moved");
  await clock.advance(29_900);
  expect(sent).toEqual([]);
  await clock.advance(200);
  expect(sent.map(({ method }) => method)).toEqual(["BYE"]);
  call[Symbol.dispose]();
});

const dialog = (): IncomingCall => ({
  ...newIncomingCall(requestOf("INVITE", 1, sdp), { tag: "us", contact: contacts.before }),
  phase: "talking",
  expiresAt: 90_000,
  refreshAt: 40_000,
});

test.each([
  [undefined, ["send", "ended"], "over"],
  [481, ["send", "ended"], "over"],
  [408, ["send", "ended"], "over"],
  [100, [], "talking"],
  [401, [], "talking"],
  [491, [], "talking"],
  [200, ["acknowledge", "agreed"], "talking"],
] as const)("a renewal that is answered by %p has the effects %p", (status, effects, phase) => {
  const { call, effects: asks } = stepIncomingCall(dialog(), {
    type: "renew",
    contact: contacts.after,
    sdp,
  });
  const [ask] = asks;
  const invite = ask?.type === "invite" ? ask.request : requestOf("INVITE", 1);
  const response = status === undefined ? undefined : { ...okOf(contacts.before), status };
  const after = stepIncomingCall(call, { type: "renewed", invite, response });
  expect(after.effects.map(({ type }) => type)).toEqual([...effects]);
  expect(after.call.phase).toBe(phase);
});

test("the times of a call follow the clock of the other process", () => {
  expect(timesMoved(dialog(), 1_000)).toMatchObject({ expiresAt: 91_000, refreshAt: 41_000 });
  const { expiresAt } = timesMoved({ ...dialog(), expiresAt: undefined }, 1_000);
  expect(expiresAt).toBeUndefined();
});

const call = { call: dialog(), token: "t", sdp, sessionId: 1, versions: 2, rtpPort: 4_000 };

test.each([
  [{ port: 0, calls: [call] }, 1],
  [{ numberId: "num_1", port: 0, calls: [] }, 1],
  [{ numberId: 7, port: 0, calls: [] }, 0],
  [{ port: "0", calls: [] }, 0],
  [{ port: 0, calls: [{ ...call, token: undefined }] }, 0],
  [{ port: 0, calls: [{ ...call, rtpPort: 1.5 }] }, 0],
  [{ port: 0, calls: [{ ...call, id: 7 }] }, 0],
  [{ port: 0, calls: [{ ...call, call: { ...dialog(), phase: "answered" } }] }, 0],
  [{ port: 0, calls: [{ ...call, call: { ...dialog(), routes: "none" } }] }, 0],
  [{ port: 0, calls: [{ ...call, call: { ...dialog(), invite: {} } }] }, 0],
  [{ port: 0, calls: [null] }, 0],
  [{ port: 0, calls: {} }, 0],
  [null, 0],
])("the left extension %# is taken over, or ends as after a crash", (data, taken) => {
  expect(readMoved([data])).toHaveLength(taken);
});

test("the snapshot of an earlier version contains no telephone", () => {
  expect(readMoved(undefined)).toEqual([]);
});
