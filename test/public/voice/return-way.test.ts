// Return to a call: only an address of a session leads there.

import { expect, test } from "bun:test";
import { ticketOf } from "../../../public/voice/connection/return-way.ts";

const kept = { ttlMs: 30_000, transport: "websocket", microphone: true, muted: false } as const;

test("return data: the address of a session has its token and the server's waiting time", () => {
  for (const url of ["https://voice.example/v1/ws/vst_1", "wss://voice.example/v1/ws/vst_1"])
    expect(ticketOf({ ...kept, url })).toEqual({ token: "vst_1", ttlMs: 30_000 });
});

test("return data: a foreign address leads back to no session", () => {
  for (const url of ["", "/v1/ws/vst_1", "https://voice.example/talk/vst_1", "https://voice.example/v1/ws"])
    expect(ticketOf({ ...kept, url })).toBeUndefined();
});
