// Manual HTML: a chapter's Markdown as HTML, with anchors, formatted dialogues, and tables that a keyboard can
// scroll.

import { fences, linesOf } from "./fences.ts";

const escape = (text: string): string => Bun.escapeHTML(text);
/** Events outside the dialogue need no speaker. */
const speakers = {
  agent: "<b>Agent</b> ",
  caller: "<b>Caller</b> ",
  model: "<b>Model</b> ",
  outside: "",
} as const;

/** Anchor of a section: its chapter's, and its own words. */
export const anchorOf = (chapter: string, name: string): string =>
  `${chapter}-${name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "")}`;

/** `top` is the level of the chapter's own heading: 2 on a page of many chapters. */
export function chapterHtml(chapter: string, markdown: string, top = 2): string {
  const drawn = Bun.markdown.html(withoutFences(markdown));
  const blocks = fencedBlocks(markdown);
  let next = 0;
  return drawn
    .replaceAll(/<h(\d)>([^]*?)<\/h\d>/g, (_, level: string, inner: string) => {
      const id = level === "1" ? chapter : anchorOf(chapter, inner.replaceAll(/<[^>]+>/g, ""));
      const headingLevel = Number(level) + top - 1;
      return `<h${headingLevel} id="${id}">${inner}</h${headingLevel}>`;
    })
    .replaceAll("<th></th>", "<td></td>")
    .replaceAll("<table>", '<div class="wide" tabindex="0" role="group" aria-label="Table"><table>')
    .replaceAll("</table>", "</table></div>")
    .replaceAll(new RegExp(`<p>${mark}</p>`, "g"), () => blocks[next++] ?? "");
}

/** Placeholder for a fence while the surrounding Markdown is drawn. */
const mark = "⁂";
const withoutFences = (markdown: string): string => markdown.replaceAll(fences, mark);

function fencedBlocks(markdown: string): readonly string[] {
  return [...markdown.matchAll(fences)].map(([, language = "", info = "", content = ""]) =>
    language === "dialogue" ? dialogueHtml(info, content) : preHtml(language, content),
  );
}

const preHtml = (language: string, content: string): string =>
  `<pre${language === "yaml" ? ' class="flow"' : ""} tabindex="0" role="group" aria-label="Example">${escape(content)}</pre>`;

function dialogueHtml(given: string, content: string): string {
  const lines = linesOf(content).map(
    ({ from, text }) => `<p class="${from}">${speakers[from]}<span>${escape(text)}</span></p>`,
  );
  const caption = given === "" ? "" : `<p class="given">Given <code>${escape(given)}</code></p>`;
  return `<div class="dialogue" role="group" aria-label="Dialogue">${caption}${lines.join("")}</div>`;
}
