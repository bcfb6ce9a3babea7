// Manual page: search, a table of contents that follows the reader, and examples to copy. The page is complete without
// a script.

import { completeFlow } from "../../src/manual/complete-flow.ts";
import { openTheme } from "../page/page-theme.ts";
import { openFinder } from "./manual-finder.ts";

function byId<T extends HTMLElement>(id: string, kind: new () => T): T {
  const element = document.getElementById(id);
  if (element instanceof kind) return element;
  throw new Error(`the page has no ${id}`);
}

/** Milliseconds for which a button shows that it has copied. */
const copiedMs = 2_000;

const content = byId("content", HTMLElement);
const contents = byId("contents", HTMLElement);
const theme = byId("theme", HTMLButtonElement);
theme.hidden = false;
openTheme(theme);
byId("finder", HTMLElement).hidden = false;
openFinder({
  content,
  contents,
  words: byId("words", HTMLInputElement),
  found: byId("found", HTMLElement),
  results: byId("results", HTMLOListElement),
  allSections: byId("finder", HTMLElement).dataset["sections"],
});
openContents(byId("contents-toggle", HTMLButtonElement));
followReader();
for (const example of content.querySelectorAll<HTMLElement>("pre.flow")) offerCopy(example);

/** On small screens the table of contents opens by a button, and closes after a choice. */
function openContents(toggle: HTMLButtonElement): void {
  const side = byId("side", HTMLElement);
  side.classList.add("scripted");
  const open = (isOpen: boolean): void => {
    toggle.setAttribute("aria-expanded", String(isOpen));
    side.classList.toggle("open", isOpen);
  };
  toggle.addEventListener("click", () => open(toggle.getAttribute("aria-expanded") !== "true"));
  side.addEventListener("click", (event) => {
    if (!(event.target instanceof Element) || event.target.closest("a") === null) return;
    open(false);
  });
  side.addEventListener("keydown", (event) => {
    if (event.key === "Escape") open(false);
  });
}

/** Marks the present chapter and section in the table of contents. */
function followReader(): void {
  const links = new Map(
    [...contents.querySelectorAll("a")].map(
      (link) => [link.getAttribute("href")?.slice(1) ?? "", link] as const,
    ),
  );
  const headings = [...content.querySelectorAll<HTMLElement>("h2[id], h3[id]")].filter(({ id }) =>
    links.has(id),
  );
  let current: HTMLAnchorElement | undefined;
  const mark = (): void => {
    const line = innerHeight / 4;
    const above = headings.findLast((heading) => heading.getBoundingClientRect().top < line);
    const link = links.get(above?.id ?? "");
    if (link === current) return;
    current?.removeAttribute("aria-current");
    contents.querySelector("li.here")?.classList.remove("here");
    current = link;
    link?.setAttribute("aria-current", "location");
    link?.closest(".contents > ol > li")?.classList.add("here");
    keepInView(link);
  };
  let isDue = false;
  const later = (): void => {
    if (isDue) return;
    isDue = true;
    requestAnimationFrame(() => {
      isDue = false;
      mark();
    });
  };
  addEventListener("scroll", later, { passive: true });
  addEventListener("resize", later, { passive: true });
  mark();
}

/** Scrolls only the table of contents, not the page. */
function keepInView(link: HTMLElement | undefined): void {
  const side = byId("side", HTMLElement);
  if (link === undefined || side.scrollHeight <= side.clientHeight) return;
  const [place, frame] = [link.getBoundingClientRect(), side.getBoundingClientRect()];
  if (place.top < frame.top + 90 || place.bottom > frame.bottom - 30)
    side.scrollTop += place.top - frame.top - side.clientHeight / 3;
}

/** The copied text is a whole flow, including the lines that examples omit. */
function offerCopy(example: HTMLElement): void {
  const flow = completeFlow(example.textContent ?? "");
  const button = document.createElement("button");
  button.type = "button";
  button.className = "copy";
  button.textContent = "Copy";
  button.addEventListener("click", () => {
    void navigator.clipboard.writeText(flow).then(
      () => say("Copied"),
      () => say("Not allowed"),
    );
  });
  const say = (words: string): void => {
    button.textContent = words;
    setTimeout(() => (button.textContent = "Copy"), copiedMs);
  };
  const frame = document.createElement("div");
  frame.className = "example";
  example.replaceWith(frame);
  frame.append(example, button);
}
