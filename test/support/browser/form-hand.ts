// Form driver: fills the flow editor's forms as a person does. Fields are named by their path:
// `Variables/account/Length`.

import type { Locator } from "playwright-core";
import { formOf, type Hands, type KindName, type PortName } from "./hands.ts";

export class FormDriver {
  readonly #hands: Hands;
  readonly #form: Locator;

  constructor(hands: Hands) {
    this.#hands = hands;
    this.#form = formOf(hands.page);
  }

  /** Adds a node and names it. Resolves when its form is shown. */
  async node(kind: KindName, id: string, from?: PortName): Promise<void> {
    await this.#hands.add(kind, from);
    await this.rename("Name of the node", id);
    await this.#form.getByRole("form", { name: `Node ${id}`, exact: true }).waitFor();
  }

  /** Replaces the content of a field. */
  write(place: string, text: string): Promise<void> {
    return this.#hands.write(this.#field(place), text);
  }

  async rename(place: string, to: string): Promise<void> {
    await this.write(place, to);
    await this.#hands.page.keyboard.press("Enter");
  }

  choose(place: string, option: string): Promise<void> {
    return this.#hands.choose(this.#field(place), option);
  }

  press(place: string): Promise<void> {
    const [within, name] = this.#split(place);
    return this.#hands.press(within.getByRole("button", { name, exact: true }));
  }

  /** Removes an entry, and waits until the focus is back in the form. */
  async remove(place: string): Promise<void> {
    const [within, name] = this.#split(place);
    await this.#hands.press(within.getByRole("button", { name: `Remove ${name}`, exact: true }));
    await this.#form.locator(":focus").waitFor();
  }

  /** Adds a setting that has no field yet, then types its value into the focused field. */
  async add(place: string, text?: string): Promise<void> {
    const [within, name] = this.#split(place);
    await this.#hands.write(within.getByRole("combobox", { name: "Add setting" }).last(), name);
    await this.#hands.page.keyboard.press("Enter");
    if (text !== undefined) await this.#continue(this.#field(place), text);
  }

  /** Adds a map entry by its name, such as `Set/open`, then types its value. `what` is the label of an entry. */
  async enter(place: string, what: string, text?: string): Promise<void> {
    const [within, name] = this.#split(place);
    await this.#hands.write(within.getByRole("combobox", { name: `Add ${what}`, exact: true }), name);
    await this.#hands.page.keyboard.press("Enter");
    if (text !== undefined) await this.#continue(within.locator(":focus"), text);
  }

  /** Opens or closes each section. */
  async fold(...places: readonly string[]): Promise<void> {
    for (const place of places) {
      const [within, name] = this.#split(place);
      await this.#hands.press(within.locator(".fold-title").filter({ hasText: new RegExp(`^${name}`) }));
    }
  }

  async #continue(field: Locator, text: string): Promise<void> {
    await field.and(this.#hands.page.locator(":focus")).waitFor();
    await this.#hands.type(text);
  }

  #field(place: string): Locator {
    const [within, name] = this.#split(place);
    return within.getByLabel(name, { exact: true }).and(within.locator("input, textarea, select"));
  }

  #split(place: string): readonly [Locator, string] {
    const names = place.split("/");
    const name = names.pop() ?? "";
    const within = names.reduce<Locator>(
      (outer, each) => outer.getByRole("group", { name: each, exact: true }),
      this.#form,
    );
    return [within, name];
  }
}
