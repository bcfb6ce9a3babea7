// One-time link: the address with which a person makes an account, sets a password that was forgotten, or confirms an
// email.

export interface OneTimeLink {
  readonly way: "join" | "reset" | "confirm";
  readonly token: string;
}

/** Link of `#/join?link=…`. It is taken out of the address, so that it does not end up in a bookmark. */
export function takeLink(): OneTimeLink | undefined {
  const [, way, query = ""] = /^#\/(join|reset|confirm)\?(.*)$/.exec(location.hash) ?? [];
  const token = new URLSearchParams(query).get("link") ?? "";
  if ((way !== "join" && way !== "reset" && way !== "confirm") || token === "") return undefined;
  history.replaceState(null, "", `${location.pathname}${location.search}`);
  return { way, token };
}
