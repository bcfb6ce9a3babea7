// Visitors of a page with the widget: their actions, and what they read and hear.

import type { BrowserContextOptions, Page } from "playwright-core";
import { until } from "../until.ts";
import type { WatchedPage } from "./browser.ts";

export interface VisitOptions extends BrowserContextOptions {
  /** Microphone input, a file of sound; absent: a hum. `denied`: the visitor refuses the microphone. */
  readonly hears?: "denied" | { readonly wav: string };
}

export interface Visitors extends AsyncDisposable {
  /** The browser allows the microphone only by the options. */
  open(url: string, options?: VisitOptions): Promise<WatchedPage>;
}

/** All complaints except about requests to another origin, which the widget needs. */
export const complaintsOf = ({ complaints }: WatchedPage): readonly string[] =>
  complaints.filter((each) => !each.startsWith("request: "));
export const press = (page: Page, name: string): Promise<void> =>
  page.getByRole("button", { name, exact: true }).click();
export const line = (page: Page, who: "agent" | "caller", words: RegExp): Promise<void> =>
  page.locator(`.captions .${who}`).filter({ hasText: words }).last().waitFor();
export const told = (page: Page, words: string): Promise<void> =>
  page.getByRole("alert").filter({ hasText: words }).waitFor();
export const isHeard = (watched: WatchedPage): Promise<void> =>
  until("a voice", async () => (await watched.measured()).played.some(({ rms }) => rms > 0.01), 60_000);
