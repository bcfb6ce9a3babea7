// Assistants and brands in the console: a person creates and changes an assistant, and puts it behind a widget with its
// own look.

import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import type { Browser, Page } from "playwright-core";
import { appSite } from "../../support/browser/app-site.ts";
import { expectQuiet, launch, open } from "../../support/browser/browser.ts";
import { enter, go, press } from "../../support/browser/console-steps.ts";
import { faultsOf } from "../../support/browser/faults.ts";
import { looks } from "../../support/browser/looks.ts";
import { complaintsOf } from "../../support/browser/visitors.ts";
import { json } from "../../support/json-request.ts";
import { answer, newEmail, signUpAt } from "../../support/people.ts";
import { freePort } from "../../support/servers/free-port.ts";
import { pageServer, type PageServer } from "../../support/servers/page-server.ts";
import { until } from "../../support/until.ts";

setDefaultTimeout(240_000);

let server: PageServer;
let browser: Browser;

beforeAll(async () => {
  [server, browser] = await Promise.all([pageServer({ SPEECH: "off" }), launch()]);
});

afterAll(async () => {
  await browser.close();
  await server[Symbol.asyncDispose]();
});

test.each(looks)(
  "console: an assistant gets a widget of its look, %s at %d pixels",
  async (colorScheme, width) => {
    const options = { colorScheme, viewport: { width, height: 844 }, bypassCSP: true };
    await using watched = await open(browser, new URL("/console", server.url).href, options);
    const { page } = watched;
    await enter(page, "Create account", newEmail());
    await go(page, "Assistants");
    await page.getByRole("heading", { name: "No assistants" }).waitFor();
    await press(page, "Create assistant");
    await page.getByLabel("Name", { exact: true }).fill("Front desk");
    await page.getByLabel("System prompt").first().fill("You answer for the harbour.");
    expect(await faultsOf(page)).toEqual([]);
    await press(page, "Create assistant");
    const entry = page.getByRole("listitem").filter({ hasText: "Front desk" });
    await entry.getByText("You answer for the harbour.").waitFor();
    await press(page, "Edit: Front desk");
    const form = page.getByRole("region", { name: "Edit Front desk" });
    await form.getByLabel("System prompt").fill("You answer for the ferry {{");
    await form.getByRole("button", { name: "Save changes" }).click();
    await form.getByRole("alert").filter({ hasText: /./ }).first().waitFor();
    await form.getByLabel("System prompt").fill("You answer for the ferry.");
    await form.getByLabel("Voice").fill("michael");
    await form.getByRole("button", { name: "Save changes" }).click();
    await entry.getByText("You answer for the ferry.").waitFor();
    await entry.getByText("michael").waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await go(page, "Widget");
    await press(page, "Create widget");
    await page.getByLabel("Agent").selectOption("Front desk (assistant)");
    await page.getByLabel("Name", { exact: true }).fill("Harbour page");
    await page.getByLabel("Displayed name").fill("Ada");
    await page.getByLabel("Greeting").fill("Ask me about the ferry.");
    await page.getByLabel("Colour").fill("green");
    await press(page, "Create widget");
    await page.getByRole("alert").filter({ hasText: "such as #1a7f5a" }).waitFor();
    await page.getByLabel("Colour").fill("#b3261e");
    const picture = { name: "ada.png", mimeType: "image/png", buffer: await pictureOf() };
    await page.getByLabel("Picture", { exact: true }).setInputFiles(picture);
    await page.getByRole("img", { name: "Chosen picture" }).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await press(page, "Create widget");
    await page.getByRole("link", { name: /\/talk\/vfe_/ }).click();
    await page.getByRole("heading", { name: "Ada", level: 1 }).waitFor();
    await page.getByText("Ask me about the ferry.").waitFor();
    await page.locator(".face img").waitFor({ state: "attached" });
    // The dark look mixes white into the colour until it has enough contrast.
    const wanted = colorScheme === "light" ? "rgb(179, 38, 30)" : "rgb(187, 60, 53)";
    const talk = page.getByRole("button", { name: "Talk", exact: true });
    await until(wanted, () =>
      talk.evaluate((button, colour) => getComputedStyle(button).backgroundColor === colour, wanted),
    );
    expect(await faultsOf(page)).toEqual([]);
    expectQuiet(watched);
  },
);

interface Embed {
  readonly token: string;
}

test("widget: it shows the brand of its embed, and an attribute of the page wins", async () => {
  const engine = new URL(server.url).origin;
  const ask = (path: string, init?: RequestInit) => fetch(engine + path, init);
  const pages: Record<string, () => Response> = {};
  await using shop = appSite({ port: await freePort(), answers: pages });
  const owner = await signUpAt({ ask });
  const desk = json("POST", { name: "Front desk" }, owner.service);
  const { assistant_id } = await answer<{ assistant_id: string }>(ask("/v1/assistants", desk), 201);
  const brand = { agent_name: "Ada", greeting: "Ask me about the ferry.", colour: "#b3261e" };
  const wanted = { flow_id: assistant_id, origins: [shop.origin], ...brand };
  const { token } = await answer<Embed>(ask("/v1/embeds", json("POST", wanted, owner.login)), 201);
  const visit = (path: string, attributes: string) => {
    pages[path] = () =>
      new Response(
        `<!doctype html><html lang="en"><title>Shop</title><h1>Shop</h1>
        <script src="${engine}/widget.js" data-token="${token}" ${attributes}></script></html>`,
        { headers: { "content-type": "text/html" } },
      );
    return open(browser, shop.origin + path, {});
  };
  const turns = (page: Page, colour: string) =>
    until(colour, () =>
      page
        .getByRole("button", { name: "Talk to us" })
        .evaluate((button, wanted) => getComputedStyle(button).backgroundColor === wanted, colour),
    );
  await using own = await visit("/branded", "");
  await own.page.getByRole("complementary", { name: "Ada" }).waitFor();
  await turns(own.page, "rgb(179, 38, 30)");
  expect(await own.page.locator(".greeting").textContent()).toBe(brand.greeting);
  await using renamed = await visit("/renamed", 'data-name="Bea" data-colour="#0b57d0"');
  await until("the greeting of the embed", async () => {
    return (await renamed.page.locator(".greeting").textContent()) === brand.greeting;
  });
  await renamed.page.getByRole("complementary", { name: "Bea" }).waitFor();
  await turns(renamed.page, "rgb(11, 87, 208)");
  expect([complaintsOf(own), complaintsOf(renamed)]).toEqual([[], []]);
});

/** A picture of 400 by 300 pixels, made by the browser. */
async function pictureOf(): Promise<Buffer> {
  await using watched = await open(browser, new URL("/test", server.url).href, {});
  const url = await watched.page.evaluate(() => {
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [400, 300];
    const context = canvas.getContext("2d");
    if (context !== null) context.fillStyle = "#336699";
    context?.fillRect(0, 0, 400, 300);
    return canvas.toDataURL("image/png");
  });
  return Buffer.from(url.slice(url.indexOf(",") + 1), "base64");
}
