// Console address: the part of the address after #, which names the view and its content. Pure.

/** The views by purpose, in the order of display. */
export const viewGroups = {
  watch: ["home", "calls", "live"],
  build: ["flows", "assistants", "knowledge", "providers", "embeds", "phone", "hooks", "keys", "secrets"],
  manage: ["money", "people", "account", "system"],
} as const;
export type ViewGroup = keyof typeof viewGroups;
export type ViewName = (typeof viewGroups)[ViewGroup][number];

const viewNames: readonly ViewName[] = Object.values(viewGroups).flat();

export interface ConsoleAddress {
  readonly view: ViewName;
  /** Id of a call or flow in that view; undefined: the list. */
  readonly id: string | undefined;
  /** Filters of the list. */
  readonly query: URLSearchParams;
}

/** Reads `#/calls/ses_1?tag=x`. Unknown addresses lead home. */
export function readAddress(hash: string): ConsoleAddress {
  const [path = "", query = ""] = hash.replace(/^#\/?/, "").split("?", 2);
  const [name = "", id = ""] = path.split("/");
  const view = viewNames.find((each) => each === name) ?? "home";
  return { view, id: id === "" ? undefined : decoded(id), query: new URLSearchParams(query) };
}

export function addressOf(
  view: ViewName,
  { id, query }: { readonly id?: string; readonly query?: URLSearchParams } = {},
): string {
  const words = query?.toString() ?? "";
  return `#/${view}${id === undefined ? "" : `/${encodeURIComponent(id)}`}${words === "" ? "" : `?${words}`}`;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // Nobody's id has a stray per cent sign: the server will say that there is none.
  }
}
