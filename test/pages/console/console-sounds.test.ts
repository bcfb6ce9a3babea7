// Recorded sounds in the console, in a real browser: a person uploads a sound, hears it as callers do, and deletes it.

import { afterAll, beforeAll, setDefaultTimeout, test } from "bun:test";
import type { Browser } from "playwright-core";
import { expectQuiet, launch, open } from "../../support/browser/browser.ts";
import { enter, go, press } from "../../support/browser/console-steps.ts";
import { newEmail } from "../../support/people.ts";
import { pageServer, type PageServer } from "../../support/servers/page-server.ts";
import { tempFolder } from "../../support/servers/store.ts";
import { soundFile, tone } from "../../support/sound-file.ts";

setDefaultTimeout(240_000);

let folder: ReturnType<typeof tempFolder>;
let server: PageServer;
let browser: Browser;

beforeAll(async () => {
  folder = tempFolder();
  [server, browser] = await Promise.all([pageServer({ SPEECH: "off", DATA_DIR: folder.path }), launch()]);
});

afterAll(async () => {
  await browser.close();
  await server[Symbol.asyncDispose]();
  folder[Symbol.dispose]();
});

test("console: a recorded sound is uploaded, played and deleted, and another file is refused", async () => {
  await using watched = await open(browser, new URL("/console", server.url).href);
  const { page } = watched;
  await enter(page, "Create account", newEmail());
  await go(page, "Flows");
  const card = page.getByRole("region", { name: "Recorded sounds" });
  await card.getByText("No recorded sounds").waitFor();
  const upload = async (name: string, buffer: Buffer): Promise<void> => {
    await card.getByLabel("Sound file").setInputFiles({ name, mimeType: "audio/wav", buffer });
    await press(page, "Upload sound");
  };
  await upload("notes.wav", Buffer.from("no sound at all"));
  await card.getByRole("alert").filter({ hasText: /WAV/ }).waitFor();
  const samples = tone({ rate: 16_000, seconds: 2 });
  await upload("wel come.wav", Buffer.from(soundFile({ rate: 16_000, samples })));
  const sound = card.getByRole("listitem").filter({ hasText: "wel come.wav" });
  await sound.getByText("0:02").waitFor();
  await sound.getByRole("button", { name: "Play: wel come.wav" }).click();
  await sound.getByRole("button", { name: "Stop: wel come.wav" }).waitFor();
  await sound.getByRole("button", { name: "Play: wel come.wav" }).waitFor();
  await sound.getByRole("button", { name: "Delete: wel come.wav" }).click();
  await press(page, "Delete for good");
  await card.getByText("No recorded sounds").waitFor();
  expectQuiet(watched);
});
