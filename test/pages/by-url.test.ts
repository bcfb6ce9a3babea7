// A person talks freely on the page, with ears, voice and model each on a server of the deployment: an answer, an
// interruption, and a tool that the assistant calls and whose result it speaks; over both transports of a browser, with
// its record and its usage.

import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sampleRate } from "../../src/audio/frame.ts";
import { writeWav } from "../../src/audio/wav.ts";
import { expectQuiet, launch, microphonePlays, open } from "../support/browser/browser.ts";
import { human, joined, pinkNoise } from "../support/callers/callers.ts";
import { answer, type Person, signUpAt } from "../support/people.ts";
import {
  ChatServer,
  doneMark,
  finish,
  key,
  role,
  toolParts,
  usage,
  wellBehaved,
} from "../support/servers/chat-server.ts";
import { pageServer, type PageServer } from "../support/servers/page-server.ts";
import { json } from "../support/json-request.ts";
import { openSpeechServers, type SpeechServers } from "../support/servers/speech-servers.ts";
import { until } from "../support/until.ts";

/** Recordings of a person, and their words. */
const first = { recording: "tt-weasels", words: "Weasels have eaten our phone system." };
const second = { recording: "vm-isunavail", words: "How high is the water at Brest?" };

const greeting = "Hello.";
const advice = [
  "That is a pity, and it happens more often than people think.",
  "Weasels like cables very much, above all those that are warm and lie under a roof.",
  "Put a net over each hole that is wider than two fingers, and call somebody who mends telephones.",
];
const level = "The water at Brest stands at three point two metres.";

/** Time until the call has begun, also on a slow machine. */
const beforeMs = 8_000;
/** Time for the silence that ends a turn, all three servers, and the beginning of the advice. */
const cutInMs = 6_500;

let folder = "";
let chat: ChatServer;
let servers: SpeechServers;
let server: PageServer;
let harbour: Bun.Server<undefined>;
let person: Person;
let asked: string[];

const served = {
  ask: (path: string, init?: RequestInit) => fetch(new URL(path, server.url), init),
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "voice-flow-by-url-"));
  asked = [];
  harbour = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch({ url }) {
      asked.push(new URL(url).search);
      return Response.json({ metres: 3.2 });
    },
  });
  chat = await ChatServer.open();
  // The second question follows the first one's answer.
  servers = await openSpeechServers(() => (chat.requests.length % 4 < 2 ? first.words : second.words));
  server = await pageServer({
    STT_URL: servers.sttUrl,
    TTS_URL: servers.ttsUrl,
    LLM_BASE_URL: chat.baseUrl,
    LLM_MODEL: "tiny",
    LLM_API_KEY: key,
    PASSWORD_MEMORY_MIB: "1",
    OUTBOUND_ALLOW: `127.0.0.1:${harbour.port}`,
  });
  person = await signUpAt(served);
  const http = `GET http://127.0.0.1:${harbour.port}/level?harbour={{ harbour }}`;
  const tide = { description: "The water level at a harbour", http, params: { harbour: "text" } };
  const setting = { system_prompt: "You answer for the harbour.", tools: { tide } };
  await answer(served.ask("/v1/assistant", json("PUT", setting, person.login)));
}, 240_000);

afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await Promise.all([servers[Symbol.asyncDispose](), chat[Symbol.asyncDispose](), harbour.stop(true)]);
  await rm(folder, { recursive: true });
});

async function microphone(): Promise<readonly string[]> {
  const quiet = joined(
    beforeMs,
    await human(first.recording),
    cutInMs,
    await human(second.recording),
    240_000,
  );
  // In perfect silence the browser's gain control rises without end, so the room hums.
  const room = pinkNoise(quiet.length, 30);
  const path = join(folder, "caller.wav");
  const pcm = quiet.map((sample, i) => sample + (room[i] ?? 0));
  await Bun.write(path, writeWav({ rate: sampleRate, pcm }));
  return microphonePlays(path);
}

interface Recorded {
  readonly session_id: string;
  readonly end_reason: string;
  readonly transcript: readonly {
    readonly role: string;
    readonly text: string;
    readonly by?: string;
    readonly interrupted?: boolean;
  }[];
  readonly tools: readonly object[];
  readonly provider_failures: readonly object[];
  readonly usage: {
    readonly turns: number;
    readonly items: readonly {
      readonly kind: string;
      readonly provider: string;
      readonly unit: string;
      readonly amount: number;
      readonly cost_usd_cents: number;
    }[];
  };
}

/** Record of the last session, once the session is over. */
async function lastRecord(): Promise<Recorded> {
  let last: Recorded | undefined;
  await until("the end of the session", async () => {
    const all = await answer<readonly { session_id: string; ended_at: number | null }[]>(
      served.ask("/v1/sessions", { headers: person.login }),
    );
    const [newest] = all;
    if (newest === undefined || newest.ended_at === null) return false;
    last = await answer<Recorded>(served.ask(`/v1/sessions/${newest.session_id}`, { headers: person.login }));
    return true;
  });
  return last!;
}

/** The long run tests both transports, with the same recordings. */
const transports =
  process.env["LONG"] === undefined ? (["webrtc"] as const) : (["webrtc", "websocket"] as const);

test.each(transports)(
  "by URL: free speech in a browser by %s, with an interruption and a tool, matches the record",
  async (transport) => {
    const before = { asked: asked.length, chat: chat.requests.length };
    chat.script(
      wellBehaved(greeting),
      wellBehaved(advice.join(" ")),
      {
        parts: [
          role(),
          ...toolParts("tide", '{"harbour":"Brest"}'),
          finish("tool_calls"),
          usage(20, 5),
          doneMark,
        ],
      },
      wellBehaved(level),
    );
    await using browser = await launch(await microphone());
    await using watched = await open(browser, server.url, { permissions: ["microphone"] });
    const { page } = watched;
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.getByLabel("Email", { exact: true }).fill(person.email);
    await page.getByLabel("Password", { exact: true }).fill(person.password);
    await page.locator("form").getByRole("button", { name: "Sign in", exact: true }).click();
    await page.getByText(person.email).waitFor();
    await page.getByRole("radio", { name: /^Assistant/ }).check();
    await page.getByLabel("Connection").selectOption(transport);
    await page.getByRole("button", { name: "Talk" }).click();
    await page.locator(".entry.agent", { hasText: level }).waitFor({ timeout: 60_000 });
    await watched.state(/Listening|You are speaking|listening/i);

    expect(await page.locator(".entry.caller .bubble").allTextContents()).toEqual([
      first.words,
      second.words,
    ]);
    // The page strikes out unheard advice.
    const cut = page.locator(".entry.agent", { hasText: "That is a pity" });
    expect((await cut.locator("del").allTextContents()).join(" ")).toMatch(/mends telephones\.$/);
    await page.locator("#call", { hasText: "Hang up" }).click();
    await page.getByText("You hung up.").waitFor();

    const record = await lastRecord();
    const [hello, caller, advised, cutIn, told] = record.transcript;
    expect(record.transcript).toHaveLength(5);
    expect([hello?.text, told?.text]).toEqual([greeting, level]);
    expect([caller, cutIn]).toMatchObject([
      { role: "caller", by: "voice", text: first.words },
      { role: "caller", by: "voice", text: second.words },
    ]);
    expect(advised?.interrupted).toBeTrue();
    expect(advice.join(" ")).toStartWith(advised?.text.replace(/…$/, "") ?? "-");
    expect(record.tools).toMatchObject([{ name: "tide", ok: true }]);
    expect(asked.slice(before.asked)).toEqual(["?harbour=Brest"]);
    expect([record.end_reason, record.usage.turns, record.provider_failures]).toEqual(["caller", 2, []]);
    const used = (kind: string, unit: string) =>
      record.usage.items.find((item) => item.kind === kind && item.unit === unit);
    expect(used("stt", "audio_ms")?.amount).toBeGreaterThan(3_000);
    expect(used("tts", "chars")?.amount).toBeGreaterThan(greeting.length + level.length);
    // Servers of the deployment cost nothing.
    expect(record.usage.items.every((item) => item.cost_usd_cents === 0)).toBeTrue();
    const last = chat.requests[before.chat + 3]?.body.messages.at(-1);
    expect([last?.role, last?.content]).toEqual(["tool", '{"metres":3.2}']);
    expect([chat.problems, servers.problems]).toEqual([[], []]);
    expectQuiet(watched);
  },
  240_000,
);
