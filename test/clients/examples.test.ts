// Examples for builders, unchanged: plain JavaScript and React in Chromium, each in a page of another origin, a shell
// script with curl, and Python.

import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { sampleRate } from "../../src/audio/frame.ts";
import { readWav, writeWav } from "../../src/audio/wav.ts";
import { appSite, installExample } from "../support/browser/app-site.ts";
import {
  fakeMicrophone,
  launch,
  microphonePlays,
  open,
  type WatchedPage,
} from "../support/browser/browser.ts";
import { human, joined } from "../support/callers/callers.ts";
import { freePort } from "../support/servers/free-port.ts";
import { pageServer, type PageServer } from "../support/servers/page-server.ts";
import { Program } from "../support/servers/program.ts";
import { until } from "../support/until.ts";

setDefaultTimeout(240_000);

let server: PageServer;
let engine = "";
let reactPort = 0;
let folder = "";

beforeAll(async () => {
  reactPort = await freePort();
  // plain.html is written for the first origin.
  server = await pageServer({ CORS_ORIGINS: `http://localhost:5173,http://localhost:${reactPort}` });
  engine = new URL(server.url).origin;
  folder = await mkdtemp(join(tmpdir(), "voice-flow-examples-"));
});

afterAll(async () => {
  await rm(folder, { recursive: true });
  await server[Symbol.asyncDispose]();
});

/** Complaints of the page without those about its requests to another origin, which are its purpose. */
const complaintsOf = ({ complaints }: WatchedPage): readonly string[] =>
  complaints.filter((each) => !each.startsWith("request: "));

const line = (page: Page, words: RegExp): Promise<void> =>
  page.locator("li", { hasText: words }).last().waitFor();
const isHeard = (watched: WatchedPage): Promise<void> =>
  until("a voice", async () => (await watched.measured()).played.some(({ rms }) => rms > 0.01), 60_000);

/** Opens the plain example, whose addresses this function sets to free ports. */
async function plainPage(flags: readonly string[] = fakeMicrophone, permissions = ["microphone"]) {
  const html = () =>
    new Response(Bun.file("public/examples/plain.html"), { headers: { "content-type": "text/html" } });
  const port = await freePort();
  const site = appSite({ port, answers: { "/plain.html": html } });
  const rules = `MAP localhost:3000 127.0.0.1:${new URL(engine).port}, MAP localhost:5173 127.0.0.1:${port}`;
  const browser = await launch([...flags, `--host-resolver-rules=${rules}`]);
  const watched = await open(browser, "http://localhost:5173/plain.html", { permissions });
  return {
    watched,
    async [Symbol.asyncDispose]() {
      await browser.close();
      await site[Symbol.asyncDispose]();
    },
  };
}

/** Books a table from the first word to the last, as a person does it on this page. */
async function bookTable(watched: WatchedPage): Promise<void> {
  const { page } = watched;
  await page.getByRole("button", { name: "Talk" }).click();
  await line(page, /^agent: Hello, this is Voice Flow/);
  await isHeard(watched);
  await page.getByRole("button", { name: "Mute" }).click();
  await page.getByRole("button", { name: "Unmute" }).waitFor();
  await page.getByRole("textbox").fill("book a table");
  await page.getByRole("button", { name: "Say", exact: true }).click();
  await line(page, /^caller: book a table/);
  await line(page, /^agent: .*which day/);
  await page.getByRole("button", { name: "Press 1" }).click();
  await line(page, /^caller: 1/);
  await page.getByRole("button", { name: "Hang up" }).click();
  await page.getByText("Call ended").waitFor();
  expect(complaintsOf(watched)).toEqual([]);
}

test("examples: plain JavaScript, from another origin, talks over WebRTC", async () => {
  await using opened = await plainPage();
  const { watched } = opened;
  const asked: string[] = [];
  watched.page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await bookTable(watched);
  expect(asked).toContain("/offer");
  expect(asked).not.toContain("/ws");
});

test("examples: without a route for WebRTC, the same page talks over the WebSocket", async () => {
  await using opened = await plainPage([
    ...fakeMicrophone,
    "--webrtc-ip-handling-policy=disable_non_proxied_udp",
  ]);
  const { watched } = opened;
  const sockets: string[] = [];
  watched.page.on("websocket", (socket) => sockets.push(new URL(socket.url()).pathname));
  await bookTable(watched);
  expect(sockets).toEqual(["/ws"]);
});

test("examples: a refused microphone is reported, and no call begins", async () => {
  await using opened = await plainPage(
    ["--use-fake-device-for-media-stream", "--deny-permission-prompts"],
    [],
  );
  const { page } = opened.watched;
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await page.getByRole("button", { name: "Talk" }).click();
  await page
    .getByRole("status")
    .filter({ hasText: /microphone/i })
    .waitFor();
  await page.getByRole("button", { name: "Talk" }).waitFor();
  expect(asked).not.toContain("/offer");
  expect(complaintsOf(opened.watched)).toEqual([]);
});

/** Strictest content security policy that lets the example work: of its server, it allows only the named addresses. */
const strict = (at: string): string =>
  `default-src 'none'; script-src 'self' ${at}; connect-src 'self' ${at} ${at.replace("http", "ws")}`;

test("examples: React talks with a session that the app's server starts, under a strict policy", async () => {
  const work = join(folder, "app");
  await installExample(work);
  const check = new Program([process.execPath, "check", "-p", join(work, "tsconfig.json")], {
    env: process.env,
  });
  expect(await check.ended()).toMatchObject({ code: 0 });
  const built = await Bun.build({
    entrypoints: [join(work, "main.tsx")],
    target: "browser",
    define: { "process.env.NODE_ENV": '"production"' },
    jsx: { runtime: "automatic", development: false },
  });
  const script = await built.outputs[0]!.text();
  const html =
    '<!doctype html><title>App</title><div id="root"></div><script type="module" src="/app.js"></script>';
  const answers = {
    "/": () =>
      new Response(html, {
        headers: { "content-type": "text/html", "content-security-policy": strict(engine) },
      }),
    "/app.js": () => new Response(script, { headers: { "content-type": "text/javascript" } }),
    "/voice-session": async () => new Response((await beginSession()).trim()),
  };
  await using site = appSite({ port: reactPort, answers });
  const wav = join(folder, "caller.wav");
  await Bun.write(wav, writeWav({ rate: sampleRate, pcm: joined(12_000, await human("time"), 20_000) }));
  await using browser = await launch(microphonePlays(wav));
  await using watched = await open(browser, site.origin, { permissions: ["microphone"] });
  const { page } = watched;
  await page.getByRole("button", { name: "Talk" }).click();
  await line(page, /^agent: Hello/);
  await isHeard(watched);
  await line(page, /^caller: .*time/);
  await line(page, /^agent: .*on this server/);
  await page.getByRole("button", { name: "Hang up" }).click();
  await page.getByText("Call ended").waitFor();
  expect(complaintsOf(watched)).toEqual([]);
});

/** Runs the shell example's first lines; returns the address of a session. */
async function beginSession(): Promise<string> {
  const env = { PATH: process.env.PATH, VOICE_FLOW_URL: engine };
  const { code, out, err } = await new Program(["/bin/sh", "public/examples/begin-session.sh"], {
    env,
  }).ended();
  expect({ code, err }).toEqual({ code: 0, err: "" });
  return out;
}

test("examples: curl starts a session, and Python holds it to its end and keeps the voice", async () => {
  const address = (await beginSession()).trim();
  expect(address).toMatch(/^ws:\/\/127\.0\.0\.1:\d+\/v1\/ws\/vst_[\w-]+$/);
  const wav = join(folder, "answer.wav");
  const python = ["/usr/bin/python3", "public/examples/type-words.py", address, wav];
  const said = await new Program([...python, "what time is it", "goodbye"], { env: {} }).ended();
  expect(said.err).toBe("");
  expect(said.out).toMatch(
    /^agent: Hello[^]*\ncaller: what time is it\nagent: It is [^]*\nover: completed\n$/,
  );
  const { rate, pcm } = readWav(await Bun.file(wav).bytes());
  expect(rate).toBe(sampleRate);
  expect(pcm.length / rate).toBeGreaterThan(5);
  expect(pcm.some((sample) => Math.abs(sample) > 1_000)).toBe(true);
});

test("examples: curl and Python print the reason of a refusal, and exit with 1", async () => {
  const env = { VOICE_FLOW_URL: engine, API_KEY: "production" };
  const begun = await new Program(["/bin/sh", "public/examples/begin-session.sh"], { env }).ended();
  expect(begun.err).toMatch(
    /^\/v1\/sessions: X-Service-Key contains no API key.*Send an API key as "X-Service-Key: <key>"\.\n$/,
  );
  const address = `${engine.replace("http", "ws")}/v1/ws/vst_${"a".repeat(43)}`;
  const python = ["/usr/bin/python3", "public/examples/type-words.py", address, join(folder, "refused.wav")];
  const typed = await new Program(python, { env: {} }).ended();
  // Debian's version of the package does not pass on the server's message.
  expect(typed.err).toMatch(
    /^ws:.* refuses the call: .*(?:POST \/v1\/sessions gives one|begin a session first).*\n$/,
  );
  expect([begun.code, begun.out, typed.code, typed.out]).toEqual([1, "", 1, ""]);
});
