// Kinds of PBXes: demands, omissions and rewritings of FRITZ!Box, 3CX and FreePBX, as the messages that they send. A
// PBX here is a table of its rules, and the steps must get through with it.

import { describe, expect, test } from "bun:test";
import { audioIn } from "../../src/phone/phone-audio.ts";
import { readUri } from "../../src/sip/header-values.ts";
import {
  answeredCall,
  callDueAt,
  type IncomingCall,
  type IncomingCallEffect,
  newIncomingCall,
  stepIncomingCall,
} from "../../src/sip/incoming-call.ts";
import {
  dial,
  type OutgoingCall,
  type OutgoingCallEffect,
  stepOutgoingCall,
} from "../../src/sip/outgoing-call.ts";
import {
  type Extension,
  newRegistration,
  type RegistrationStep,
  stepRegistration,
} from "../../src/sip/registration.ts";
import {
  type HeaderLines,
  headerOf,
  isRequest,
  readMessage,
  type SipRequest,
  type SipResponse,
} from "../../src/sip/sip-message.ts";

interface Pbx {
  readonly name: string;
  readonly extension: Extension;
  /** Requests that get no response at all. */
  readonly drops: (request: SipRequest, before: SipRequest | undefined) => boolean;
  /** Challenge with which it asks for a password. */
  readonly asks: readonly [status: number, header: readonly [string, string]];
  /** Response to the challenge that it accepts. */
  readonly proof: { readonly header: string; readonly holds: readonly string[]; readonly lacks?: string };
  /** Response to an accepted registration. */
  readonly granted: HeaderLines;
  /** Refresh interval of a registration, in seconds. */
  readonly refreshSeconds: number;
}

const reached = { host: "192.168.178.20", port: 5_062 };
const contact = "<sip:620@192.168.178.20:5062>";

const pbxes: readonly Pbx[] = [
  {
    name: "FRITZ!Box",
    extension: { domain: "fritz.box", user: "620", loginName: "telefon-1", password: "secret" },
    // Requests with a user in the address, or with another Call-ID than the first one had.
    drops: ({ uri, headers }, before) => {
      const callId = headers.find(([name]) => name === "call-id")?.[1];
      const other = before !== undefined && headerOf(before, "call-id") !== callId;
      return readUri(uri)?.user !== undefined || other;
    },
    asks: [401, ["www-authenticate", 'Digest realm="fritz.box", nonce="5C1D4B7A1F0E2C33"']],
    proof: {
      header: "authorization",
      holds: ['username="telefon-1"', 'realm="fritz.box"', 'uri="sip:fritz.box"'],
      // The server offers no count, and accepts none.
      lacks: "nc=",
    },
    granted: [
      ["contact", `${contact};expires=300`],
      ["contact", "<sip:621@192.168.178.31:5060>;expires=20"],
    ],
    refreshSeconds: 240,
  },
  {
    name: "3CX",
    extension: { domain: "pbx.example.my3cx.eu", user: "100", loginName: "aB3dEf", password: "secret" },
    drops: () => false,
    asks: [
      407,
      ["proxy-authenticate", 'Digest nonce="414d535c1a2b3c:9f8e7d", algorithm=MD5, realm="3CXPhoneSystem"'],
    ],
    proof: {
      header: "proxy-authorization",
      // The authentication ID differs from the extension's name.
      holds: ['username="aB3dEf"', 'realm="3CXPhoneSystem"', "algorithm=MD5"],
    },
    granted: [["contact", "<sip:100@192.168.178.20:5062;rinstance=ab12>;expires=120"]],
    refreshSeconds: 96,
  },
  {
    name: "FreePBX",
    extension: { domain: "10.0.0.9", user: "620", loginName: "620", password: "secret" },
    drops: () => false,
    asks: [
      401,
      [
        "www-authenticate",
        'Digest realm="asterisk",nonce="1669766400/6e9f",opaque="63a1b2",algorithm=MD5,qop="auth"',
      ],
    ],
    proof: {
      header: "authorization",
      holds: ['opaque="63a1b2"', "qop=auth", "nc=00000001", 'realm="asterisk"'],
    },
    granted: [
      ["contact", `${contact};expires=599`],
      ["expires", "600"],
    ],
    refreshSeconds: 479.2,
  },
];

const via = "SIP/2.0/UDP 192.168.178.20:5062;branch=z9hG4bK1;rport=5062;received=192.168.178.20";

describe.each(pbxes)("$name", ({ extension, drops, asks, proof, granted, refreshSeconds }) => {
  const proofs = { extension, random: () => "0a1b2c" };

  test("accepts the registration, and each one after it", () => {
    const sent: SipRequest[] = [];
    let step: RegistrationStep = {
      registration: newRegistration(reached, { callId: "one@here", tag: "t" }),
    };
    const take = (event: Parameters<typeof stepRegistration>[1]): void => {
      step = stepRegistration(step.registration, event, proofs);
      for (let { request } = step; request !== undefined; request = step.request) {
        if (drops(request, sent.at(-1))) return;
        sent.push(request);
        step = stepRegistration(
          step.registration,
          { type: "response", response: answer(request), now: 0 },
          proofs,
        );
      }
    };
    const answer = (request: SipRequest): SipResponse => {
      const given = headerOf(request, proof.header);
      const [status, challenge] = given === undefined ? asks : [200, undefined];
      const headers = [["via", via] as const, ...(challenge === undefined ? granted : [challenge])];
      return { status, reason: "", headers, body: "" };
    };
    take({ type: "due", now: 0 });
    expect(step.registration).toMatchObject({ phase: "registered", nextAt: refreshSeconds * 1_000 });
    const given = headerOf(sent.at(-1)!, proof.header) ?? "";
    for (const part of proof.holds) expect(given).toContain(part);
    if (proof.lacks !== undefined) expect(given).not.toContain(proof.lacks);
    const before = sent.length;
    take({ type: "due", now: refreshSeconds * 1_000 });
    expect(step.registration.phase).toBe("registered");
    // The refresh has the known proof at once.
    expect(sent.length).toBe(before + 1);
  });

  test("asks for the password again for an outgoing call", () => {
    const to = `sip:**611@${extension.domain}`;
    const begun = dial({
      to,
      extension,
      callId: "out",
      tag: "us",
      contact,
      sdp: "v=0\r\n",
      ringMs: 30_000,
      now: 0,
    });
    const headers: HeaderLines = [["to", `<${to}>;tag=pbx`], ["cseq", "1 INVITE"], asks[1]];
    const response: SipResponse = { status: asks[0], reason: "", headers, body: "" };
    const { effects } = stepOutgoingCall(begun.call, { type: "response", response, now: 1 }, proofs);
    const [invite] = effects as Extract<OutgoingCallEffect, { type: "invite" }>[];
    expect(headerOf(invite!.request, "cseq")).toBe("2 INVITE");
    expect(headerOf(invite!.request, proof.header)).toContain(`uri="${to}"`);
  });
});

const message = (lines: readonly string[], body: readonly string[] = []): string => {
  const text = body.map((line) => `${line}\r\n`).join("");
  return `${lines.join("\r\n")}\r\ncontent-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;
};

const sdp = (media: string, more: readonly string[]): readonly string[] => [
  "v=0",
  "o=user 1 1 IN IP4 192.168.178.1",
  "s=call",
  "c=IN IP4 192.168.178.1",
  "t=0 0",
  media,
  ...more,
];

/** Incoming calls as each PBX sends them. */
const invitations: readonly (readonly [string, readonly string[], readonly string[], string, boolean])[] = [
  [
    "FRITZ!Box",
    [
      "INVITE sip:620@192.168.178.20:5062 SIP/2.0",
      "Via: SIP/2.0/UDP 192.168.178.1:5060;branch=z9hG4bKf1",
      'From: "Ada" <sip:**611@fritz.box>;tag=f1',
      "To: <sip:620@fritz.box>",
      "Call-ID: f1@192.168.178.1",
      "CSeq: 20 INVITE",
      "Contact: <sip:c1@192.168.178.1>",
      "Supported: 100rel,replaces,timer",
      "Allow-Events: telephone-event, refer, reg",
      "Content-Type: application/sdp",
    ],
    sdp("m=audio 7078 RTP/AVP 9 8 0 2 102 100 99 101", [
      "a=sendrecv",
      "a=rtpmap:2 G726-32/8000",
      "a=rtpmap:102 G726-32/8000",
      "a=rtpmap:101 telephone-event/8000",
      "a=fmtp:101 0-15",
      "a=rtcp:7079",
    ]),
    "g722",
    true,
  ],
  [
    "3CX",
    [
      "INVITE sip:100@192.168.178.20:5062;rinstance=ab12 SIP/2.0",
      "v: SIP/2.0/UDP 10.0.0.5:5060;branch=z9hG4bK-3cx;rport",
      'f: "Bob"<sip:101@pbx.example.my3cx.eu:5060;nf=e>;tag=x1',
      't: "100"<sip:100@pbx.example.my3cx.eu:5060>',
      "i: x1_3cx",
      "CSeq: 1 INVITE",
      "m: <sip:101@10.0.0.5:5060>",
      "k: replaces, timer",
      "c: application/sdp",
    ],
    sdp("m=audio 9000 RTP/AVP 0 8 101", ["a=rtpmap:101 telephone-event/8000", "a=sendrecv"]),
    "pcmu",
    true,
  ],
  [
    "FreePBX with a timer",
    [
      "INVITE sip:620@192.168.178.20:5062 SIP/2.0",
      "Via: SIP/2.0/UDP 10.0.0.9:5060;rport;branch=z9hG4bKPj1",
      'From: "Desk" <sip:200@10.0.0.9>;tag=p1',
      "To: <sip:620@192.168.178.20>",
      "Contact: <sip:asterisk@10.0.0.9:5060>",
      "Call-ID: p1",
      "CSeq: 30514 INVITE",
      "Supported: 100rel, timer, replaces, norefersub, histinfo",
      "Session-Expires: 1800;refresher=uas",
      "Min-SE: 90",
      'P-Asserted-Identity: "Desk" <sip:200@10.0.0.9>',
      "Content-Type: application/sdp",
    ],
    sdp("m=audio 12000 RTP/AVP 8 0 107 101", [
      "a=rtpmap:107 opus/48000/2",
      "a=fmtp:107 useinbandfec=1",
      "a=rtpmap:101 telephone-event/8000",
      "a=ptime:20",
      "a=maxptime:150",
    ]),
    "pcma",
    true,
  ],
  [
    "trunk that demands 100rel",
    [
      "INVITE sip:620@192.168.178.20:5062 SIP/2.0",
      "Via: SIP/2.0/UDP 10.0.0.9:5060;branch=z9hG4bKt1",
      "From: <sip:+4930@trunk.example>;tag=t1",
      "To: <sip:620@trunk.example>",
      "Contact: <sip:10.0.0.9:5060>",
      "Call-ID: t1",
      "CSeq: 1 INVITE",
      "Require: 100rel",
      "Content-Type: application/sdp",
    ],
    sdp("m=audio 12000 RTP/AVP 8", []),
    "pcma",
    false,
  ],
];

test.each(invitations)("a call of a %s is read, rung and answered", (_, head, body, codec, rings) => {
  const invite = readMessage(Buffer.from(message(head, body)));
  if (invite === undefined || !isRequest(invite)) throw new Error("It is not read");
  expect(audioIn(invite.body)?.agreed.codec).toBe(codec as never);
  let call: IncomingCall = newIncomingCall(invite, { tag: "us", contact });
  const statuses: number[] = [];
  const take = (event: Parameters<typeof stepIncomingCall>[1]): readonly IncomingCallEffect[] => {
    const step = stepIncomingCall(call, event);
    call = step.call;
    for (const effect of step.effects) if (effect.type === "answer") statuses.push(effect.response.status);
    return step.effects;
  };
  take({ type: "ring" });
  const [answered] = take({ type: "accept", sdp: "v=0\r\n", now: 0 });
  expect(statuses).toEqual(rings ? [180, 200] : [200]);
  if (answered?.type !== "answer") throw new Error("It is not answered");
  expect(headerOf(answered.response, "to")).toContain(";tag=us");
  const timed = headerOf(invite, "session-expires");
  expect(headerOf(answered.response, "session-expires")).toBe(timed);
  // The refreshing side refreshes after half of the time.
  expect(callDueAt(call)).toBe(timed === undefined ? undefined : 900_000);
});

const calledOut = (headers: HeaderLines, status: number, body = ""): SipResponse => ({
  status,
  reason: "",
  headers: [
    ["from", "<sip:620@pbx>;tag=us"],
    ["to", "<sip:100@pbx>;tag=them"],
    ["call-id", "id"],
    ["cseq", "1 INVITE"],
    ["contact", "<sip:100@10.0.0.9:5070>"],
    ["record-route", "<sip:10.0.0.9;lr>"],
    ...headers,
  ],
  body,
});

describe("call out through a trunk that demands acknowledged rings", () => {
  const extension = { domain: "pbx", user: "620", loginName: "620", password: "secret" };
  const proofs = { extension, random: () => "c" };
  const order = { to: "sip:100@pbx", callId: "id", tag: "us", sdp: "offer", ringMs: 9_000, now: 0 };
  const begun = () => dial({ ...order, extension, contact });
  const heard = (call: OutgoingCall, response: SipResponse) =>
    stepOutgoingCall(call, { type: "response", response, now: 1 }, proofs);
  const reliable: HeaderLines = [
    ["require", "100rel"],
    ["rseq", "988"],
  ];

  test("reliable answers are offered on demand, and the call is given up if that is not enough", () => {
    const demand = calledOut([["require", "100rel"]], 421);
    const first = heard(begun().call, demand);
    const [again] = first.effects as Extract<OutgoingCallEffect, { type: "invite" }>[];
    expect(headerOf(again!.request, "supported")).toBe("timer, 100rel");
    expect(headerOf(again!.request, "cseq")).toBe("2 INVITE");
    const second = heard(first.call, demand);
    expect(second.effects).toMatchObject([{ type: "ended", why: "failed", status: 421 }]);
  });

  test("acknowledges a ring of the INVITE that proved the password", () => {
    const demand = calledOut([["www-authenticate", 'Digest realm="pbx", nonce="n"']], 401);
    const asked = heard(begun().call, demand);
    const ringing = calledOut(reliable, 180);
    const one = heard(asked.call, ringing);
    const [prack] = one.effects as Extract<OutgoingCallEffect, { type: "send" }>[];
    const [rack, cseq] = ["rack", "cseq"].map((name) => headerOf(prack!.request, name));
    expect([rack, cseq]).toEqual(["988 2 INVITE", "3 PRACK"]);
  });

  test("acknowledges each ring once, keeps the audio of the early answer, and counts on", () => {
    const ringing = calledOut(reliable, 183, "early");
    const one = heard(begun().call, ringing);
    const [prack] = one.effects as Extract<OutgoingCallEffect, { type: "send" }>[];
    expect(prack!.request).toMatchObject({ method: "PRACK", uri: "sip:100@10.0.0.9:5070" });
    const [rack, cseq, route] = ["rack", "cseq", "route"].map((name) => headerOf(prack!.request, name));
    expect([rack, cseq, route]).toEqual(["988 1 INVITE", "2 PRACK", "<sip:10.0.0.9;lr>"]);
    const twice = heard(one.call, ringing);
    expect(twice.effects).toEqual([]);
    const taken = heard(twice.call, calledOut([], 200));
    const answered = taken.effects.find((effect) => effect.type === "answered");
    if (answered?.type !== "answered") throw new Error("It is not answered");
    expect(answered.sdp).toBe("early");
    const { effects } = stepIncomingCall(answered.call, { type: "hang-up" });
    expect(effects).toMatchObject([{ type: "send", request: { method: "BYE" } }, { type: "ended" }]);
    const [bye] = effects as Extract<IncomingCallEffect, { type: "send" }>[];
    expect(headerOf(bye!.request, "cseq")).toBe("3 BYE");
  });
});

test.each([
  ["1800;refresher=uac", 900_000],
  ["1800;refresher=uas", (1_800 - 32) * 1_000],
  ["60;refresher=uac", undefined],
  [undefined, undefined],
] as const)("an answer with a session timer of %p is due at %p", (written, dueAt) => {
  const headers: HeaderLines = written === undefined ? [] : [["session-expires", written]];
  const invite: SipRequest = {
    method: "INVITE",
    uri: "sip:100@pbx",
    headers: [
      ["from", "<sip:620@pbx>;tag=us"],
      ["to", "<sip:100@pbx>"],
      ["call-id", "id"],
      ["cseq", "1 INVITE"],
    ],
    body: "",
  };
  const call = answeredCall(invite, calledOut(headers, 200), { tag: "us", contact, now: 0 });
  expect(callDueAt(call)).toBe(dueAt);
  if (written?.endsWith("uac") !== true || dueAt === undefined) return;
  const { effects } = stepIncomingCall(call, { type: "time", now: dueAt });
  expect(effects).toMatchObject([{ type: "send", request: { method: "UPDATE" } }]);
});
