// One-time link: the address with which somebody makes an account, or sets a password that was forgotten.

export interface OneTimeLink {
  readonly way: "join" | "reset";
  readonly token: string;
}

/** Of `#/join?link=…`. It is taken out of the address, so that it does not end up in a bookmark. */
export function takeLink(): OneTimeLink | undefined {
  const [, way, query = ""] = /^#\/(join|reset)\?(.*)$/.exec(location.hash) ?? [];
  const token = new URLSearchParams(query).get("link") ?? "";
  if ((way !== "join" && way !== "reset") || token === "") return undefined;
  history.replaceState(null, "", `${location.pathname}${location.search}`);
  return { way, token };
}
