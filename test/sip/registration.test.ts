// Registration: demands, omissions and refusals of real PBXes, as tables of their responses.

import { expect, test } from "bun:test";
import {
  type Extension,
  newRegistration,
  type Registration,
  type RegistrationEvent,
  stepRegistration,
} from "../../src/sip/registration.ts";
import { type HeaderLines, headerOf, type SipRequest, type SipResponse } from "../../src/sip/sip-message.ts";

const extension: Extension = { domain: "fritz.box", user: "620", loginName: "ada", password: "secret" };
const reached = { host: "192.168.178.2", port: 5_062 };

/** A telephone and its messages so far. */
function telephone() {
  let registration: Registration = newRegistration(reached, { callId: "id", tag: "tag" });
  const sent: SipRequest[] = [];
  let now = 0;
  return {
    sent,
    get state() {
      return registration;
    },
    get last() {
      const request = sent.at(-1);
      if (request === undefined) throw new Error("nothing was sent");
      return request;
    },
    at(ms: number) {
      now = ms;
    },
    step(event: RegistrationEvent["type"], response?: SipResponse) {
      const problem = "The PBX does not answer.";
      const given = response === undefined ? { type: event, problem, now } : { type: event, response, now };
      const step = stepRegistration(registration, given as RegistrationEvent, {
        extension,
        random: () => "nonce",
      });
      registration = step.registration;
      if (step.request !== undefined) sent.push(step.request);
    },
    answer(status: number, headers: HeaderLines = []) {
      this.step("response", { status, reason: "Reason", headers, body: "" });
    },
  };
}

const via = (extra = ""): readonly [string, string] => [
  "via",
  `SIP/2.0/UDP 192.168.178.2:5062;branch=z9hG4bK1;rport=5062;received=192.168.178.2${extra}`,
];
const asks = (nonce: string, more = ""): readonly [string, string] => [
  "www-authenticate",
  `Digest realm="fritz.box", nonce="${nonce}"${more}`,
];

test("a registration names no user in its address, and keeps its Call-ID after a challenge", () => {
  const phone = telephone();
  phone.step("due");
  expect(phone.last.uri).toBe("sip:fritz.box");
  expect(headerOf(phone.last, "authorization")).toBeUndefined();
  phone.answer(401, [asks("a")]);
  expect(phone.sent.map((request) => headerOf(request, "call-id"))).toEqual(["id", "id"]);
  expect(phone.sent.map((request) => headerOf(request, "cseq"))).toEqual(["1 REGISTER", "2 REGISTER"]);
  expect(headerOf(phone.last, "authorization")).toContain('username="ada"');
  phone.answer(200, [via(), ["contact", "<sip:620@192.168.178.2:5062>;expires=300"]]);
  expect(phone.state).toMatchObject({ phase: "registered", nextAt: 240_000, problem: undefined });
});

test("a registration is refreshed with the known nonce, numbered, before its time is over", () => {
  const phone = telephone();
  phone.step("due");
  phone.answer(401, [asks("a", ', qop="auth"')]);
  phone.answer(200, [via(), ["expires", "120"]]);
  phone.at(96_000);
  phone.step("due");
  expect(headerOf(phone.last, "authorization")).toContain("nc=00000002");
});

test("a registration uses the time of its own contact among others", () => {
  const phone = telephone();
  phone.step("due");
  phone.answer(200, [
    via(),
    [
      "contact",
      "<sip:620@192.168.178.2:50620>;expires=1800, <sip:620@10.0.0.9>;expires=3600, <sip:620@192.168.178.2:5062>;expires=60",
    ],
    ["expires", "3600"],
  ]);
  expect(phone.state.nextAt).toBe(48_000);
});

test("a registration uses the time of its own contact when the PBX leaves the usual port out", () => {
  const phone = telephone();
  const behind = (port: number) =>
    ["via", `SIP/2.0/UDP a;branch=z9hG4bK1;rport=${port};received=5.6.7.8`] as const;
  phone.step("due");
  phone.answer(200, [behind(5_060)]);
  phone.answer(200, [behind(5_060), ["contact", "<sip:620@5.6.7.8>;expires=60"], ["expires", "3600"]]);
  expect(phone.state.nextAt).toBe(48_000);
});

test("a registration asks for longer when the PBX demands it", () => {
  const phone = telephone();
  phone.step("due");
  phone.answer(423, [["min-expires", "1800"]]);
  expect(headerOf(phone.last, "expires")).toBe("1800");
  expect(phone.sent).toHaveLength(2);
});

test.each(["600", "86401", "soon"])(
  "a registration waits when the PBX demands %s seconds for 600",
  (written) => {
    const phone = telephone();
    phone.step("due");
    phone.answer(423, [["min-expires", written]]);
    expect(phone.sent).toHaveLength(1);
    expect(phone.state).toMatchObject({ phase: "away", nextAt: 2_000 });
  },
);

test("a registration gives the PBX its visible address, behind an address translation", () => {
  const phone = telephone();
  phone.step("due");
  phone.answer(200, [["via", "SIP/2.0/UDP 192.168.178.2:5062;branch=z9hG4bK1;rport=40123;received=5.6.7.8"]]);
  expect(headerOf(phone.last, "contact")).toBe("<sip:620@5.6.7.8:40123>");
  phone.answer(200, [["via", "SIP/2.0/UDP 192.168.178.2:5062;branch=z9hG4bK1;rport=40123;received=5.6.7.8"]]);
  expect(phone.state.phase).toBe("registered");
});

test("a registration takes a new nonce when the old one is stale or has ended", () => {
  const phone = telephone();
  phone.step("due");
  phone.answer(401, [asks("a")]);
  phone.answer(200, [via()]);
  phone.step("due");
  phone.answer(401, [asks("b", ", stale=true")]);
  expect(headerOf(phone.last, "authorization")).toContain('nonce="b"');
  phone.answer(200, [via()]);
  phone.step("due");
  // The challenge lacks the word `stale`.
  phone.answer(401, [asks("c")]);
  phone.answer(200, [via()]);
  expect(phone.state.phase).toBe("registered");
});

test("a registration with a wrong password is tried twice, and then rarely", () => {
  const phone = telephone();
  phone.step("due");
  phone.answer(401, [asks("a")]);
  phone.answer(401, [asks("b")]);
  phone.answer(401, [asks("c")]);
  expect(phone.sent).toHaveLength(3);
  expect(phone.state).toMatchObject({ phase: "refused", nextAt: 300_000 });
  expect(phone.state.problem).toContain("password");
});

test.each([
  [403, "refused", "403 Reason: look at the extension"],
  [404, "refused", "404 Reason: look at the extension"],
  [503, "away", "503 Reason."],
])("a registration that is answered %d is %s, with the reason", (status, phase, words) => {
  const phone = telephone();
  phone.step("due");
  phone.answer(status);
  expect(phone.state.phase).toBe(phase as Registration["phase"]);
  expect(phone.state.problem).toContain(words);
});

test("a registration retries an absent PBX ever more rarely, and at once when it is back", () => {
  const phone = telephone();
  const waits: number[] = [];
  for (let i = 0; i < 10; i++) {
    phone.step("due");
    phone.step("unreachable");
    waits.push(phone.state.nextAt ?? 0);
  }
  expect(waits).toEqual([2_000, 4_000, 8_000, 16_000, 32_000, 64_000, 128_000, 256_000, 300_000, 300_000]);
  phone.step("due");
  phone.answer(401, [asks("a")]);
  phone.answer(200, [via()]);
  expect(phone.state).toMatchObject({ phase: "registered", failures: 0 });
});

test.each([
  [
    "calls each nonce stale",
    (phone: ReturnType<typeof telephone>) => phone.answer(401, [asks("n", ", stale=true")]),
  ],
  [
    "sees it at another address each time",
    (phone: ReturnType<typeof telephone>) =>
      phone.answer(200, [["via", `SIP/2.0/UDP a;rport=${40_000 + phone.sent.length};received=5.6.7.8`]]),
  ],
])("a registration at a PBX that %s pauses for a while", (_, answer) => {
  const phone = telephone();
  phone.step("due");
  for (let i = 0; i < 20 && phone.state.nextAt === undefined; i++) answer(phone);
  expect(phone.sent).toHaveLength(6);
  expect(phone.state).toMatchObject({ phase: "away", nextAt: 2_000 });
  expect(phone.state.problem).toContain("after each registration");
});

test("a registration ends with a deregistration", () => {
  const phone = telephone();
  phone.step("due");
  phone.answer(200, [via()]);
  phone.step("leave");
  expect(headerOf(phone.last, "expires")).toBe("0");
  phone.answer(200, [via()]);
  expect(phone.state.nextAt).toBeUndefined();
});
