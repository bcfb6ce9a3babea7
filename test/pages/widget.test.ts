// Widget and talk page: a button in a page of another origin under a strict policy, and a page for one agent on a
// telephone. Visitors talk, mute, type and press keys there, and read what refuses them.

import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import type { Browser, Page } from "playwright-core";
import { sampleRate } from "../../src/audio/frame.ts";
import { writeWav } from "../../src/audio/wav.ts";
import { bundlePages } from "../../src/bundle-pages.ts";
import { type AppSite, appSite } from "../support/browser/app-site.ts";
import {
  expectQuiet,
  fakeMicrophone,
  launch,
  microphonePlays,
  open,
  type WatchedPage,
} from "../support/browser/browser.ts";
import { human, joined, pinkNoise } from "../support/callers/callers.ts";
import { faultsOf } from "../support/browser/faults.ts";
import { looks } from "../support/browser/looks.ts";
import { answer, signUpAt } from "../support/people.ts";
import { freePort } from "../support/servers/free-port.ts";
import { pageServer, type PageServer } from "../support/servers/page-server.ts";
import { json } from "../support/json-request.ts";
import { tempFolder } from "../support/servers/store.ts";
import { until } from "../support/until.ts";

setDefaultTimeout(240_000);

let server: PageServer;
let browser: Browser;
let [shop, stranger]: AppSite[] = [];
let engine = "";
let token = "";

beforeAll(async () => {
  [server, browser] = await Promise.all([pageServer(), launch(fakeMicrophone)]);
  engine = new URL(server.url).origin;
  const ports = [await freePort(), await freePort()];
  [shop, stranger] = ports.map((port) => appSite({ port, answers: { "/": page } }));
  const ask = (path: string, init?: RequestInit) => fetch(engine + path, init);
  const owner = await signUpAt({ ask });
  const text = await Bun.file("public/flows/welcome.flow.yaml").text();
  const upload = json("POST", { name: "Front desk", yaml_content: text }, owner.service);
  const { id } = await answer<{ id: string }>(ask("/v1/flows", upload), 201);
  const wanted = json("POST", { flow_id: id, origins: [shop?.origin] }, owner.login);
  ({ token } = await answer<{ token: string }>(ask("/v1/embeds", wanted), 201));
});

afterAll(async () => {
  await browser.close();
  for (const site of [shop, stranger]) await site?.[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
});

/** A page that allows the server's script and connections to it, and nothing of its own. */
function page(): Response {
  const policy =
    `default-src 'none'; script-src ${engine}; connect-src ${engine} ${engine.replace("http", "ws")}; ` +
    "base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'";
  const html = `<!doctype html><html lang="en"><title>Shop</title><main><h1>Shop</h1></main>
    <script src="${engine}/widget.js" data-token="${token}" data-name="Front desk"></script></html>`;
  return new Response(html, {
    headers: { "content-type": "text/html", "content-security-policy": policy },
  });
}

const visit = (site: AppSite | undefined): Promise<WatchedPage> =>
  open(browser, `${site?.origin}/`, { permissions: ["microphone"] });
const press = (page: Page, name: string): Promise<void> =>
  page.getByRole("button", { name, exact: true }).click();
const line = (page: Page, who: "agent" | "caller", words: RegExp): Promise<void> =>
  page.locator(`.captions .${who}`).filter({ hasText: words }).last().waitFor();
/** Everything but that the page asks another origin, which it is there for. */
const complaintsOf = ({ complaints }: WatchedPage): readonly string[] =>
  complaints.filter((each) => !each.startsWith("request: "));
const isHeard = (watched: WatchedPage): Promise<void> =>
  until("a voice", async () => (await watched.measured()).played.some(({ rms }) => rms > 0.01), 60_000);

async function wholeCall(watched: WatchedPage): Promise<void> {
  const { page: shown } = watched;
  await press(shown, "Talk to us");
  await line(shown, "agent", /Voice Flow/);
  await isHeard(watched);
  await press(shown, "Mute");
  await shown.getByRole("button", { name: "Mute", pressed: true }).waitFor();
  await shown.getByRole("textbox").fill("book a table");
  await press(shown, "Send");
  await line(shown, "caller", /book a table/);
  await line(shown, "agent", /which day/);
  await press(shown, "Keypad");
  await press(shown, "1");
  await line(shown, "caller", /1/);
  await press(shown, "Hang up");
  await shown.getByRole("status").filter({ hasText: "Call ended" }).waitFor();
  await press(shown, "Close");
  await shown.getByRole("button", { name: "Talk to us" }).waitFor();
  expect(complaintsOf(watched)).toEqual([]);
}

test("widget: a whole call in a page of another origin under a strict policy, over WebRTC", async () => {
  await using watched = await visit(shop);
  const asked: string[] = [];
  watched.page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await wholeCall(watched);
  expect([asked.includes("/offer"), asked.includes("/ws")]).toEqual([true, false]);
});

test("widget: the same over the WebSocket, where there is no WebRTC", async () => {
  await using watched = await visit(shop);
  await watched.page.evaluate(() => Reflect.deleteProperty(globalThis, "RTCPeerConnection"));
  const sockets: string[] = [];
  watched.page.on("websocket", (socket) => sockets.push(new URL(socket.url()).pathname));
  await wholeCall(watched);
  expect(sockets).toEqual(["/ws"]);
});

test("widget: a visitor interrupts the agent by voice and is understood", async () => {
  using folder = tempFolder();
  const spoken = joined(5_500, await human("time"), 8_000);
  // The hum of a room, or the browser's gain control rises without end.
  const room = pinkNoise(spoken.length, 30);
  const wav = folder.file("visitor.wav");
  const pcm = spoken.map((sample, n) => sample + (room[n] ?? 0));
  await Bun.write(wav, writeWav({ rate: sampleRate, pcm }));
  await using caller = await launch(microphonePlays(wav));
  await using watched = await open(caller, `${shop?.origin}/`, { permissions: ["microphone"] });
  await press(watched.page, "Talk to us");
  await line(watched.page, "caller", /time/);
  await line(watched.page, "agent", /It is .*universal time/);
  // The greeting went no further than it was heard.
  await line(watched.page, "agent", /^Agent: Hello(?!.*What would you like)/);
  expect(complaintsOf(watched)).toEqual([]);
});

test("widget: a visitor who is denied the microphone reads it, and types", async () => {
  await using watched = await visit(shop);
  const { page: shown } = watched;
  await shown.evaluate(() => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException("No", "NotAllowedError"));
  });
  await press(shown, "Talk to us");
  await shown.getByRole("alert").filter({ hasText: "The microphone is blocked" }).waitFor();
  await press(shown, "Type without a microphone");
  await line(shown, "agent", /Voice Flow/);
  await shown.getByRole("textbox").fill("goodbye");
  await press(shown, "Send");
  await shown.getByRole("status").filter({ hasText: "Call ended" }).waitFor();
  expect(await shown.getByRole("alert").isVisible()).toBe(false);
  expect(complaintsOf(watched)).toEqual([]);
});

test("widget: in a page that is not named, the visitor reads that it is not set up there", async () => {
  await using watched = await open(browser, `${stranger?.origin}/`, { bypassCSP: true });
  expect(await faultsOf(watched.page)).toEqual([]);
  await press(watched.page, "Talk to us");
  await watched.page.getByRole("alert").filter({ hasText: "not set up for this page" }).waitFor();
  await watched.page.getByRole("button", { name: "Call again" }).waitFor();
  expect(await faultsOf(watched.page)).toEqual([]);
  expect(complaintsOf(watched)).toEqual([]);
});

test("widget: is no larger than a page may ask of its visitors", async () => {
  const { files } = await bundlePages();
  expect(Bun.gzipSync(files.get("widget.js") ?? new Uint8Array()).length).toBeWithin(1, 60_001);
});

test.each(looks)("talk page: keeps nobody out, %s at %d pixels", async (colorScheme, width) => {
  const options = { colorScheme, viewport: { width, height: 844 }, permissions: ["microphone"] };
  await using watched = await open(browser, `${engine}/talk/${token}`, { ...options, bypassCSP: true });
  const { page: shown } = watched;
  await shown.getByRole("heading", { name: "Front desk" }).waitFor();
  expect(await faultsOf(shown)).toEqual([]);
  await press(shown, "Talk");
  await line(shown, "agent", /Voice Flow/);
  await shown.getByRole("textbox").fill("book a table");
  await press(shown, "Send");
  await line(shown, "agent", /which day/);
  await press(shown, "Keypad");
  expect(await faultsOf(shown)).toEqual([]);
});

test("talk page: keeps its own policy, and an unknown agent has no page", async () => {
  await using watched = await open(browser, `${engine}/talk/${token}`);
  await press(watched.page, "Type without a microphone");
  await line(watched.page, "agent", /Voice Flow/);
  await press(watched.page, "Hang up");
  expectQuiet(watched);
  const missing = await watched.page.goto(`${engine}/talk/vfe_${"x".repeat(24)}`);
  expect(missing?.status()).toBe(404);
  await watched.page.getByRole("heading", { name: "There is nothing at this address" }).waitFor();
});
