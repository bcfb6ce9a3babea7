// DOM helpers: find and create elements, and set their text.

/** An element of the page by its id. Throws when it is missing or of another kind. */
export function need<T extends HTMLElement>(id: string, kind: new () => T): T {
  const element = document.getElementById(id);
  if (element instanceof kind) return element;
  throw new Error(`The page has no ${kind.name} with the id ${id}`);
}

export type Child = Node | string;

/** A new element. Strings become text nodes, so that spoken words cannot become markup. */
export function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  className = "",
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  if (className !== "") element.className = className;
  element.append(...children);
  return element;
}

export function button(text: string, className: string, press: () => void): HTMLButtonElement {
  const element = make("button", className, text);
  element.type = "button";
  element.addEventListener("click", press);
  return element;
}

/** Sets text only when it differs, because screen readers announce every change of a live region. */
export function setText(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}
