// Form user: a person at the forms of the flow editor. Fields are named by the path to them:
// `Variables/account/Length`.

import type { Locator } from "playwright-core";
import { formOf, type Hands, type KindName, type WayOf } from "./hands.ts";

export class FormHand {
  readonly #hands: Hands;
  readonly #form: Locator;

  constructor(hands: Hands) {
    this.#hands = hands;
    this.#form = formOf(hands.page);
  }

  /** Adds a node, and names it. Its form is there then. */
  async node(kind: KindName, id: string, from?: WayOf): Promise<void> {
    await this.#hands.add(kind, from);
    await this.rename("Name of the node", id);
    await this.#form.getByRole("form", { name: `Node ${id}`, exact: true }).waitFor();
  }

  /** In the place of what is in the field. */
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

  /** What had the focus goes, and the focus stays in the form. */
  async remove(place: string): Promise<void> {
    const [within, name] = this.#split(place);
    await this.#hands.press(within.getByRole("button", { name: `Remove ${name}`, exact: true }));
    await this.#form.locator(":focus").waitFor();
  }

  /** A setting that has no field yet, then its value, as the focus is there. */
  async add(place: string, text?: string): Promise<void> {
    const [within, name] = this.#split(place);
    await this.#hands.write(within.getByRole("combobox", { name: "Add a setting" }).last(), name);
    await this.#hands.page.keyboard.press("Enter");
    if (text !== undefined) await this.#continue(this.#field(place), text);
  }

  /** An entry of a map by its name, `Set/open`, then its value. `what` is what an entry is called. */
  async enter(place: string, what: string, text?: string): Promise<void> {
    const [within, name] = this.#split(place);
    await this.#hands.write(within.getByRole("combobox", { name: `Add ${what}`, exact: true }), name);
    await this.#hands.page.keyboard.press("Enter");
    if (text !== undefined) await this.#continue(within.locator(":focus"), text);
  }

  /** Unfolds, or folds, each of them. */
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
