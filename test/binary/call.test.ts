// Whole calls with the executable: a person's recordings over a real socket, to a goodbye that is heard; and WebRTC.

import { expect, test } from "bun:test";
import { human, joined } from "../support/callers/callers.ts";
import { Binary } from "../support/servers/binary.ts";
import { dial } from "../support/callers/phone.ts";
import { RtcCaller } from "../support/callers/rtc-caller.ts";

/** Caller's words after the agent's, and the agent's next words. */
const script: readonly (readonly [says: string, answer: RegExp])[] = [
  // A long hour is cut at its comma, so only the beginning is the same at any time of the day.
  ["time", /^It is /],
  ["goodbye", /Goodbye\./],
];

test("binary: a person calls, is understood and says goodbye", async () => {
  await using binary = await Binary.open();
  await using server = binary.serve({ DATA_DIR: ":memory:" });
  const url = await server.url();
  await server.says(/"speech\.ready"/);
  await using phone = await dial(`${url}/ws`);
  await phone.client.message("bot-stopped-speaking");
  for (const [says, answer] of script) {
    await phone.say(joined(await human(says), 150));
    const words = await phone.client.message(
      (it) => it.type === "user-transcription" && it.data?.final === true,
    );
    expect(words.data?.text).toBe(says);
    const said = await phone.client.message(
      (it) =>
        it.type === "bot-output" &&
        it.data?.spoken_status === "completed" &&
        answer.test(String(it.data["text"])),
    );
    expect(said.data?.text).toMatch(answer);
    if (says !== "goodbye") await phone.client.message("bot-stopped-speaking");
  }
  const end = await phone.client.message("session_end");
  expect(end.data).toMatchObject({ reason: "completed", code: 1000 });
  expect(phone.client.audioLength).toBeGreaterThan(16_000 * 2 * 5);
  server.child.kill("SIGTERM");
  expect((await server.ended()).code).toBe(0);
}, 240_000);

test("binary: the agent is also heard over WebRTC, in our own voice", async () => {
  await using binary = await Binary.open();
  await using server = binary.serve({ DATA_DIR: ":memory:", TTS_VOICE: "heart" });
  const url = await server.url();
  await server.says(/"speech\.ready"/);
  await using caller = await RtcCaller.call({ url });
  await caller.ready();
  await caller.until("a voice", () => caller.ear.loudSince(0));
  expect(caller.peer.connectionState).toBe("connected");
}, 240_000);
