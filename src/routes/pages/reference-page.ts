// HTML of reference pages: escaping, tables, and one look. The pages are readable without a script, and load nothing
// from other places.

import { type Asset, text } from "./page-asset.ts";
import { siteIcon, siteLinksOf, type sitePages } from "./site-pages.ts";

/** The look, and the choice between light and dark, are those of all pages. */
const referencePolicy =
  "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; " +
  "frame-ancestors 'none'";

/** The bar of a page of ours, above what it says. */
export const siteBar = (path: string): string => `<header class="bar">
  <p class="brand"><img src="/pages/icon.svg" alt="" width="28" height="28">Voice Flow</p>
  <nav class="site" aria-label="Pages">${siteLinksOf(path)}</nav>
  <button id="theme" class="quiet" type="button" hidden></button>
</header>`;

/** Links of a page to the shared look. */
export const siteLook = `${siteIcon}
<link rel="stylesheet" href="/pages/reference-page.css">
<script type="module" src="/pages/reference-theme.js"></script>`;

/** HTML that is already safe. */
export class Html {
  readonly source: string;
  constructor(source: string) {
    this.source = source;
  }
}

type Piece = string | number | Html | readonly Html[];

/** A template whose values are escaped unless they are HTML themselves. */
export function html(parts: TemplateStringsArray, ...values: readonly Piece[]): Html {
  const sourceOf = (piece: Piece): string => {
    if (piece instanceof Html) return piece.source;
    return Array.isArray(piece) ? piece.map((one: Html) => one.source).join("") : Bun.escapeHTML(piece);
  };
  return new Html(parts.reduce((all, part, i) => all + sourceOf(values[i - 1] ?? "") + part));
}

interface Page {
  /** Address of the page; empty for a page in place of others; undefined: visitors get no links to the others. */
  readonly path?: (typeof sitePages)[number][0] | "";
  readonly title: string;
  readonly heading: string;
  readonly subtitle: string;
  /** Anchors and their names. */
  readonly sections: readonly (readonly [anchor: string, name: string])[];
  readonly body: Html | readonly Html[];
}

export function referencePage({ path, title, heading, subtitle, sections, body }: Page): Asset {
  const links = sections.map(([anchor, name]) => html`<a href="#${anchor}">${name}</a>`);
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        ${new Html(siteLook)}
      </head>
      <body>
        ${path === undefined ? "" : new Html(siteBar(path))}
        <main class="reference">
          <h1>${heading}</h1>
          <p class="soft">${subtitle}</p>
          ${links.length === 0 ? "" : html`<nav aria-label="On this page">${links}</nav>`} ${body}
        </main>
      </body>
    </html> `;
  return text(page.source, { type: "text/html; charset=utf-8", policy: referencePolicy });
}

/** The first column is code. */
export function table(heads: readonly string[], rows: readonly (readonly string[])[]): Html {
  const head = heads.map((text) => (text === "" ? html`<td></td>` : html`<th>${text}</th>`));
  const body = rows.map(
    (cells) =>
      html`<tr>
        ${cells.map((cell, i) => (i === 0 ? html`<td><code>${cell}</code></td>` : html`<td>${cell}</td>`))}
      </tr>`,
  );
  return html`<div class="wide" tabindex="0" role="group" aria-label="Table">
    <table>
      <thead>
        <tr>
          ${head}
        </tr>
      </thead>
      <tbody>
        ${body}
      </tbody>
    </table>
  </div>`;
}
