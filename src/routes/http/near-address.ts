// Near address: the address or the parameter that was probably meant by a nonexistent one.

import { closest, didYouMean } from "../../base/closest-word.ts";

/** Prefixes of names that people add or omit by mistake. */
const openings: ReadonlySet<string> = new Set(["api", "v1", "v2", "auth"]);

/** Nearest of the patterns, such as `/v1/flows/:flow_id`, in a person's spelling: `/v1/flows/{flow_id}`. */
export function nearAddress(path: string, patterns: Iterable<string>): string | undefined {
  const asked = namesOf(path);
  if (asked.length === 0 || asked.length > namesMax) return undefined;
  const opening = openingOf(path);
  let best: string | undefined;
  let least = Infinity;
  for (const pattern of patterns) {
    if (pattern.includes("*")) continue;
    const slips = slipsTo(asked, namesOf(pattern)) + (openingOf(pattern) === opening ? 0 : otherOpening);
    if (slips >= least) continue;
    best = pattern;
    least = slips;
  }
  return best?.replaceAll(/:(\w+)/g, "{$1}");
}

/** No address of ours has as many. */
const namesMax = 10;
/** Worse than an omitted parameter, and no slip in a name. */
const otherOpening = 1.5;

function partsOf(path: string): readonly [opening: readonly string[], names: readonly string[]] {
  const parts = path.split("/").filter((part) => part !== "");
  const first = parts.findIndex((part, at) => at > 1 || !openings.has(part.toLowerCase()));
  return first === -1 ? [parts, []] : [parts.slice(0, first), parts.slice(first)];
}

const openingOf = (path: string): string => partsOf(path)[0].join("/").toLowerCase();
const namesOf = (path: string): readonly string[] => partsOf(path)[1];

/** Infinity: a different address. An omitted parameter at the end is one slip. */
function slipsTo(asked: readonly string[], names: readonly string[]): number {
  const lacks = names.length - asked.length;
  if (names.length === 0 || lacks < 0 || lacks > 1 || (lacks === 1 && names.at(-1)?.startsWith(":") !== true))
    return Infinity;
  return asked.reduce((slips, name, at) => {
    const patternName = names[at] ?? "";
    if (patternName === name) return slips;
    // A literal name has priority over a parameter, which matches everything.
    if (patternName.startsWith(":")) return slips + 1;
    return closest(name, [patternName]) === undefined ? Infinity : slips + 1;
  }, lacks);
}

export interface RequestNames {
  readonly parameters: readonly string[];
  readonly bodyKeys: readonly string[];
}

const nameCharsMax = 64;

/**
 * First query parameter that the address does not have, and the parameter that was probably meant. If `isClosed` is
 * not set, a dissimilar one may belong to something else.
 */
export function misplacedParameter(
  url: string,
  { parameters, bodyKeys }: RequestNames,
  isClosed: boolean,
): { readonly name: string; readonly detail: string } | undefined {
  for (const given of URL.parse(url)?.searchParams.keys() ?? []) {
    if (parameters.includes(given)) continue;
    const name = given.slice(0, nameCharsMax);
    if (bodyKeys.includes(given))
      return { name, detail: `"${name}" is not a query parameter. Send it in the JSON body.` };
    const meant = didYouMean(given, parameters) ?? (isClosed ? knownAmong(parameters) : undefined);
    if (meant !== undefined)
      return { name, detail: `There is no parameter "${name}" in the query: ${meant}` };
  }
  return undefined;
}

function knownAmong(parameters: readonly string[]): string {
  if (parameters.length === 0) return "this address has none.";
  return `there ${parameters.length === 1 ? "is" : "are"} ${parameters.join(", ")}.`;
}
