// Widget and talk page in Chromium, and how large the widget is.

import { expect, test } from "bun:test";
import { bundlePages } from "../../src/bundle-pages.ts";
import { fakeMicrophone, launch, microphonePlays, open } from "../support/browser/browser.ts";
import { type Visitors, widgetTests } from "../support/browser/widget-tests.ts";

const denies = ["--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream=deny"];

async function visitors(): Promise<Visitors> {
  const usual = await launch(fakeMicrophone);
  return {
    async open(url, { hears, ...options } = {}) {
      const permissions = hears === "denied" ? [] : ["microphone"];
      if (hears === undefined) return await open(usual, url, { ...options, permissions });
      const own = await launch(hears === "denied" ? denies : microphonePlays(hears.wav));
      const watched = await open(own, url, { ...options, permissions });
      return { ...watched, [Symbol.asyncDispose]: () => own.close() };
    },
    [Symbol.asyncDispose]: () => usual.close(),
  };
}

widgetTests(visitors);

test("widget: is no larger than a page may ask of its visitors", async () => {
  const { files } = await bundlePages();
  expect(Bun.gzipSync(files.get("widget.js") ?? new Uint8Array()).length).toBeWithin(1, 60_001);
});
