// Command `docs [PAGE]`: prints a page of the documentation as Markdown; without a page, the list of pages.

import { didYouMean } from "../../base/closest-word.ts";
import { docsMarkdown } from "../../manual/docs-html.ts";
import { docsGroups, docsPages, titleOf } from "../../manual/docs-pages.ts";
import { invocation } from "../invocation.ts";
import { misuse } from "../mistakes/misuse.ts";

export function docs(args: readonly string[]): number {
  const [name, ...rest] = args;
  if (rest.length > 0 || name?.startsWith("-") === true) {
    console.error(misuse("docs [PAGE]", args));
    return 2;
  }
  if (name === undefined) {
    console.log(
      `${list()}\n\nPrint a page, for example: ${invocation} docs deploy. In a browser: /docs on a running server.`,
    );
    return 0;
  }
  const page = docsPages.find(({ id }) => id === name);
  if (page !== undefined) {
    console.log(docsMarkdown(page));
    return 0;
  }
  const meant = didYouMean(
    name,
    docsPages.map(({ id }) => id),
  );
  console.error(
    `There is no documentation page "${name}"${meant === undefined ? "." : `; ${meant}`} List all pages with ${invocation} docs.`,
  );
  return 2;
}

const list = (): string =>
  docsGroups
    .map(({ title, pages }) =>
      [title, ...pages.map((page) => `  ${page.id.padEnd(20)} ${titleOf(page)}`)].join("\n"),
    )
    .join("\n\n");
