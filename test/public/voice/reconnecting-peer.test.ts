// Peer connection of the page over a real server, with Google's stack in place of a browser's: when it breaks, another
// one continues the session.

import wrtc from "@roamhq/wrtc";
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { readMessage, readyText, type ServerMessage } from "../../../public/voice/messages.ts";
import { ReturningPeer } from "../../../public/voice/connection/reconnecting-peer.ts";
import { SeenMessages } from "../../../public/voice/seen-messages.ts";
import { rtcServer } from "../../support/servers/rtc-server.ts";
import { until } from "../../support/until.ts";

setDefaultTimeout(240_000);

const page = globalThis as Record<string, unknown>;
const names = ["RTCPeerConnection", "MediaStream", "location"];
const before = names.map((name) => page[name]);

beforeAll(() => {
  page["RTCPeerConnection"] = wrtc.RTCPeerConnection;
  page["MediaStream"] = wrtc.MediaStream;
});

afterAll(() => {
  names.forEach((name, i) => (page[name] = before[i]));
});

test("returning peer: a connection with a silent server is replaced, for the same session", async () => {
  await using server = await rtcServer();
  page["location"] = { href: `${server.url}/test` };
  const seen = new SeenMessages();
  const happened: string[] = [];
  const read: ServerMessage[] = [];
  const channels: RTCDataChannel[] = [];
  page["RTCPeerConnection"] = class extends wrtc.RTCPeerConnection {
    override createDataChannel(label: string): RTCDataChannel {
      const channel = super.createDataChannel(label);
      channels.push(channel);
      return channel;
    }

    // Browsers create the description if none is given.
    override async setLocalDescription(given?: RTCLocalSessionDescriptionInit): Promise<void> {
      await super.setLocalDescription(given ?? (await this.createOffer()));
    }
  };
  const ready = (what: string): void => {
    happened.push(what);
    queueMicrotask(() => connection.sendText(readyText()));
  };
  const connection: ReturningPeer = await ReturningPeer.open({
    query: new URLSearchParams({ mode: "assistant", features: "clear,resume,marks" }),
    access: { origin: new URL(server.url).origin },
    microphone: undefined,
    onTrack: () => undefined,
    ticket: () => seen.ticket,
    events: {
      opened: () => ready("opened"),
      away: () => void happened.push("away"),
      back: () => ready("back"),
      audio: () => undefined,
      closed: (code) => void happened.push(`closed ${code}`),
      refused: ({ code }) => void happened.push(`refused ${code}`),
      text: (text) => {
        const message = readMessage(text);
        if (message !== undefined && seen.take(message)) read.push(message);
      },
    },
  });
  const isSession = (state: string) => (message: ServerMessage) =>
    message.type === "server-message" && message.data.type === "session" && message.data.state === state;
  await until("session", () => read.some(isSession("created")), 20_000);
  expect(seen.ticket?.ttlMs).toBe(30_000);
  // The connection breaks on this side, unnoticed by the server.
  channels[0]?.dispatchEvent(new Event("close"));
  await until("session", () => read.some(isSession("resumed")), 20_000);
  expect(happened).toEqual(["opened", "away", "back"]);
  expect(server.calls.size).toBe(1);
  connection.close();
  await until("end", () => server.calls.size === 0, 20_000);
});
