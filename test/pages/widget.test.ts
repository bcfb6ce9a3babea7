// Widget and talk page in Chromium, and the size of the widget.

import { expect, test } from "bun:test";
import { bundlePages, type PageFiles } from "../../src/bundle-pages.ts";
import { fakeMicrophone, launch, microphonePlays, open } from "../support/browser/browser.ts";
import { pageServer } from "../support/servers/page-server.ts";
import { until } from "../support/until.ts";
import type * as client from "../../public/client/client-types.d.ts";
import { type Visitors } from "../support/browser/visitors.ts";
import { widgetTests } from "../support/browser/widget-tests.ts";

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

test("widget: a call that begins without a click sounds at the next one, and says so meanwhile", async () => {
  await using server = await pageServer();
  const engine = new URL(server.url).origin;
  const own = await launch(["--autoplay-policy=document-user-activation-required", ...fakeMicrophone]);
  try {
    for (const transport of ["webrtc", "websocket"] as const) {
      // The page itself begins the call: a test's action in it counts as a gesture.
      const begin = (way: "webrtc" | "websocket"): void =>
        addEventListener("load", () => {
          void (import("/client.js" as string) as Promise<typeof client>).then(({ connect }) => {
            const call = connect({ transport: way, microphone: false });
            call.on("error", ({ code, isFatal }) => console.log(`error ${code} ${isFatal}`));
            call.on("state", ({ phase, words, soundBlocked }) =>
              console.log(`${phase} ${words} ${soundBlocked}`),
            );
          });
        });
      const said: string[] = [];
      await using watched = await open(own, `${engine}/swagger`, {}, async (page) => {
        page.on("console", (message) => void said.push(message.text()));
        await page.addInitScript(begin, transport);
      });
      await until("silence", () => said.includes("open Click to hear the agent true"), 60_000);
      await until("its error", () => said.includes("error sound/blocked false"), 60_000);
      await watched.page.mouse.click(2, 2);
      await until("sound", () => said.includes("open The agent is speaking false"), 60_000);
      await until(
        "a voice",
        async () => (await watched.measured()).played.some(({ rms }) => rms > 0.01),
        240_000,
      );
    }
  } finally {
    await own.close();
  }
});

/** Compressed bytes of a script and of all its imports. */
function scriptBytes(files: PageFiles, name: string, seen = new Set<string>()): number {
  const file = files.get(name);
  if (file === undefined || seen.has(name)) return 0;
  seen.add(name);
  const imports = new TextDecoder().decode(file).matchAll(/(?:from|import)\s*\(?"\.\/([\w.-]+\.js)"/g);
  const own = Bun.gzipSync(file).length;
  return [...imports].reduce((sum, [, imported = ""]) => sum + scriptBytes(files, imported, seen), own);
}

test("pages: scripts of the widget, the talk page and the console stay within their sizes", async () => {
  const { files } = await bundlePages();
  expect(scriptBytes(files, "widget.js")).toBeWithin(20_000, 60_001);
  expect(scriptBytes(files, "talk-page.js")).toBeWithin(20_000, 60_001);
  expect(scriptBytes(files, "console-page.js")).toBeWithin(100_000, 300_001);
});
