// Widget and talk page in Firefox.

import type { Page } from "playwright-core";
import { open } from "../support/browser/browser.ts";
import { deniesMicrophone, launchFirefox } from "../support/browser/firefox.ts";
import { type Visitors } from "../support/browser/visitors.ts";
import { widgetTests } from "../support/browser/widget-tests.ts";

/** Gives the page a microphone that plays a file: Firefox's own test microphone hums and cannot. */
async function playsFile(page: Page, wav: string): Promise<void> {
  await page.addInitScript(
    (file: string) => {
      // The empty page that comes before has no `mediaDevices`.
      if ("mediaDevices" in navigator)
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

/** Each visitor has a Firefox of their own: one that has closed a page during a call may not respond again. */
const visitors: Visitors = {
  async open(url, { hears, ...options } = {}) {
    const started = await launchFirefox(hears === "denied" ? deniesMicrophone : {});
    const plays = typeof hears === "object" ? (page: Page) => playsFile(page, hears.wav) : undefined;
    const watched = await open(started.browser, url, options, plays);
    return { ...watched, [Symbol.asyncDispose]: () => started[Symbol.asyncDispose]() };
  },
  [Symbol.asyncDispose]: () => Promise.resolve(),
};

widgetTests(() => Promise.resolve(visitors));
