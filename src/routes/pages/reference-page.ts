// HTML of reference pages: escaping, tables, and one look. The pages are readable without a script, and load nothing
// from other places.

import { type Asset, text } from "./page-asset.ts";
import { siteIcon, sitePages } from "./site-pages.ts";

const style = `
:root { color-scheme: light dark; --paper: #f5f5f2; --ink: #1b2023; --soft: #59636a; --line: #dcdeda; --box: #ffffff; --link: #0b6b5d; }
@media (prefers-color-scheme: dark) {
  :root { --paper: #111416; --ink: #e9ecee; --soft: #9fa9b0; --line: #2c3338; --box: #191d20; --link: #5ccdb5; }
}
body { background: var(--paper); font: 16px/1.55 system-ui, sans-serif; color: var(--ink); max-width: 60rem; margin: 0 auto; padding: 2rem 1rem 6rem; }
h1 { font-size: 1.9rem; margin-bottom: 0; }
h2 { margin-top: 3rem; padding-bottom: .3rem; border-bottom: 1px solid var(--line); }
h3 { margin: 2rem 0 .2rem; font: 600 1rem ui-monospace, monospace; }
p { margin: .4rem 0; }
nav { display: flex; flex-wrap: wrap; gap: .3rem 1rem; }
.site { padding-bottom: .8rem; margin-bottom: 2rem; border-bottom: 1px solid var(--line); }
.site [aria-current] { color: inherit; font-weight: 600; text-decoration: none; }
a { color: var(--link); }
.soft { color: var(--soft); }
dt { margin-top: 1.2rem; font-weight: 600; }
dd { margin: 0; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; margin: .7rem 0; font-size: .9rem; }
th, td { text-align: left; vertical-align: top; padding: .3rem .8rem .3rem 0; border-bottom: 1px solid var(--line); }
th { font-weight: 600; color: var(--soft); }
code, pre { font-family: ui-monospace, monospace; font-size: .85rem; }
pre { background: var(--box); padding: .7rem .9rem; border-radius: 6px; white-space: pre-wrap; overflow-wrap: anywhere; margin: .6rem 0; }
`;

/** The style is named by its digest, so that no other style gets in, wherever it may come from. */
const policy =
  `default-src 'none'; style-src 'sha256-${new Bun.CryptoHasher("sha256").update(style).digest("base64")}'; ` +
  "img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

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
  /** Its own address. A page that stands in for others has none, and leads on in its body. */
  readonly path?: (typeof sitePages)[number][0];
  readonly title: string;
  readonly heading: string;
  readonly subtitle: string;
  /** Anchors and their names. */
  readonly sections: readonly (readonly [anchor: string, name: string])[];
  readonly body: Html | readonly Html[];
}

/** Links to the pages of the site, of which the one at `path` is open. */
export const siteLinks = (path: string | undefined): readonly Html[] =>
  sitePages.map(([address, name]) =>
    address === path
      ? html`<a href="${address}" aria-current="page">${name}</a>`
      : html`<a href="${address}">${name}</a>`,
  );

export function referencePage({ path, title, heading, subtitle, sections, body }: Page): Asset {
  const links = sections.map(([anchor, name]) => html`<a href="#${anchor}">${name}</a>`);
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        ${new Html(`${siteIcon}<style>${style}</style>`)}
      </head>
      <body>
        ${path === undefined ? "" : html`<nav class="site" aria-label="Pages">${siteLinks(path)}</nav>`}
        <main>
          <h1>${heading}</h1>
          <p class="soft">${subtitle}</p>
          ${links.length === 0 ? "" : html`<nav aria-label="On this page">${links}</nav>`} ${body}
        </main>
      </body>
    </html> `;
  return text(page.source, { type: "text/html; charset=utf-8", policy });
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
