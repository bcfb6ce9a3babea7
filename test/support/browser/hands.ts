// Editor user: the hands of a person at the flow editor, with a mouse, or with nothing but a keyboard.

import type { Locator, Page } from "playwright-core";

export type KindName = "Say" | "Ask" | "Menu" | "Branch" | "Tool" | "Transfer" | "Record" | "End";

/** A way of a node, as the canvas says it: `sales to nowhere yet`. */
export interface WayOf {
  readonly node: string;
  readonly way: string;
}

export interface Hands {
  readonly page: Page;
  /** A button, a tab, or another thing that is pressed. */
  readonly press: (target: Locator) => Promise<void>;
  /** In the place of what stands in the field. */
  readonly write: (field: Locator, text: string) => Promise<void>;
  /** Into what has the focus. */
  readonly type: (text: string) => Promise<void>;
  readonly choose: (list: Locator, option: string) => Promise<void>;
  /** One of several buttons that exclude each other. */
  readonly pick: (radio: Locator) => Promise<void>;
  /** Opens the form of a node. */
  readonly edit: (node: string) => Promise<void>;
  /** A new node, where a way leads, or alone. It is selected. */
  readonly add: (kind: KindName, from?: WayOf) => Promise<void>;
  readonly connect: (from: WayOf, to: string) => Promise<void>;
}

export const canvasOf = (page: Page): Locator => page.getByRole("region", { name: "Canvas" });
export const formOf = (page: Page): Locator => page.getByRole("tabpanel", { name: "Form" });

/** By what a screen reader says of it: `Menu main, …`. */
export const nodeOf = (page: Page, id: string): Locator =>
  canvasOf(page).getByRole("group", { name: new RegExp(`^[A-Z][a-z]+ ${id}(,|$)`) });
