// Widget and talk page in Firefox.

import type { Page } from "playwright-core";
import { open } from "../support/browser/browser.ts";
import { deniesMicrophone, launchFirefox } from "../support/browser/firefox.ts";
import { type Visitors, widgetTests } from "../support/browser/widget-tests.ts";

/** Its own microphone hums and cannot play a file, so the page is given one that does. */
async function playsFile(page: Page, wav: string): Promise<void> {
  await page.addInitScript(
    (file: string) => {
      navigator.mediaDevices.getUserMedia = async () => {
        const context = new AudioContext();
        const bytes = Uint8Array.from(atob(file), (letter) => letter.charCodeAt(0));
        const source = new AudioBufferSourceNode(context, {
          buffer: await context.decodeAudioData(bytes.buffer),
        });
        const microphone = new MediaStreamAudioDestinationNode(context);
        source.connect(microphone);
        source.start();
        return microphone.stream;
      };
    },
    (await Bun.file(wav).bytes()).toBase64(),
  );
}

async function visitors(): Promise<Visitors> {
  const usual = await launchFirefox();
  return {
    async open(url, { hears, ...options } = {}) {
      if (hears === undefined) return await open(usual.browser, url, options);
      if (hears !== "denied")
        return await open(usual.browser, url, options, (page) => playsFile(page, hears.wav));
      const own = await launchFirefox(deniesMicrophone);
      const watched = await open(own.browser, url, options);
      return { ...watched, [Symbol.asyncDispose]: () => own[Symbol.asyncDispose]() };
    },
    [Symbol.asyncDispose]: () => usual[Symbol.asyncDispose](),
  };
}

widgetTests(visitors);
