// Journey of a person who designs a whole flow with the keyboard alone.

import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { parse } from "yaml";
import { expectQuiet, launch, microphonePlays } from "../support/browser/browser.ts";
import { openEditor } from "../support/browser/editor-page.ts";
import { faultsOf } from "../support/browser/faults.ts";
import type { FrontDesk } from "../support/browser/front-desk.ts";
import { person, walkJourney } from "../support/browser/journey.ts";
import { keyboardHands } from "../support/browser/keyboard.ts";
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

test("journey: the keyboard alone builds, saves, tests and calls a flow, and the page passes axe", async () => {
  // The script of axe comes from outside of the page.
  await using watched = await openEditor({ browser, server }, "", { ...person, bypassCSP: true });
  const { page } = watched;
  const look = async (): Promise<void> => expect(await faultsOf(page)).toEqual([]);
  const { tests } = parse(original) as FrontDesk;
  await walkJourney(
    keyboardHands(page),
    { original, tests: [...tests.slice(0, 1), ...tests.slice(-1)] },
    look,
  );
  expectQuiet(watched);
});
