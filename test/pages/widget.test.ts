// Widget and talk page in Chromium, and how large the widget is.

import { expect, test } from "bun:test";
import { bundlePages } from "../../src/bundle-pages.ts";
import { fakeMicrophone, launch, microphonePlays, open } from "../support/browser/browser.ts";
import { pageServer } from "../support/servers/page-server.ts";
import { until } from "../support/until.ts";
import type * as client from "../../public/client/client-types.d.ts";
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

test("widget: a call that begins without a click is heard at the next one, and says so meanwhile", async () => {
  await using server = await pageServer();
  const engine = new URL(server.url).origin;
  const own = await launch(["--autoplay-policy=document-user-activation-required", ...fakeMicrophone]);
  try {
    for (const transport of ["webrtc", "websocket"]) {
      await using watched = await open(own, `${engine}/test`, { permissions: ["microphone"] });
      const { page } = watched;
      const [opened] = await page.evaluate(
        async (way) => {
          const { connect } = (await import("/client.js" as string)) as typeof client;
          const call = connect({ transport: way, microphone: false });
          const errors: string[] = [];
          call.on("error", ({ code, isFatal }) => errors.push(`${code} ${isFatal}`));
          Object.assign(globalThis, { call, errors });
          await new Promise<void>(
            (done) => void call.on("state", (s) => s.soundBlocked && s.phase === "open" && done()),
          );
          return [call.state.words];
        },
        transport as "webrtc" | "websocket",
      );
      expect(opened).toBe("Click to hear the agent");
      expect(await page.evaluate("errors")).toEqual(["sound/blocked false"]);
      await page.mouse.click(10, 10);
      await page.waitForFunction("!call.state.soundBlocked");
      await until(
        "a voice",
        async () => (await watched.measured()).played.some(({ rms }) => rms > 0.01),
        60_000,
      );
    }
  } finally {
    await own.close();
  }
});

test("widget: is no larger than a page may ask of its visitors", async () => {
  const { files } = await bundlePages();
  expect(Bun.gzipSync(files.get("widget.js") ?? new Uint8Array()).length).toBeWithin(1, 60_001);
});
