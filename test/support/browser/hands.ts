// Hands interface: the actions of a person at the flow editor, by mouse or by keyboard alone.

import type { Locator, Page } from "playwright-core";

export type KindName = "Say" | "Ask" | "Menu" | "Branch" | "Tool" | "Transfer" | "Record" | "End";

/** A port of a node by its label on the canvas: `sales` of `sales, not connected`. */
export interface PortName {
  readonly node: string;
  readonly port: string;
}

export interface Hands {
  readonly page: Page;
  /** Presses a button, a tab or a similar control. */
  readonly press: (target: Locator) => Promise<void>;
  /** Replaces the content of a field. */
  readonly write: (field: Locator, text: string) => Promise<void>;
  /** Types into the focused element. */
  readonly type: (text: string) => Promise<void>;
  readonly choose: (list: Locator, option: string) => Promise<void>;
  /** Chooses a radio button. */
  readonly pick: (radio: Locator) => Promise<void>;
  /** Opens the form of a node. */
  readonly edit: (node: string) => Promise<void>;
  /** Adds a node, alone or connected to a port, and selects it. */
  readonly add: (kind: KindName, from?: PortName) => Promise<void>;
  readonly connect: (from: PortName, to: string) => Promise<void>;
}

export const canvasOf = (page: Page): Locator => page.getByRole("region", { name: "Canvas" });
export const formOf = (page: Page): Locator => page.getByRole("tabpanel", { name: "Form" });

/** A node by its accessible name: `Menu main, …`. */
export const nodeOf = (page: Page, id: string): Locator =>
  canvasOf(page).getByRole("group", { name: new RegExp(`^[A-Z][a-z]+ ${id}(,|$)`) });
