// Book page: a long page with a table of contents and a search beside it. It is readable without a script; its script
// and style come from the page bundler.

import { html, Html, siteBar } from "./reference-page.ts";
import { type Asset, text } from "./page-asset.ts";
import { siteIcon, type sitePages } from "./site-pages.ts";

interface BookEntry {
  /** Anchor. */
  readonly id: string;
  readonly title: string;
  /** Address part of another page; absent: the entry is on this one. */
  readonly address?: string;
}

export interface BookPart {
  readonly title: string;
  /** Chapters, each with its sections. */
  readonly entries: readonly (BookEntry & { readonly inner: readonly BookEntry[] })[];
}

interface Book {
  readonly path: (typeof sitePages)[number][0];
  readonly title: string;
  readonly heading: string;
  readonly subtitle?: string;
  /** Address of the sections of all pages, for a search beyond this one. */
  readonly search?: string;
  readonly parts: readonly BookPart[];
  readonly body: readonly Html[];
}

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

export function bookPage({ path, title, heading, subtitle, search, parts, body }: Book): Asset {
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        ${new Html(siteIcon)}
        <link rel="stylesheet" href="/pages/manual-page.css" />
        <script type="module" src="/pages/manual-page.js" blocking="render"></script>
      </head>
      <body>
        <a class="skip" href="#content">Skip to content</a>
        ${new Html(siteBar(path))}
        <div class="book">
          <div class="side" id="side">
            <search
              class="finder"
              id="finder"
              ${search === undefined ? "" : html` data-sections="${search}"`}
              hidden
            >
              <input
                type="search"
                id="words"
                aria-label="${search === undefined ? "Search this page" : "Search the documentation"}"
                aria-describedby="found"
                placeholder="Search  ( / )"
                autocomplete="off"
                spellcheck="false"
              />
              <button
                type="button"
                class="quiet"
                id="contents-toggle"
                aria-expanded="false"
                aria-controls="contents"
              >
                Contents
              </button>
              <p id="found" role="status"></p>
              <ol class="results" id="results" aria-label="Found" hidden></ol>
            </search>
            <nav class="contents" id="contents" aria-label="Contents">${parts.map(partLinks)}</nav>
          </div>
          <main id="content" tabindex="-1">
            <h1>${heading}</h1>
            ${subtitle === undefined ? "" : html`<p class="soft">${subtitle}</p>`} ${body}
          </main>
        </div>
      </body>
    </html> `;
  return text(page.source, { type: "text/html; charset=utf-8", policy });
}

const partLinks = ({ title, entries }: BookPart): Html =>
  html`<p class="part">${title}</p>
    <ol>
      ${entries.map(
        ({ inner, ...entry }) =>
          html`<li>
            ${link(entry)}${
              inner.length === 0
                ? ""
                : html`<ol>
                    ${inner.map((section) => html`<li>${link(section)}</li>`)}
                  </ol>`
            }
          </li>`,
      )}
    </ol>`;

const link = ({ id, title, address }: BookEntry): Html => html`<a href="${address ?? `#${id}`}">${title}</a>`;
