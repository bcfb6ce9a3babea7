// Published clients of Pipecat, unmodified: they connect to /offer and hold a conversation with real speech, without a
// browser and in one.

import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import wrtc from "@roamhq/wrtc";
import { sampleRate } from "../../src/audio/frame.ts";
import { writeWav } from "../../src/audio/wav.ts";
import { launch, microphonePlays, open } from "../support/browser/browser.ts";
import { human, joined } from "../support/callers/callers.ts";
import { pageServer, type PageServer } from "../support/servers/page-server.ts";
import type { Told } from "../support/callers/pipecat-session.ts";
import { Ear, Microphone } from "../support/callers/rtc-caller.ts";
import { until } from "../support/until.ts";

setDefaultTimeout(240_000);

let server: PageServer;
let endpoint = "";

beforeAll(async () => {
  server = await pageServer();
  endpoint = new URL("/offer", server.url).href;
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
});

/** Client of a conversation, as the checks see it. */
interface Remote {
  told(): Promise<readonly Told[]>;
  /** Hundredths of a second in which the agent was loud. */
  loud(): Promise<number>;
  run(method: string, ...given: unknown[]): Promise<unknown>;
}

async function heard(remote: Remote, wanted: (one: Told) => boolean, from = 0): Promise<number> {
  let found = -1;
  await until(
    String(wanted),
    async () => {
      found = (await remote.told()).findIndex((one, i) => i >= from && wanted(one));
      return found >= 0;
    },
    240_000,
  );
  return found;
}

const says = (words: RegExp) => (one: Told) =>
  one.event === "text" && words.test((one.data as { text: string }).text);
const is = (event: string) => (one: Told) => one.event === event;

/** Lets the agent speak for a moment, and interrupts it. */
async function interrupted(remote: Remote, from: number): Promise<number> {
  const speaking = await heard(remote, is("speaking"), from);
  const before = await remote.loud();
  await until("voice", async () => (await remote.loud()) - before > 30);
  await remote.run("interrupt");
  return await heard(remote, is("silent"), speaking);
}

/** Continues after the first turn: typed words, mute, an interruption, a new connection, and the end. */
async function goOn(remote: Remote): Promise<void> {
  let from = await heard(remote, says(/on this server/));
  from = await interrupted(remote, from);
  await remote.run("say", "book a table");
  from = await heard(remote, says(/For which day/), from);
  await remote.run("mute", true);
  const muted = (one: Told): boolean =>
    one.event === "server" &&
    Reflect.get(one.data as object, "type") === "muted" &&
    Reflect.get(one.data as object, "muted") === true;
  await heard(remote, muted);
  await remote.run("mute", false);
  await remote.run("say", "repeat");
  from = await interrupted(remote, from + 1);
  await remote.run("reconnect");
  const restarted = ({ event, data }: Told): boolean =>
    event === "server" &&
    Reflect.get(data as object, "type") === "session" &&
    Reflect.get(data as object, "state") === "restarted";
  await heard(remote, restarted, from);
  await remote.run("say", "friday");
  await heard(remote, says(/how many people/), from);
  expect((await remote.told()).filter(is("ready"))).toHaveLength(1);
  await remote.run("disconnect");
  await heard(remote, is("disconnected"));
  expect((await remote.told()).filter(is("error"))).toEqual([]);
}

test.concurrent("client-js with the small WebRTC transport, without a browser", async () => {
  using microphone = new Microphone();
  const ears: Ear[] = [];
  // The client takes this for a browser.
  const listening = class extends wrtc.RTCPeerConnection {
    constructor(configuration?: RTCConfiguration) {
      super(configuration);
      this.addEventListener("track", ({ track }) => {
        if (track.kind !== "audio") return;
        const ear = new Ear();
        ear.listen(track);
        ears.push(ear);
      });
    }

    /** Waits for all candidates: reading the description while candidates join it can end the process. */
    override async setLocalDescription(description?: RTCLocalSessionDescriptionInit): Promise<void> {
      await super.setLocalDescription(description);
      await until("end of gathering", () => this.iceGatheringState === "complete");
    }
  };
  const browser = { window: globalThis, RTCPeerConnection: listening, MediaStream: wrtc.MediaStream };
  Object.assign(globalThis, browser);
  const { PipecatSession } = await import("../support/callers/pipecat-session.ts");
  const tracks = { local: { audio: microphone.track } };
  let isMicEnabled = true;
  const done = () => Promise.resolve();
  const session = new PipecatSession({
    supportsScreenShare: false,
    get isMicEnabled() {
      return isMicEnabled;
    },
    isCamEnabled: false,
    isSharingScreen: false,
    setClientOptions: () => undefined,
    enableMic: (enabled: boolean) => void (isMicEnabled = enabled),
    initialize: done,
    connect: done,
    disconnect: done,
    tracks: () => tracks,
  } as never);
  const remote: Remote = {
    told: () => Promise.resolve(session.told),
    loud: () => Promise.resolve(ears.reduce((sum, ear) => sum + ear.loudBlocks, 0)),
    run: async (method, ...given) => {
      const work = Reflect.get(session, method) as (...all: unknown[]) => unknown;
      return await work.apply(session, given);
    },
  };
  await session.connect(endpoint);
  await interrupted(remote, 0);
  await microphone.say(joined(await human("time"), 900));
  // The rest of the caller's words over the agent may be a turn of its own, without understood words.
  const transcript = ({ event, data }: Told): boolean =>
    event === "transcript" &&
    Reflect.get(data as object, "final") === true &&
    Reflect.get(data as object, "text") !== "";
  const at = await heard(remote, transcript);
  expect(session.told[at]?.data).toMatchObject({ text: expect.stringMatching(/\btime$/) });
  await goOn(remote);
  for (const ear of ears) ear.stop();
});

test.concurrent(
  "client-js with the small WebRTC transport, in Chromium, started through /start",
  async () => {
    const folder = await mkdtemp(join(tmpdir(), "voice-flow-pipecat-"));
    const wav = join(folder, "caller.wav");
    await Bun.write(wav, writeWav({ rate: sampleRate, pcm: joined(8_000, await human("time"), 20_000) }));
    const entry = join(import.meta.dir, "../support/callers/pipecat-page.ts");
    const built = await Bun.build({ entrypoints: [entry], target: "browser", format: "iife" });
    const script = await built.outputs[0]?.text();
    await using browser = await launch(microphonePlays(wav));
    await using watched = await open(browser, new URL("/wire-protocol", server.url).href, {
      permissions: ["microphone"],
      bypassCSP: true,
    });
    const { page } = watched;
    await page.addScriptTag({ content: script ?? "" });
    const remote: Remote = {
      told: () => page.evaluate(() => globalThis.pipecat.told),
      loud: () => page.evaluate(() => globalThis.pipecatHeard),
      run: (method, ...given) =>
        page.evaluate(
          async ([name, all]) => {
            const work = Reflect.get(globalThis.pipecat, name) as (...args: unknown[]) => unknown;
            await work.apply(globalThis.pipecat, all);
          },
          [method, given] as const,
        ),
    };
    await remote.run("startAndConnect", "/start");
    // Interrupts the greeting, before the microphone says its word.
    await interrupted(remote, 0);
    await goOn(remote);
    await rm(folder, { recursive: true });
  },
);
