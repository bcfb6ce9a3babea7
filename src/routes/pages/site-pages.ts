// Site navigation: the pages of a server, from each of which a person gets to the others.

/** Address and name of each page, in the order in which they are offered. */
export const sitePages = [
  ["/console", "Console"],
  ["/test", "Test page"],
  ["/flow-editor", "Flow editor"],
  ["/docs", "Docs"],
  ["/wire-protocol", "Protocol"],
  ["/swagger", "API"],
] as const;

/** Icon for the head of each page. */
export const siteIcon = '<link rel="icon" href="/pages/icon.svg" type="image/svg+xml">';

export type SiteAddress = (typeof sitePages)[number][0];

/** The ways from one page to the others. */
export const siteLinksOf = (current: string): string =>
  sitePages
    .map(
      ([address, name]) =>
        `<a href="${address}"${address === current ? ' aria-current="page"' : ""}>${name}</a>`,
    )
    .join("\n");
