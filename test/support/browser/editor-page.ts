// Editor page object: opens the flow editor in a browser, finds its views by name and types into its text.

import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { open, type WatchedPage } from "./browser.ts";
import type { PageServer } from "../servers/page-server.ts";

export interface EditorPage extends WatchedPage {
  /** Opens one of the views beside the canvas. */
  readonly view: (name: "Canvas" | "Form" | "YAML" | "Try it" | "Tests") => Promise<void>;
  readonly press: (name: string | RegExp) => Promise<void>;
  /** Waits until the page shows this text. */
  readonly says: (words: string | RegExp) => Promise<void>;
}

/** `query`: `?example=…`, `?flow=…`, or nothing for the welcome flow. */
export async function openEditor(
  { browser, server }: { readonly browser: Browser; readonly server: PageServer },
  query = "",
  options: BrowserContextOptions = {},
): Promise<EditorPage> {
  const watched = await open(browser, `${new URL(server.url).origin}/flow-editor${query}`, options);
  const { page } = watched;
  return {
    ...watched,
    view: (name) => page.getByRole("tab", { name, exact: true }).click(),
    press: (name) =>
      page.getByRole("button", typeof name === "string" ? { name, exact: true } : { name }).click(),
    says: (words) => page.getByText(words).first().waitFor(),
    [Symbol.asyncDispose]: () => watched[Symbol.asyncDispose](),
  };
}

/** Types at the end of the YAML. */
export async function typeAtEnd(page: Page, text: string): Promise<void> {
  await page.getByRole("textbox", { name: /YAML/ }).click();
  await page.keyboard.press("Control+End");
  await page.keyboard.type(text);
}
