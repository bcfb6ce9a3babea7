// Drawn documentation: its pages as HTML and as Markdown, the index of their search, and the list for coding agents.
// Loaded with the first request for one of them.

import { Fault } from "../../base/fault.ts";
import { once } from "../../base/once.ts";
import { docsAddress, docsEntries, type DocsEntry, docsMarkdown, drawnDocs } from "../../manual/docs-html.ts";
import { docsGroups, type DocsPage, docsPages, summaryOf, titleOf } from "../../manual/docs-pages.ts";
import { chapters } from "../../manual/manual-book.ts";
import { bookPage } from "./book-page.ts";
import { referenceSections } from "./language-reference-sections.ts";
import { type Asset, text } from "./page-asset.ts";
import { Html } from "./reference-page.ts";

const markdownType = "text/markdown; charset=utf-8";
const assets = new Map<string, Asset>();

/** Throws `request/not-found` for a name that is none. */
export function docsAsset(name: string): Asset {
  return assets.getOrInsertComputed(name, () => assetOf(name));
}

function assetOf(name: string): Asset {
  if (name === "search.json")
    return text(JSON.stringify([...docsEntries(), ...referenceEntries()]), {
      type: "application/json; charset=utf-8",
    });
  return name.endsWith(".md")
    ? text(docsMarkdown(pageOf(name.slice(0, -3))), { type: markdownType })
    : render(pageOf(name));
}

/** The reference of the flow language, section by section, so that one search finds its keys and checks, too. */
function referenceEntries(): readonly DocsEntry[] {
  const source = referenceSections("").map((each) => each.source);
  const plain = (part: string): string =>
    part
      .replaceAll(/<[^>]*>/g, " ")
      .replaceAll("&quot;", '"')
      .replaceAll("&#x27;", "'")
      .replaceAll("&lt;", "<")
      .replaceAll("&gt;", ">")
      .replaceAll("&amp;", "&")
      .replaceAll(/\s+/g, " ")
      .trim();
  return [...source.join("").matchAll(/<h[23] id="([^"]+)">([^]*?)<\/h[23]>([^]*?)(?=<h[23] |$)/g)].map(
    ([, id = "", heading = "", body = ""]) => ({
      address: `/flow-language#${id}`,
      heading: plain(heading),
      chapter: "Flow language",
      text: plain(body),
    }),
  );
}

function pageOf(name: string): DocsPage {
  const docsPage = docsPages.find(({ id }) => id === name);
  if (docsPage === undefined)
    throw new Fault("request/not-found", `There is no page "${name}". /docs lists all pages.`);
  return docsPage;
}

/** The page of all chapters with the reference behind them. */
const wholeLanguage = { id: "language", title: "All keys and checks", address: "/flow-language", inner: [] };

function render(shown: DocsPage): Asset {
  const { title, html, sections } = drawnDocs(shown);
  return bookPage({
    path: "/docs",
    title: `${title} – Voice Flow`,
    heading: title,
    search: "/docs/search.json",
    parts: docsGroups.map((group) => ({
      title: group.title,
      entries: [
        ...group.pages.map((each) => ({
          id: each.id,
          title: titleOf(each),
          address: docsAddress(each.id),
          inner: each === shown ? sections : [],
        })),
        ...(group.pages === chapters ? [wholeLanguage] : []),
      ],
    })),
    body: [new Html(html)],
  });
}

export const agentsList = once(() => text(llmsText(), { type: markdownType }));

const llmsText = (): string => {
  const line = (each: DocsPage): string =>
    `- [${titleOf(each)}](/docs/${each.id}.md): ${summaryOf(each)}`.trim();
  const groups = docsGroups.map(({ title, pages }) => `## ${title}\n\n${pages.map(line).join("\n")}`);
  const about =
    "> A self-hosted voice agent in one program. Flows are YAML documents; the JSON Schema is at /flow-language/schema.json.";
  return `# Voice Flow\n\n${about}\n\n${groups.join("\n\n")}\n`;
};
