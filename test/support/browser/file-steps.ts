// File steps: how a person begins a new flow in the editor, and saves it in an account of their own.

import { expect } from "bun:test";
import type { Locator, Page } from "playwright-core";
import { newEmail } from "../people.ts";
import type { Hands } from "./hands.ts";

/** Called while a dialog is open, to examine the page. */
export type Look = () => Promise<void>;

const button = (page: Page, name: string): Locator => page.getByRole("button", { name, exact: true });

/** Waits until a control has the focus, even if the pressed control is gone. */
export const hasFocus = (target: Locator): Promise<void> =>
  target.and(target.page().locator(":focus")).waitFor();

/** Opens a new flow, and waits until the empty canvas has the focus. */
export async function startEmpty({ page, press }: Hands, look: Look): Promise<void> {
  await press(button(page, "Open…"));
  await look();
  await press(button(page, "New empty flow"));
  await page.getByText("An empty flow").waitFor();
  await hasFocus(page.getByRole("group", { name: "Canvas: no nodes yet. Press N to add one" }));
}

/** Creates an account and saves the flow under `name`, which the dialog must propose. */
export async function saveAsNewPerson(hands: Hands, name: string, look: Look): Promise<void> {
  const { page, press, write } = hands;
  await press(button(page, "Save"));
  const who = page.getByRole("dialog", { name: /^Sign in/ });
  await look();
  await write(who.getByLabel("Email"), newEmail());
  await write(who.getByLabel("Password"), "correct horse battery");
  await press(who.getByRole("button", { name: "Create account" }));
  const dialog = page.getByRole("dialog", { name: "Name of the flow" });
  expect(await dialog.getByLabel("Name").inputValue()).toBe(name);
  await press(dialog.getByRole("button", { name: "Save" }));
  await page.getByText("Saved as revision 1.").waitFor();
  await hasFocus(button(page, "Save"));
}

/** Opens one of the views beside the canvas. */
export async function showView({ page, press }: Hands, name: string): Promise<void> {
  await press(page.getByRole("tab", { name, exact: true }));
  await page.getByRole("tabpanel", { name }).waitFor();
}
