// Signalling by published clients: offers, restarts, candidates, hanging up, and refusals.

import { afterAll, beforeAll, expect, test } from "bun:test";
import { answer, problem } from "../../support/people.ts";
import { json } from "../../support/json-request.ts";
import { rtcServer } from "../../support/servers/rtc-server.ts";

let server: Awaited<ReturnType<typeof rtcServer>>;

beforeAll(async () => {
  server = await rtcServer({ CORS_ORIGINS: "https://app.example" });
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
});

const media = (mid: number, line: string, ...more: string[]): string[] => [
  line,
  "c=IN IP4 0.0.0.0",
  `a=mid:${mid}`,
  "a=ice-ufrag:EsAw",
  "a=ice-pwd:P2uYro0UCOQ4zxjKXaWCBui1",
  `a=fingerprint:sha-256 ${Array.from({ length: 32 }, () => "D2").join(":")}`,
  "a=setup:actpass",
  ...more,
];

/** Offer of a browser with a camera, too. */
const sdp = [
  "v=0",
  "o=- 4611731400430051336 2 IN IP4 127.0.0.1",
  "s=-",
  "t=0 0",
  "a=group:BUNDLE 0 1 2",
  ...media(
    0,
    "m=audio 9 UDP/TLS/RTP/SAVPF 111 0 8 110",
    "a=sendrecv",
    "a=rtcp-mux",
    "a=rtpmap:111 opus/48000/2",
    "a=fmtp:111 minptime=10;useinbandfec=1",
    "a=rtpmap:0 PCMU/8000",
    "a=rtpmap:8 PCMA/8000",
    "a=rtpmap:110 telephone-event/48000",
  ),
  ...media(1, "m=video 9 UDP/TLS/RTP/SAVPF 96", "a=sendrecv", "a=rtcp-mux", "a=rtpmap:96 VP8/90000"),
  ...media(2, "m=application 9 UDP/DTLS/SCTP webrtc-datachannel", "a=sctp-port:5000"),
  "",
].join("\r\n");

interface Answered {
  readonly pc_id: string;
  readonly sdp: string;
  readonly type: string;
}

const post = (body: object, path = "/offer", headers: Record<string, string> = {}): Promise<Response> =>
  fetch(server.url + path, { method: "POST", body: JSON.stringify(body), headers });
const offer = (more: object = {}): object => ({ sdp, type: "offer", ...more });
const patch = (path: string, body: object): Promise<Response> =>
  fetch(server.url + path, json("PATCH", body));
const hangUp = (id: string): Promise<Response> => fetch(`${server.url}/offer/${id}`, { method: "DELETE" });

async function call(): Promise<string> {
  return (await answer<Answered>(post(offer({ pc_id: null, restart_pc: true })))).pc_id;
}

test.each(["application/json", "text/plain;charset=UTF-8", "application/sdp", ""])(
  "an offer is read by its content, not by the header %j",
  async (type) => {
    const answered = await answer<Answered>(
      post(offer(), "/offer", type === "" ? {} : { "content-type": type }),
    );
    expect([answered.type, answered.pc_id]).toEqual(["answer", expect.stringMatching(/^pc_/)]);
    expect((await hangUp(answered.pc_id)).status).toBe(200);
  },
);

test("the answer has every section in place and all candidates, and fits a small client", async () => {
  const { sdp: text, pc_id } = await answer<Answered>(post(offer({ requestData: { any: 1 }, more: true })));
  const sections = text.split(/^m=/m).slice(1);
  expect(sections.map((section) => section.split(" ")[0])).toEqual(["audio", "video", "application"]);
  const [audio = "", video = ""] = sections;
  expect(audio).toMatch(/a=candidate:\S+ 1 udp [^]*a=end-of-candidates/);
  expect(audio).toMatch(/a=rtpmap:111 opus[^]*a=rtpmap:110 telephone-event/);
  expect(audio).toMatch(/a=msid:\S+ \S+/);
  expect(/^video 0 |a=inactive/m.test(video)).toBe(true);
  expect(text.length).toBeLessThan(4_000);
  await hangUp(pc_id);
});

test("pc_id: it renegotiates, restarts, and never joins another conversation", async () => {
  const id = await call();
  for (const restart of [false, true]) {
    const again = await answer<Answered>(post(offer({ pc_id: id, restart_pc: restart })));
    expect(again.pc_id).toBe(id);
  }
  const both = await Promise.all([1, 2, 3].map(() => post(offer({ pc_id: id, restart_pc: true }))));
  expect(both.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(server.calls.size).toBe(1);
  await hangUp(id);
  for (const restart of [false, true]) {
    await problem(await post(offer({ pc_id: id, restart_pc: restart })), 410, "webrtc/gone");
    await problem(await post(offer({ pc_id: "pc_other", restart_pc: restart })), 410, "webrtc/gone");
  }
  expect(server.calls.size).toBe(0);
});

const line = "candidate:1 1 udp 2122260223 192.0.2.1 61764 typ host generation 0 ufrag EsAw network-cost 10";
const spellings: readonly (readonly [name: string, candidate: unknown])[] = [
  ["camel case", { candidate: line, sdpMid: "0", sdpMLineIndex: 0 }],
  ["snake case", { candidate: line, sdp_mid: "0", sdp_mline_index: 0 }],
  ["a line of SDP", { candidate: `a=${line}`, sdpMid: "0" }],
  ["no mid, as Firefox sends it", { candidate: line, sdpMid: null, sdpMLineIndex: 0 }],
  ["an unknown mid", { candidate: line, sdpMid: "77" }],
  ["mDNS", { candidate: line.replace("192.0.2.1", "4b1a-77.local"), sdpMid: "0" }],
  [
    "TCP that calls",
    { candidate: "candidate:2 1 tcp 1518280447 192.0.2.1 9 typ host tcptype active", sdpMid: "0" },
  ],
  ["the end, empty", { candidate: "", sdpMid: "0" }],
  ["the end, null", { candidate: null }],
  ["the end, nothing", {}],
  ["the end, null itself", null],
];

test("candidates are accepted in every spelling, by path and by body", async () => {
  const id = await call();
  for (const [name, candidate] of spellings) {
    const byPath = await patch(`/offer/${id}`, { candidates: [candidate] });
    const byBody = await patch("/offer?mode=assistant", { pc_id: id, candidates: [candidate] });
    const elsewhere = await patch("/api/offer", { pc_id: id, candidates: [candidate] });
    const said = await Promise.all([byPath, byBody, elsewhere].map((it) => it.json()));
    expect([name, ...said]).toEqual([
      name,
      { status: "success" },
      { status: "success" },
      { status: "success" },
    ]);
  }
  await problem(await patch(`/offer/${id}`, { pc_id: "pc_x", candidates: [] }), 400, "webrtc/bad-offer");
  const unreadable = { candidate: "candidate:nonsense", sdpMid: "0" };
  await problem(await patch(`/offer/${id}`, { candidates: [unreadable] }), 400, "webrtc/bad-offer");
  await problem(await patch("/offer/pc_x", { candidates: [] }), 404, "webrtc/not-found");
  await problem(await patch("/offer", { pc_id: "pc_x", candidates: [] }), 404, "webrtc/not-found");
  const many = Array.from({ length: 65 }, () => null);
  await problem(await patch(`/offer/${id}`, { candidates: many }), 422, "request/invalid");
  await hangUp(id);
  await problem(await hangUp(id), 404, "webrtc/not-found");
});

test("a call can be started first, and offered at the addresses of published clients", async () => {
  const { sessionId } = await answer<{ sessionId: string }>(post({}, "/start?mode=assistant"));
  for (const path of [`/sessions/${sessionId}/api/offer`, "/api/offer"]) {
    const { pc_id } = await answer<Answered>(post(offer(), path));
    expect((await hangUp(pc_id)).status).toBe(200);
  }
  await problem(await post(offer(), "/sessions/start_x/api/offer"), 404, "webrtc/not-found");
  // Candidates go to the named call, so a call that does not exist is reported.
  const late = json("PATCH", { pc_id: "pc_other", candidates: [] });
  for (const path of [`/sessions/${sessionId}/api/offer`, "/api/offer"])
    await problem(await fetch(server.url + path, late), 404, "webrtc/not-found");
});

const noSdp = [
  ["no SDP", "hello"],
  ["endless lines", sdp + "a=x\r\n".repeat(4_000)],
  ["endless media", sdp + "m=video 0 UDP/TLS/RTP/SAVPF 96\r\n".repeat(16)],
  ["a line that cannot be read", sdp.replace("c=IN IP4 0.0.0.0", "c=nowhere")],
] as const;
const foreign = sdp
  .replace(" 111 0 8 110", " 9")
  .replaceAll(/a=(rtpmap|fmtp):(111|0|8|110) .*\r\n/g, "")
  .replace("a=rtcp-mux", "a=rtcp-mux\r\na=rtpmap:9 G722/8000");
const noAudio = [
  ["nothing", "v=0\r\n"],
  ["no audio section", sdp.replace(/m=audio[^]*?(?=m=video)/, "").replace("BUNDLE 0 1", "BUNDLE 1")],
  ["audio that it takes back", sdp.replace("m=audio 9", "m=audio 0")],
  ["no fingerprint", sdp.replaceAll(/a=fingerprint.*\r\n/g, "")],
  ["no ICE", sdp.replaceAll(/a=ice-.*\r\n/g, "")],
  ["a codec that is not ours", foreign],
  ["codecs of ours that it does not choose", sdp.replace(" 111 0 8 110", " 9")],
  ["a codec of ours at another clock", foreign.replace("G722/8000", "PCMU/16000")],
  ["keys and no voice", foreign.replace("G722/8000", "telephone-event/8000")],
] as const;
const refusals = [
  ...noSdp.map(([name, text]) => [name, text, 400, "webrtc/bad-offer"] as const),
  ...noAudio.map(([name, text]) => [name, text, 422, "webrtc/no-audio"] as const),
];

test.each(refusals)(
  "an offer with %s is refused in words, and leaves nothing",
  async (_, text, status, code) => {
    const { sessionId } = await answer<{ sessionId: string }>(post({}, "/start"));
    for (const path of ["/offer", "/api/offer", `/sessions/${sessionId}/api/offer`]) {
      const refused = await problem(await post({ sdp: text, type: "offer" }, path), status, code);
      expect(refused.detail).toMatch(/\.$/);
    }
    expect(server.calls.size).toBe(0);
  },
);

test("an offer whose first audio is for keys alone is answered by its second", async () => {
  const keys = foreign.replace("G722/8000", "telephone-event/8000").replace("0 1 2", "0 1 2 3");
  const voice = media(3, "m=audio 9 UDP/TLS/RTP/SAVPF 0", "a=rtcp-mux", "a=rtpmap:0 PCMU/8000", "");
  const { sdp: text, pc_id } = await answer<Answered>(
    post({ sdp: keys + voice.join("\r\n"), type: "offer" }),
  );
  const sections = text.split(/^(?=m=)/m).slice(1);
  expect(sections.map((section) => section.split(" ").slice(0, 2).join(" "))).toEqual([
    "m=audio 0",
    "m=video 0",
    "m=application 9",
    "m=audio 9",
  ]);
  // The section has no direction, which means both (RFC 8866, 6.7).
  expect(sections[3]).toMatch(/a=sendrecv/);
  await hangUp(pc_id);
});

test.each(refusals)(
  "a later offer with %s is refused and the call continues",
  async (_, text, status, code) => {
    const id = await call();
    for (const restart of [false, true]) {
      const again = { sdp: text, type: "offer", pc_id: id, restart_pc: restart };
      await problem(await post(again), status, code);
    }
    expect(server.calls.size).toBe(1);
    const { sdp: after } = await answer<Answered>(post(offer({ pc_id: id })));
    expect(after).toMatch(/^m=audio 9 .* 111[^]*?a=sendrecv/m);
    await hangUp(id);
  },
);

test.each(refusals)("a check of the network with %s is refused, too", async (_, text, status, code) => {
  await problem(
    await fetch(`${server.url}/ice-check`, json("POST", { sdp: text, type: "offer" })),
    status,
    code,
  );
});

test("a full server says when to try again", async () => {
  await using small = await rtcServer({ ENGINE_OPEN_SESSIONS_MAX: "1" });
  const ask = () => fetch(`${small.url}/offer`, { method: "POST", body: JSON.stringify(offer()) });
  expect((await ask()).status).toBe(200);
  const { headers } = await problem(await ask(), 503, "calls/limit");
  expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
});

test("pages of an allowed origin may offer, add candidates and hang up", async () => {
  for (const method of ["POST", "PATCH"]) {
    const asked = await fetch(`${server.url}/offer`, {
      method: "OPTIONS",
      headers: {
        origin: "https://app.example",
        "access-control-request-method": method,
        "access-control-request-headers": "authorization,content-type,x-mine",
      },
    });
    expect(asked.headers.get("access-control-allow-origin")).toBe("https://app.example");
    expect(asked.headers.get("access-control-allow-methods")).toContain(method);
  }
  const answered = await post(offer(), "/offer", { origin: "https://app.example" });
  expect(answered.headers.get("access-control-expose-headers")).toMatch(/retry-after/i);
  await hangUp((await answer<Answered>(answered)).pc_id);
});
