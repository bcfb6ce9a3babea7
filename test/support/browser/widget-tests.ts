// Widget tests: a button in a page of another origin under a strict policy, and a page for one agent on a telephone.
// Visitors talk, interrupt, mute, type and press keys there, and read the reasons of refusals. Runs in the given
// browser.

import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { sampleRate } from "../../../src/audio/frame.ts";
import { writeWav } from "../../../src/audio/wav.ts";
import { human, joined, pinkNoise } from "../callers/callers.ts";
import { json } from "../json-request.ts";
import { answer, type Person, signUpAt } from "../people.ts";
import { freePort } from "../servers/free-port.ts";
import { pageServer, type PageServer } from "../servers/page-server.ts";
import { tempFolder } from "../servers/store.ts";
import { type AppSite, appSite } from "./app-site.ts";
import { expectQuiet, type WatchedPage } from "./browser.ts";
import { faultsOf } from "./faults.ts";
import { looks } from "./looks.ts";
import { complaintsOf, isHeard, line, press, told, type VisitOptions, type Visitors } from "./visitors.ts";

interface Embed {
  readonly embed_id: string;
  readonly token: string;
}

export function widgetTests(start: () => Promise<Visitors>): void {
  setDefaultTimeout(240_000);

  let server: PageServer;
  let visitors: Visitors;
  let [shop, stranger]: AppSite[] = [];
  let engine = "";
  let owner: Person;
  let flow = "";
  let desk: Embed;
  /** Pages of both sites, by path. */
  const pages: Record<string, () => Response> = { "/": () => page(desk) };

  const ask = (path: string, init?: RequestInit) => fetch(engine + path, init);
  const embedOf = (limits: object = {}): Promise<Embed> =>
    answer<Embed>(
      ask("/v1/embeds", json("POST", { flow_id: flow, origins: [shop?.origin], ...limits }, owner.login)),
      201,
    );

  beforeAll(async () => {
    [server, visitors] = await Promise.all([pageServer({ RECORD: "on" }), start()]);
    engine = new URL(server.url).origin;
    const ports = [await freePort(), await freePort()];
    [shop, stranger] = ports.map((port) => appSite({ port, answers: pages }));
    owner = await signUpAt({ ask });
    const text = await Bun.file("public/flows/welcome.flow.yaml").text();
    const upload = json("POST", { name: "Front desk", yaml_content: text }, owner.service);
    ({ id: flow } = await answer<{ id: string }>(ask("/v1/flows", upload), 201));
    desk = await embedOf();
  });

  afterAll(async () => {
    await visitors[Symbol.asyncDispose]();
    for (const site of [shop, stranger]) await site?.[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
  });

  /** A page that allows only the server's script and connections to it. */
  function page({ token }: Embed, attributes = 'data-name="Front desk"', sockets = true): Response {
    const policy =
      `default-src 'none'; script-src ${engine}; connect-src ${engine} ${sockets ? engine.replace("http", "ws") : ""}; ` +
      `frame-src ${engine}; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'`;
    const html = `<!doctype html><html lang="en"><title>Shop</title><main><h1>Shop</h1></main>
      <script src="${engine}/widget.js" data-token="${token}" ${attributes}></script></html>`;
    return new Response(html, {
      headers: { "content-type": "text/html", "content-security-policy": policy },
    });
  }

  /** A page without a policy, with these elements. */
  const plain = (body: string): Response =>
    new Response(`<!doctype html><html lang="en"><title>Shop</title><h1>Shop</h1>${body}</html>`, {
      headers: { "content-type": "text/html" },
    });

  const visitTo = (path: string, answer: () => Response, options?: VisitOptions): Promise<WatchedPage> => {
    pages[path] = answer;
    return visitors.open(`${shop?.origin}${path}`, options);
  };

  const visit = (site: AppSite | undefined, options?: VisitOptions): Promise<WatchedPage> =>
    visitors.open(`${site?.origin}/`, options);

  async function wholeCall(watched: WatchedPage): Promise<void> {
    const { page: shown } = watched;
    await press(shown, "Talk to us");
    await shown.getByRole("note").filter({ hasText: "This call is recorded." }).waitFor();
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
    expect(asked).toContain("/offer");
    expect((await watched.measured()).sockets).toEqual([]);
  });

  test("widget: the same over the WebSocket, where there is no WebRTC", async () => {
    await using watched = await visit(shop);
    await watched.page.evaluate(() => Reflect.deleteProperty(globalThis, "RTCPeerConnection"));
    await wholeCall(watched);
    expect((await watched.measured()).sockets).toEqual(["/ws"]);
  });

  test("widget: a visitor interrupts the agent by voice and is understood", async () => {
    using folder = tempFolder();
    const spoken = joined(5_500, await human("time"), 8_000);
    // The hum of a room; without it the browser's gain control rises without end.
    const room = pinkNoise(spoken.length, 30);
    const wav = folder.file("visitor.wav");
    const pcm = spoken.map((sample, n) => sample + (room[n] ?? 0));
    await Bun.write(wav, writeWav({ rate: sampleRate, pcm }));
    await using watched = await visit(shop, { hears: { wav } });
    await press(watched.page, "Talk to us");
    await line(watched.page, "caller", /time/);
    await line(watched.page, "agent", /It is .*on this server/);
    // The transcript shows the greeting only as far as it was heard.
    await line(watched.page, "agent", /^Agent: Hello(?!.*What would you like)/);
    expect(complaintsOf(watched)).toEqual([]);
  });

  test("widget: a visitor who denies the microphone reads it, and types", async () => {
    await using watched = await visit(shop, { hears: "denied" });
    const { page: shown } = watched;
    const begun: string[] = [];
    shown.on("request", (request) => {
      if (request.url().endsWith("/sessions")) begun.push(request.url());
    });
    await press(shown, "Talk to us");
    await told(shown, "The microphone is blocked");
    // D7: visitors without a microphone were listed among the calls as "Live 0:00", with 3 cents held for each.
    expect(begun).toEqual([]);
    await press(shown, "Type without a microphone");
    await line(shown, "agent", /Voice Flow/);
    await shown.getByRole("textbox").fill("goodbye");
    await press(shown, "Send");
    await shown.getByRole("status").filter({ hasText: "Call ended" }).waitFor();
    expect(await shown.getByRole("alert").isVisible()).toBe(false);
    expect(complaintsOf(watched)).toEqual([]);
  });

  test("widget: speaks German on the left, and its flow reads the page's context, as its attributes say", async () => {
    const yaml_content = `voice_flow: 1
id: named
language: en
start: hi
variables: {more: {type: boolean, ask: More?}, first_name: {type: text, input: true, required: false}}
defaults: {give_up: over}
nodes:
  hi: {say: "Hello {{ first_name ?? 'stranger' }}.", next: again}
  again: {ask: more, next: over}
  over: {end: done}
`;
    const upload = json("POST", { name: "Named", yaml_content }, owner.service);
    const { id } = await answer<{ id: string }>(ask("/v1/flows", upload), 201);
    const embed = await embedOf({ flow_id: id });
    const attributes = `data-language="de" data-side="left" data-context='{"first_name": "Ada"}' data-texts='{"talk": "Los"}'`;
    await using watched = await visitTo("/german", () => page(embed, attributes));
    const { page: shown } = watched;
    const launch = shown.getByRole("button", { name: "Sprechen Sie mit uns" });
    expect((await launch.boundingBox())?.x).toBeLessThan(200);
    await launch.click();
    await shown.getByRole("note").filter({ hasText: "Dieser Anruf wird aufgezeichnet." }).waitFor();
    await line(shown, "agent", /Hello Ada/);
    await press(shown, "Auflegen");
    await shown.getByRole("status").filter({ hasText: "Anruf beendet" }).waitFor();
    await press(shown, "Noch einmal anrufen");
    await line(shown, "agent", /Hello Ada/);
    expect(complaintsOf(watched)).toEqual([]);
  });

  test("widget: a page adds it by script, loaded as a module, and takes it out again", async () => {
    const html = `<script type="module" src="${engine}/widget.js"></script><script type="module">
      const widget = VoiceFlow.add({ token: "${desk.token}", label: "Ask" });
      document.querySelector("h1").onclick = () => widget.open();
      window.take = () => widget.remove();
    </script>`;
    await using watched = await visitTo("/module", () => plain(html));
    const { page: shown } = watched;
    await shown.getByRole("button", { name: "Ask" }).waitFor();
    await shown.getByRole("heading", { name: "Shop" }).click();
    await line(shown, "agent", /Voice Flow/);
    await shown.evaluate("take()");
    expect(await shown.locator("voice-flow-talk").count()).toBe(0);
    await using marked = await visitTo("/marked", () =>
      plain(`<script type="module" src="${engine}/widget.js" data-token="${desk.token}"></script>`),
    );
    await marked.page.getByRole("button", { name: "Talk to us" }).waitFor();
  });

  test("widget: two on one side of a page stack, and an open one takes the corner", async () => {
    const two = `" data-label="Sales"></script><script src="${engine}/widget.js" data-token="${desk.token}" data-label="Support`;
    await using watched = await visitTo("/two", () => page(desk, `data-name="Shop${two}"`));
    const { page: shown } = watched;
    const box = async (name: string) =>
      (await shown.getByRole("button", { name, exact: true }).boundingBox()) ?? { y: 0, height: 0 };
    const bottomOf = async (name: string): Promise<number> => {
      const { y, height } = await box(name);
      return y + height;
    };
    expect(await bottomOf("Support")).toBeLessThan((await box("Sales")).y);
    await press(shown, "Support");
    await shown.getByRole("button", { name: "Close" }).click({ trial: true });
    await press(shown, "Close");
    expect(await bottomOf("Support")).toBeLessThan((await box("Sales")).y);
    expect(complaintsOf(watched)).toEqual([]);
  });

  test("widget: a visitor reads that the agent cannot be reached when the page's policy forbids the socket", async () => {
    await using watched = await visitTo("/policy", () => page(desk, "", false));
    await watched.page.evaluate(() => Reflect.deleteProperty(globalThis, "RTCPeerConnection"));
    await press(watched.page, "Talk to us");
    await told(watched.page, "The agent cannot be reached from this page.");
    await watched.page.getByRole("button", { name: "Call again" }).waitFor();
  });

  test("talk page: only pages named by the embed may frame it", async () => {
    const frame = (allow: string) => () =>
      plain(`<iframe src="${engine}/talk/${desk.token}" ${allow}></iframe>`);
    await using watched = await visitTo("/frame", frame('allow="microphone"'));
    const inside = watched.page.frameLocator("iframe");
    await inside.getByRole("button", { name: "Talk", exact: true }).click();
    await inside
      .locator(".captions .agent")
      .filter({ hasText: /Voice Flow/ })
      .waitFor();
    // A15: the advice was to open the site's permissions beside the address, which does not help in a frame.
    await using denied = await visitTo("/frame-without", frame(""));
    const without = denied.page.frameLocator("iframe");
    await without.getByRole("button", { name: "Talk", exact: true }).click();
    await without.getByRole("alert").filter({ hasText: "does not allow the microphone" }).waitFor();
    pages["/frame"] = frame("");
    await using foreign = await visitors.open(`${stranger?.origin}/frame`);
    await foreign.page.locator("iframe").waitFor();
    expect(await foreign.page.frameLocator("iframe").getByRole("button").count()).toBe(0);
  });

  test("talk page: a silent microphone is named, with the remedies", async () => {
    using folder = tempFolder();
    const wav = folder.file("nothing.wav");
    await Bun.write(wav, writeWav({ rate: sampleRate, pcm: new Int16Array(sampleRate) }));
    await using watched = await visitors.open(`${engine}/talk/${desk.token}`, { hears: { wav } });
    await press(watched.page, "Talk");
    await told(watched.page, "Unmute it, choose another microphone, or type.");
    await watched.page.getByRole("status").filter({ hasText: "No sound from your microphone" }).waitFor();
    await press(watched.page, "Mute");
    await watched.page.getByRole("alert").filter({ hasText: "Unmute it" }).waitFor({ state: "hidden" });
  });

  test("widget: in a page that is not named, the visitor reads that it is not set up there", async () => {
    await using watched = await visit(stranger, { bypassCSP: true });
    expect(await faultsOf(watched.page)).toEqual([]);
    await press(watched.page, "Talk to us");
    await told(watched.page, "This website may not use this agent");
    await watched.page.getByRole("button", { name: "Call again" }).waitFor();
    expect(await faultsOf(watched.page)).toEqual([]);
    expect(complaintsOf(watched)).toEqual([]);
  });

  test("widget and talk page: visitors learn that an embed takes no calls, and its owner finds the reason in the console", async () => {
    // A revoked embed remains only on pages that name it: its own address is no page any more.
    const refusals: readonly (readonly [label: string, limits: object, visitor: string, owner: string])[] = [
      [
        "Spent",
        { budget_usd_cents: 1 },
        "Its budget for calls here is used up.",
        "2 refused: budget used up",
      ],
      ["Over", {}, "Its time limit here has passed.", "2 refused: expired"],
      ["Revoked", {}, "It was revoked here.", "1 refused: revoked"],
    ];
    for (const [label, limits, words] of refusals) {
      const embed = await embedOf({ label, ...limits });
      const at = `/v1/embeds/${embed.embed_id}`;
      if (label === "Over") await ask(at, json("PATCH", { expires_at: 1 }, owner.login));
      if (label === "Revoked") await ask(at, { method: "DELETE", headers: owner.login });
      pages[`/${label}`] = () => page(embed);
      await using watched = await visitors.open(`${engine}/talk/${embed.token}`, {
        viewport: { width: 390, height: 844 },
      });
      if (label === "Revoked")
        await watched.page.getByRole("heading", { name: "This agent is not available" }).waitFor();
      else {
        await press(watched.page, "Talk");
        await told(watched.page, words);
      }
      await watched.page.goto(`${shop?.origin}/${label}`);
      await press(watched.page, "Talk to us");
      await told(watched.page, words);
      await watched.page.getByRole("button", { name: "Call again" }).waitFor();
      expect(await watched.page.getByRole("status").textContent()).toBe("");
      expect(complaintsOf(watched)).toEqual([]);
    }
    await using watched = await visitors.open(`${engine}/console`);
    const { page: shown } = watched;
    await shown.getByLabel("Email").fill(owner.email);
    await shown.getByLabel("Password").fill(owner.password);
    await press(shown, "Sign in");
    await shown
      .getByRole("navigation", { name: "Views" })
      .getByRole("link", { name: "Widget", exact: true })
      .click();
    for (const [label, , , why] of refusals)
      await shown.locator("li", { hasText: label }).filter({ hasText: why }).waitFor();
  });

  test.each(looks)("talk page: keeps no one out, %s at %d pixels", async (colorScheme, width) => {
    const options = { colorScheme, viewport: { width, height: 844 }, bypassCSP: true };
    await using watched = await visitors.open(`${engine}/talk/${desk.token}`, options);
    const { page: shown } = watched;
    await shown.getByRole("heading", { name: "Front desk", exact: true }).waitFor();
    await shown.getByText(`Voice agent of ${new URL(String(shop?.origin)).host}`).waitFor();
    // D5: each visitor saw an empty box with a border above the captions.
    expect(await shown.getByRole("alert").isVisible()).toBe(false);
    expect(await faultsOf(shown)).toEqual([]);
    await press(shown, "Talk");
    await line(shown, "agent", /Voice Flow/);
    await shown.getByRole("textbox").fill("book a table");
    await press(shown, "Send");
    await line(shown, "agent", /which day/);
    await press(shown, "Keypad");
    expect(await faultsOf(shown)).toEqual([]);
  });

  test("widget: a call continues in the next page of the site, muted as before, and in no other tab", async () => {
    pages["/next"] = () => page(desk);
    await using watched = await visit(shop);
    const { page: shown } = watched;
    await press(shown, "Talk to us");
    await line(shown, "agent", /Voice Flow/);
    await press(shown, "Mute");
    await shown.getByRole("button", { name: "Mute", pressed: true }).waitFor();
    await shown.goto(`${shop?.origin}/next`);
    await line(shown, "agent", /What would you like/);
    await shown.getByRole("button", { name: "Mute", pressed: true }).waitFor();
    await shown.getByRole("textbox").fill("book a table");
    await press(shown, "Send");
    await line(shown, "agent", /which day/);
    await using other = await visit(shop);
    await other.page.getByRole("button", { name: "Talk to us" }).waitFor();
    await press(shown, "Hang up");
    await shown.reload();
    await shown.getByRole("button", { name: "Talk to us" }).waitFor();
    expect(complaintsOf(watched)).toEqual([]);
  });

  test("talk page: keeps its own policy, and an unknown agent has no page", async () => {
    await using watched = await visitors.open(`${engine}/talk/${desk.token}`);
    await press(watched.page, "Type without a microphone");
    await line(watched.page, "agent", /Voice Flow/);
    // A reload continues the call, and the page still says that it is recorded.
    await watched.page.reload();
    await line(watched.page, "agent", /What would you like/);
    await watched.page.getByRole("note").filter({ hasText: "This call is recorded." }).waitFor();
    await press(watched.page, "Hang up");
    expectQuiet(watched);
    const missing = await watched.page.goto(`${engine}/talk/vfe_${"x".repeat(24)}`);
    expect(missing?.status()).toBe(404);
    await watched.page.getByRole("heading", { name: "This agent is not available" }).waitFor();
    // A customer needs no pages of the operator.
    expect(await watched.page.getByRole("link").count()).toBe(0);
  });
}
