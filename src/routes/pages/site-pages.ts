// Site navigation: the pages of a server, from each of which a person gets to the others.

/** Address and name of each page, in the order in which they are offered. */
export const sitePages = [
  ["/test", "Test page"],
  ["/flow-editor", "Flow editor"],
  ["/flow-language", "Flow language"],
  ["/wire-protocol", "Protocol"],
  ["/swagger", "API"],
] as const;
