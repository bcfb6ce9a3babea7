// Journey of a person who designs a whole flow with a mouse.

import { afterAll, beforeAll, setDefaultTimeout, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { parse } from "yaml";
import { expectQuiet, launch, microphonePlays } from "../support/browser/browser.ts";
import { openEditor } from "../support/browser/editor-page.ts";
import type { FrontDesk } from "../support/browser/front-desk.ts";
import { person, walkJourney } from "../support/browser/journey.ts";
import { mouseHands } from "../support/browser/mouse.ts";
import { recordCaller } from "../support/callers/microphone.ts";
import { pageServer, type PageServer } from "../support/servers/page-server.ts";

setDefaultTimeout(240_000);

let server: PageServer;
let browser: Browser;
let folder: string;
let original: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "voice-flow-journey-"));
  const wav = join(folder, "caller.wav");
  await recordCaller(wav, "technical support");
  [server, browser] = await Promise.all([pageServer(), launch(microphonePlays(wav))]);
  original = await Bun.file("public/flows/call-routing.flow.yaml").text();
});

afterAll(async () => {
  await browser.close();
  await server[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

test("journey: a flow is built with a mouse, saved, reopened, tested, typed to and talked to", async () => {
  await using watched = await openEditor({ browser, server }, "", person);
  await walkJourney(mouseHands(watched.page), { original, tests: (parse(original) as FrontDesk).tests });
  expectQuiet(watched);
});
