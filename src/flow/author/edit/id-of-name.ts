// Id of a new flow: follows the name until the author changes it.

import type { Plain } from "../../language/source/yaml-tree.ts";
import type { Fields } from "./data-at-path.ts";

/** Id of a flow without a name. */
export const newFlowId = "new-flow";
const idCharsMax = 64;

/** @internal Valid id made from a name: "Pizza line" gives `pizza-line`. */
export function idOfName(name: Plain | undefined): string {
  if (typeof name !== "string") return newFlowId;
  const id = name
    .normalize("NFKD")
    .replaceAll(/\p{M}+/gu, "")
    .replaceAll("ß", "ss")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replace(/^[^a-z]+/, "")
    .slice(0, idCharsMax)
    .replace(/-+$/, "");
  return id === "" ? newFlowId : id;
}

/** Id for a changed name; undefined if the author wrote the flow's own, or it is unchanged. */
export function idFollowing(before: Fields, name: Plain | undefined): string | undefined {
  const [old, id] = [before.get("id"), idOfName(name)];
  const isOurs = old === undefined || old === null || old === "" || old === idOfName(before.get("name"));
  return isOurs && id !== old ? id : undefined;
}
