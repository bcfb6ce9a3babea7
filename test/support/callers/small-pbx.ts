// Small PBX: one UDP port that accepts registrations with a password and answers requests as a test chooses.

import { wallClock } from "../../../src/base/clock.ts";
import { SipEndpoint } from "../../../src/phone/sip-endpoint.ts";
import { openUdpPort, type Remote } from "../../../src/phone/udp-port.ts";
import { writeRtp } from "../../../src/transport/rtp/rtp-packet.ts";
import { answerTo } from "../../../src/sip/sip-answer.ts";
import { readAddress, readUri } from "../../../src/sip/header-values.ts";
import {
  headerOf,
  type HeaderLines,
  type SipRequest,
  type SipResponse,
} from "../../../src/sip/sip-message.ts";

/** Behaviour of the called number: the final status of its answer, or mere ringing. */
export type Callee = (number: string) => number | "rings";

const challenge: HeaderLines = [["www-authenticate", 'Digest realm="pbx", nonce="n", qop="auth"']];

export async function smallPbx(callee: Callee) {
  /** The methods of each request, with the called number. */
  const asked: string[] = [];
  /** Contacts of registrations. */
  const contacts: string[] = [];
  // A closed port reports an error, which does not matter here.
  const socket = { error: () => undefined };
  const rtp = await Bun.udpSocket({ hostname: "127.0.0.1", port: 0, socket });
  const sdp = `v=0\r\no=- 1 1 IN IP4 127.0.0.1\r\ns=-\r\nc=IN IP4 127.0.0.1\r\nt=0 0\r\nm=audio ${rtp.port} RTP/AVP 8\r\n`;
  const port = await openUdpPort(0, "127.0.0.1", (bytes, from) => endpoint.heard(bytes, from));
  const numberOf = ({ uri }: SipRequest): string => /^sip:([^@;]+)@/.exec(uri)?.[1] ?? "";
  const tag = "them";
  /** Sends packets of silence to each answered call, until `quiet`. */
  const talks = new Set<Timer>();
  const talk = ({ body }: SipRequest): void => {
    const to = Number(/^m=audio (\d+)/m.exec(body)?.[1] ?? 0);
    let sent = 0;
    const send = (): void => {
      sent += 1;
      const packet = {
        sequence: sent,
        timestamp: sent * 160,
        marker: false,
        payload: new Uint8Array(160).fill(0xd5),
      };
      if (to > 0) rtp.send(writeRtp(packet, 8, to), to, "127.0.0.1");
    };
    talks.add(setInterval(send, 20));
  };
  const quiet = (): void => {
    for (const each of talks) clearInterval(each);
    talks.clear();
  };
  const answer = (request: SipRequest, status: number, body = ""): void => {
    const contact = ["contact", `<sip:pbx@127.0.0.1:${port.port}>`] as const;
    const asks = status === 401 ? challenge : [];
    const headers: HeaderLines = [contact, ["expires", "600"], ...asks];
    endpoint.answer(request, answerTo(request, status, { tag, headers, body }));
  };
  const invited = (request: SipRequest): void => {
    if (headerOf(request, "authorization") === undefined) return answer(request, 401);
    const status = callee(numberOf(request));
    answer(request, 180);
    if (status === "rings") return;
    answer(request, status, status === 200 ? sdp : "");
    if (status === 200) talk(request);
  };
  const endpoint: SipEndpoint = new SipEndpoint({
    clock: wallClock,
    self: (): Remote => ({ host: "127.0.0.1", port: port.port }),
    send: (text, to) => port.send(text, to),
    isPeer: () => true,
    handler: {
      request(request) {
        asked.push(`${request.method} ${numberOf(request)}`.trim());
        if (request.method === "REGISTER") contacts.push(headerOf(request, "contact") ?? "");
        if (request.method === "REGISTER")
          return answer(request, headerOf(request, "authorization") === undefined ? 401 : 200);
        if (request.method === "INVITE") return invited(request);
        return answer(request, 200);
      },
      acknowledged: () => void asked.push("ACK"),
      cancelled(invite) {
        asked.push("CANCEL");
        answer(invite, 487);
      },
      unacknowledged: () => void asked.push("unacknowledged"),
    },
  });
  return {
    port: port.port,
    asked,
    /** Calls the extension that has registered last; returns its final answer's status and headers. */
    async call(headers: HeaderLines): Promise<SipResponse> {
      const answered = Promise.withResolvers<SipResponse>();
      const [contact = ""] = contacts.slice(-1);
      const { uri } = readAddress(contact);
      const { host = "", port: at = 0 } = readUri(uri) ?? {};
      const invite: SipRequest = {
        method: "INVITE",
        uri,
        headers: [
          ["max-forwards", "70"],
          ["from", "<sip:100@127.0.0.1>;tag=them"],
          ["to", `<${uri}>`],
          ["call-id", crypto.randomUUID()],
          ["cseq", "1 INVITE"],
          ["contact", `<sip:pbx@127.0.0.1:${port.port}>`],
          ...headers,
          ["content-type", "application/sdp"],
        ],
        body: sdp,
      };
      endpoint.invite(invite, { host, port: at }, (response) => {
        if (response !== undefined && response.status >= 200) answered.resolve(response);
      });
      return await answered.promise;
    },
    /** Audio has stopped. */
    quiet,
    [Symbol.dispose]() {
      quiet();
      endpoint[Symbol.dispose]();
      port[Symbol.dispose]();
      rtp.close();
    },
  };
}
