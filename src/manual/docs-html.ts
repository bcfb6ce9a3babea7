// Documentation HTML: a page with its sections, and links between Markdown files as addresses of this server.

import { docsPages, type DocsPage, summaryOf, titleOf } from "./docs-pages.ts";
import { fences } from "./fences.ts";
import { anchorOf, chapterHtml } from "./manual-html.ts";
import { withTables } from "./manual-tables.ts";

export interface DocsSection {
  readonly id: string;
  readonly title: string;
}

export interface DrawnDocs {
  readonly title: string;
  readonly summary: string;
  readonly html: string;
  readonly sections: readonly DocsSection[];
}

/** A section as a search result: its address, and its words without markup. */
export interface DocsEntry {
  readonly address: string;
  readonly heading: string;
  /** Title of its page; empty for the page itself. */
  readonly chapter: string;
  readonly text: string;
}

export const docsAddress = (id: string): string => (id === "overview" ? "/docs" : `/docs/${id}`);

export function drawnDocs(page: DocsPage): DrawnDocs {
  const body = page.markdown.replace(/^# .+\n/, "");
  return {
    title: titleOf(page),
    summary: summaryOf(page),
    html: linked(chapterHtml(page.id, withTables(body), 1), page),
    sections: sectionsOf(page),
  };
}

/** Markdown with its tables, with links to Markdown of this server. */
export const docsMarkdown = ({ markdown }: DocsPage): string =>
  withTables(markdown).replaceAll(
    /\]\(([^)\s]+?)\.md(#[^)]*)?\)/g,
    (whole, path: string, anchor: string | undefined) => {
      const page = pageAt(path);
      return page === undefined ? whole : `](${docsAddress(page.id)}.md${anchor ?? ""})`;
    },
  );

const sectionsOf = ({ id, markdown }: DocsPage): readonly DocsSection[] =>
  [...markdown.replaceAll(fences, "").matchAll(/^## (.+)$/gm)].map(([, title = ""]) => ({
    id: anchorOf(id, title),
    title: title.replaceAll("`", ""),
  }));

/** Page at a path without `.md`, as other pages write it. */
function pageAt(path: string): DocsPage | undefined {
  const name = path.slice(path.lastIndexOf("/") + 1);
  return docsPages.find(({ id }) => id === (files[name] ?? name));
}

/** Files with other names than their pages. */
const files: Readonly<Record<string, string>> = {
  README: "overview",
  LIMITS: "limits",
  CAPACITY: "capacity",
  knowledge: "answering-questions",
  tools: "tools-and-mocks",
  sounds: "recorded-sounds",
  hours: "opening-hours",
  languages: "more-languages",
};

function linked(html: string, page: DocsPage): string {
  return html
    .replaceAll(/(href|src|srcset)="([^"]+)"/g, (whole, name: string, address: string) => {
      if (/^(https?:|\/)/.test(address)) return whole;
      const picture = /^(?:[./]*)public\/(?:pictures\/)?([\w-]+\.(?:png|svg))$/.exec(address)?.[1];
      if (picture !== undefined) return `${name}="/pages/${picture}"`;
      return `${name}="${addressOf(address, page)}"`;
    })
    .replaceAll(/<a href="(?=http)/g, '<a rel="noreferrer" href="');
}

function addressOf(address: string, page: DocsPage): string {
  const [path = "", anchor = ""] = address.split("#");
  const target = path === "" ? page : pageAt(path.replace(/\.md$/, ""));
  // Files of the repository that are not pages of the server.
  if (target === undefined) return "/docs";
  if (anchor === "") return docsAddress(target.id);
  // Guides name a section as GitHub does; chapters name it as on the single page of the language.
  const sectionId = anchorOf(target.id, anchor);
  if (sectionsOf(target).some(({ id }) => id === sectionId)) return `${docsAddress(target.id)}#${sectionId}`;
  const chapter = docsPages.find(({ id }) => anchor === id || anchor.startsWith(`${id}-`));
  if (chapter === undefined) return `/flow-language#${anchor}`;
  return docsAddress(chapter.id) + (anchor === chapter.id ? "" : `#${anchor}`);
}

/** Every section of every page, in their order. */
export const docsEntries = (): readonly DocsEntry[] =>
  docsPages.flatMap((page) => {
    const title = titleOf(page);
    return withTables(page.markdown)
      .split(/^(?=##? )/m)
      .filter((part) => part.trim() !== "")
      .map((part) => {
        const [, level = "#", heading = title] = /^(##?) (.+)\n/.exec(part) ?? [];
        const isPage = level === "#";
        return {
          address: docsAddress(page.id) + (isPage ? "" : `#${anchorOf(page.id, heading)}`),
          heading: heading.replaceAll("`", ""),
          chapter: isPage ? "" : title,
          text: plainOf(part.replace(/^##? .+\n/, "")),
        };
      });
  });

const plainOf = (markdown: string): string =>
  markdown
    .replaceAll(/<[^>]*>|^```.*$|^\|[\s|:-]+$/gm, " ")
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll(/[`*#|\\]/g, " ")
    .replaceAll(/\s+/g, " ")
    .trim();
