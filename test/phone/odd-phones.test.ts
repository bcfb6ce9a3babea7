// Odd telephones: messages of telephones and PBXes that no library would send, over bare datagrams. Each call stays one
// call, its audio goes to the last requested address, and each key counts once.

import { expect, test } from "bun:test";
import { OddPhone, sdpHeader, sdpOf } from "../support/callers/odd-phone.ts";
import { KeysOnce } from "../../src/phone/keys-once.ts";
import { until } from "../support/until.ts";

const typesHeard = (phone: OddPhone, from = 0): ReadonlySet<number> =>
  new Set(phone.rtp.heard.slice(from).map(({ payloadType }) => payloadType));
const eventLine = "a=rtpmap:101 telephone-event/8000\r\n";
const keyPacket = (key: number, duration: number, isEnd = false): Uint8Array =>
  Uint8Array.of(key, (isEnd ? 0x80 : 0) | 10, duration >> 8, duration & 0xff);
const keysOf = (inputs: readonly object[]): string =>
  inputs.map((input) => ("keys" in input ? String(input.keys) : "")).join("");

test("the answer to an offer that comes with the ACK of a re-INVITE is followed", async () => {
  await using phone = await OddPhone.open();
  const { tag } = await phone.talk();
  phone.ask({ method: "INVITE", number: 2, branch: "z9hG4bK-2", toTag: tag });
  expect((await phone.answer("INVITE", 2)).body).toContain("opus/48000/2");
  const body = sdpOf(phone.other.port, "8");
  phone.ask({ method: "ACK", number: 2, branch: "z9hG4bK-2a", toTag: tag, more: sdpHeader, body });
  await until("audio at the new place", () => phone.other.heard.length > 5, 5_000);
  expect(phone.other.heard.at(-1)?.payloadType).toBe(8);
});

test("a second offer is refused before the first one is answered, and decides the codec after it", async () => {
  await using phone = await OddPhone.open();
  const { tag } = await phone.talk();
  const opus = sdpOf(phone.rtp.port, "107", "a=rtpmap:107 opus/48000/2\r\n");
  phone.ask({ method: "INVITE", number: 2, branch: "z9hG4bK-2", toTag: tag, more: sdpHeader, body: opus });
  phone.ask({
    method: "INVITE",
    number: 3,
    branch: "z9hG4bK-3",
    toTag: tag,
    more: sdpHeader,
    body: sdpOf(phone.rtp.port, "8"),
  });
  expect((await phone.answer("INVITE", 2)).body).toContain("opus/48000/2");
  const second = await phone.answer("INVITE", 3);
  // A codec that is already loaded is answered before the second datagram is read.
  const isRefused = second.status === 500;
  expect(second.status).toBe(isRefused ? 500 : 200);
  expect(second.headers.some(([name]) => name === "retry-after")).toBe(isRefused);
  const from = phone.rtp.heard.length;
  await until("audio", () => phone.rtp.heard.length > from + 10, 5_000);
  expect([...typesHeard(phone, from + 5)]).toEqual([isRefused ? 107 : 8]);
});

test("an UPDATE with a tag that no call has ends no call", async () => {
  await using phone = await OddPhone.open();
  const body = sdpOf(phone.rtp.port);
  phone.ask({ method: "INVITE", number: 1, branch: "z9hG4bK-1", body, more: sdpHeader });
  phone.ask({ method: "UPDATE", number: 2, branch: "z9hG4bK-2", toTag: "unknown", body, more: sdpHeader });
  expect((await phone.answer("UPDATE", 2)).status).toBe(481);
  expect((await phone.answer("INVITE", 1)).status).toBe(200);
});

test("a telephone without branches has two calls of one", async () => {
  await using phone = await OddPhone.open();
  const body = sdpOf(phone.rtp.port);
  phone.ask({ method: "INVITE", number: 1, callId: "first", body, more: sdpHeader });
  expect((await phone.answer("INVITE", 1, "first")).status).toBe(200);
  phone.ask({ method: "INVITE", number: 1, callId: "second", body, more: sdpHeader });
  expect((await phone.answer("INVITE", 1, "second")).status).toBe(200);
  expect(phone.calls).toHaveLength(2);
});

test("an INVITE that arrives by two paths is one call", async () => {
  await using phone = await OddPhone.open();
  const body = sdpOf(phone.rtp.port);
  phone.ask({ method: "INVITE", number: 1, branch: "z9hG4bK-1", body, more: sdpHeader });
  phone.ask({ method: "INVITE", number: 1, branch: "z9hG4bK-2", body, more: sdpHeader });
  await until("two answers", () => phone.answers("INVITE", 1).length >= 2, 5_000);
  expect(new Set(phone.answers("INVITE", 1).map(({ status }) => status))).toEqual(new Set([200, 482]));
  expect(phone.calls).toHaveLength(1);
});

test("a repeated re-INVITE has one answer, sent again", async () => {
  await using phone = await OddPhone.open();
  const { tag } = await phone.talk();
  const more = sdpHeader;
  const text = phone.ask({
    method: "INVITE",
    number: 2,
    branch: "z9hG4bK-2",
    toTag: tag,
    more,
    body: sdpOf(phone.rtp.port, "8"),
  });
  for (let i = 0; i < 50; i += 1) phone.say(text);
  await phone.answer("INVITE", 2);
  for (let i = 0; i < 50; i += 1) phone.say(text);
  phone.ask({ method: "OPTIONS", number: 3, branch: "z9hG4bK-3", toTag: tag });
  expect((await phone.answer("OPTIONS", 3)).status).toBe(200);
  const answers = phone.answers("INVITE", 2);
  expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
  phone.ask({ method: "ACK", number: 2, branch: "z9hG4bK-2a", toTag: tag });
  const from = phone.rtp.heard.length;
  await until("audio", () => phone.rtp.heard.length > from + 10, 5_000);
  expect([...typesHeard(phone, from + 5)]).toEqual([8]);
});

test("re-INVITEs in a row, each with another codec, end with the last one that was agreed on", async () => {
  await using phone = await OddPhone.open();
  const { tag } = await phone.talk();
  let agreed = "0";
  for (let number = 2; number < 12; number += 1) {
    const type = ["8", "9", "0"][number % 3]!;
    const body = sdpOf(phone.rtp.port, type);
    phone.ask({ method: "INVITE", number, branch: `z9hG4bK-${number}`, toTag: tag, more: sdpHeader, body });
    const { status } = await phone.answer("INVITE", number);
    phone.ask({ method: "ACK", number, branch: `z9hG4bK-${number}${status === 200 ? "a" : ""}`, toTag: tag });
    if (status === 200) agreed = type;
  }
  const from = phone.rtp.heard.length;
  await until("audio", () => phone.rtp.heard.length > from + 10, 5_000);
  expect([...typesHeard(phone, from + 5)]).toEqual([Number(agreed)]);
});

test("a CANCEL that crosses the answer ends nothing", async () => {
  await using phone = await OddPhone.open();
  const { tag, call } = await phone.talk();
  phone.ask({ method: "CANCEL", number: 1, branch: "z9hG4bK-1" });
  expect([200, 481]).toContain((await phone.answer("CANCEL", 1)).status);
  phone.ask({ method: "OPTIONS", number: 2, branch: "z9hG4bK-2", toTag: tag });
  expect((await phone.answer("OPTIONS", 2)).status).toBe(200);
  expect(call.told).toEqual(["ready"]);
});

test("a CANCEL right behind its INVITE, and its repetition, end the call once", async () => {
  await using phone = await OddPhone.open();
  const body = sdpOf(phone.rtp.port);
  phone.ask({ method: "INVITE", number: 1, branch: "z9hG4bK-1", body, more: sdpHeader });
  const text = phone.ask({ method: "CANCEL", number: 1, branch: "z9hG4bK-1" });
  phone.say(text);
  const { status } = await phone.answer("INVITE", 1);
  expect([200, 487]).toContain(status);
  expect((await phone.answer("CANCEL", 1)).status).toBe(200);
  expect(new Set(phone.answers("INVITE", 1).map((answer) => answer.status)).size).toBe(1);
});

test("a BYE in the early dialog ends the call, and a second one meets none", async () => {
  await using phone = await OddPhone.open();
  const { tag, call } = await phone.talk();
  phone.ask({ method: "BYE", number: 2, branch: "z9hG4bK-2", toTag: tag });
  expect((await phone.answer("BYE", 2)).status).toBe(200);
  phone.ask({ method: "BYE", number: 3, branch: "z9hG4bK-3", toTag: tag });
  expect((await phone.answer("BYE", 3)).status).toBe(481);
  expect(call.told).toEqual(["ready", "gone caller"]);
});

test("a key whose packets each have another timestamp is pressed once", async () => {
  await using phone = await OddPhone.open();
  const { call } = await phone.talk(sdpOf(phone.rtp.port, "0 101", eventLine));
  const to = OddPhone.portIn(phone.answers("INVITE", 1)[0]!);
  for (let i = 1; i <= 5; i += 1)
    phone.sound(to, { type: 101, timestamp: 8_000 + i * 160, payload: keyPacket(5, i * 160) });
  for (let i = 0; i < 3; i += 1)
    phone.sound(to, { type: 101, timestamp: 8_960 + i * 160, payload: keyPacket(5, 800, true) });
  for (let i = 1; i <= 3; i += 1)
    phone.sound(to, { type: 101, timestamp: 16_000 + i * 160, payload: keyPacket(5, i * 160, i === 3) });
  phone.sound(to, { type: 101, timestamp: 24_000, payload: keyPacket(7, 160) });
  await until("the last key", () => keysOf(call.inputs).endsWith("7"), 5_000);
  expect(keysOf(call.inputs)).toBe("557");
});

test("a key that comes in the audio and by INFO is pressed once", async () => {
  await using phone = await OddPhone.open();
  const { tag, call } = await phone.talk(sdpOf(phone.rtp.port, "0 101", eventLine));
  const to = OddPhone.portIn(phone.answers("INVITE", 1)[0]!);
  const info = "Content-Type: application/dtmf-relay\r\n";
  for (const [n, key] of [4, 4, 2].entries()) {
    const [number, timestamp] = [2 + n, 8_000 * (n + 1)];
    const body = `Signal=${key}\r\nDuration=160\r\n`;
    const tell = (): unknown =>
      phone.ask({ method: "INFO", number, branch: `z9hG4bK-${number}`, toTag: tag, more: info, body });
    // Either of the two may come first.
    if (n === 1) tell();
    for (let i = 0; i < 4; i += 1)
      phone.sound(to, { type: 101, timestamp, payload: keyPacket(key, 160 * (i + 1), i === 3) });
    if (n !== 1) tell();
    await phone.answer("INFO", number);
    await until("the key", () => keysOf(call.inputs).length > n, 5_000);
  }
  expect(keysOf(call.inputs)).toBe("442");
});

test("a description with the number of its ports is read", async () => {
  await using phone = await OddPhone.open();
  await phone.talk(sdpOf(phone.rtp.port).replace(/(m=audio \d+)/, "$1/1"));
  await until("audio", () => phone.rtp.heard.length > 5, 5_000);
});

test("a description with bare line feeds, and one among other parts, is read", async () => {
  await using phone = await OddPhone.open();
  const parts = `--odd\nContent-Type: application/sdp\n\n${sdpOf(phone.rtp.port).replaceAll("\r\n", "\n")}\n--odd\nContent-Type: application/isup\n\nm=abc\n--odd--\n`;
  await phone.talk(parts, "Content-Type: multipart/mixed;boundary=odd\r\n");
  await until("audio", () => phone.rtp.heard.length > 5, 5_000);
});

test("audio is received and answered at another port than the description has", async () => {
  await using phone = await OddPhone.open();
  const { call } = await phone.talk();
  const to = OddPhone.portIn(phone.answers("INVITE", 1)[0]!);
  for (let i = 0; i < 10; i += 1) phone.sound(to, { from: phone.other });
  await until("audio at the other port", () => phone.other.heard.length > 5, 5_000);
  await until("frames", () => call.heardFrames > 0, 5_000);
});

test("audio that changes its codec among the offered ones is still heard", async () => {
  await using phone = await OddPhone.open();
  const { call } = await phone.talk(sdpOf(phone.rtp.port, "0 8 9"));
  const to = OddPhone.portIn(phone.answers("INVITE", 1)[0]!);
  for (let i = 0; i < 10; i += 1) phone.sound(to);
  await until("frames", () => call.heardFrames > 0, 5_000);
  const before = call.heardFrames;
  for (let i = 0; i < 30; i += 1) phone.sound(to, { type: 8 });
  await until("more frames", () => call.heardFrames > before + 20, 5_000);
});

test("audio of another source after a transfer in the PBX is heard at once", async () => {
  await using phone = await OddPhone.open();
  const { call } = await phone.talk();
  const to = OddPhone.portIn(phone.answers("INVITE", 1)[0]!);
  for (let i = 0; i < 10; i += 1) phone.sound(to, { timestamp: 4_000_000_000 + i * 160 });
  await until("frames", () => call.heardFrames > 0, 5_000);
  const before = call.heardFrames;
  for (let i = 0; i < 40; i += 1) phone.sound(to, { ssrc: 99, timestamp: 500 + i * 160 });
  await until("more frames", () => call.heardFrames > before + 25, 5_000);
});

test("a From without brackets and a name with a tag in it belong to one call", async () => {
  await using phone = await OddPhone.open();
  const body = sdpOf(phone.rtp.port);
  const from = `"a;tag=b \\" <x>" <sip:100@127.0.0.1;transport=udp>;tag=them`;
  phone.ask({ method: "INVITE", number: 1, branch: "z9hG4bK-1", callId: "a", body, more: sdpHeader, from });
  const bare = "sip:100@127.0.0.1;tag=them";
  phone.ask({
    method: "INVITE",
    number: 1,
    branch: "z9hG4bK-2",
    callId: "b",
    body,
    more: sdpHeader,
    from: bare,
  });
  for (const callId of ["a", "b"]) {
    const { status, headers } = await phone.answer("INVITE", 1, callId);
    expect(status).toBe(200);
    expect(headers.find(([name]) => name === "from")?.[1]).toBe(callId === "a" ? from : bare);
  }
});

test("a PRACK without a demand and unknown methods leave their call unchanged", async () => {
  await using phone = await OddPhone.open();
  const { tag, call } = await phone.talk();
  for (const [n, method] of ["PRACK", "MESSAGE", "PUBLISH", "FROB"].entries()) {
    phone.ask({
      method,
      number: 2 + n,
      branch: `z9hG4bK-${2 + n}`,
      toTag: tag,
      more: "RAck: 1 1 INVITE\r\n",
    });
    expect((await phone.answer(method, 2 + n)).status).toBeGreaterThanOrEqual(400);
  }
  phone.ask({ method: "BYE", number: 9, branch: "z9hG4bK-9", toTag: tag });
  expect((await phone.answer("BYE", 9)).status).toBe(200);
  expect(call.told).toEqual(["ready", "gone caller"]);
});

test("an offer without a port is refused, and its call continues", async () => {
  await using phone = await OddPhone.open();
  const { tag } = await phone.talk();
  const body = sdpOf(0, "0");
  phone.ask({ method: "INVITE", number: 2, branch: "z9hG4bK-2", toTag: tag, more: sdpHeader, body });
  expect((await phone.answer("INVITE", 2)).status).toBe(488);
  const from = phone.rtp.heard.length;
  await until("audio", () => phone.rtp.heard.length > from + 5, 5_000);
  expect(phone.requests("BYE")).toHaveLength(0);
});

test("keys that arrive by one path are all pressed, and so are late keys of the other path", () => {
  const keys = new KeysOnce();
  expect([0, 100, 200].map((at) => keys.isNew("1", "sip", at))).toEqual([true, true, true]);
  // The presses of 0 and 100 are forgotten, and the press of 200 is this one.
  expect(keys.isNew("1", "audio", 1_200)).toBe(false);
  expect(keys.isNew("1", "audio", 1_200)).toBe(true);
  expect(keys.isNew("2", "sip", 1_201)).toBe(true);
  expect(keys.isNew("2", "audio", 2_202)).toBe(true);
});
