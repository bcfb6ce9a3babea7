// One-time link: the address with which a person creates an account, replaces a forgotten password, or confirms an
// email.

export interface OneTimeLink {
  readonly way: "join" | "reset" | "confirm";
  readonly token: string;
}

/** Link of `#/join?link=…`, removed from the address, so that no bookmark contains it. */
export function takeLink(): OneTimeLink | undefined {
  const [, way, query = ""] = /^#\/(join|reset|confirm)\?(.*)$/.exec(location.hash) ?? [];
  const token = new URLSearchParams(query).get("link") ?? "";
  if ((way !== "join" && way !== "reset" && way !== "confirm") || token === "") return undefined;
  history.replaceState(null, "", `${location.pathname}${location.search}`);
  return { way, token };
}
