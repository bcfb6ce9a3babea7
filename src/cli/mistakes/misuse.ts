// Misuse: wrong arguments of a command, found by its usage line.

import { didYouMean } from "../../base/closest-word.ts";
import { invocation } from "../invocation.ts";

interface Usage {
  /** Operand of each option; undefined: it takes no value. */
  readonly options: ReadonlyMap<string, string | undefined>;
  readonly required: readonly string[];
  readonly requiredOptions: readonly string[];
  /** The required ones, and then those that may be left out. */
  readonly positionals: readonly string[];
  /** Undefined: any number. */
  readonly argumentsMax: number | undefined;
}

/** `usage` is such as `draw FILE [--out FILE.svg] [--theme light|dark]`. One or two sentences on lines of their own. */
export function misuse(usage: string, args: readonly string[]): string {
  const problem = problemOf(readUsage(usage), args);
  const line = `Usage: ${invocation} ${usage}`;
  return problem === undefined ? line : `${problem}${problem.endsWith("?") ? "" : "."}\n${line}`;
}

const option = /(--[\w-]+)(?: ([^\s\]|[-][^\s\]]*))?/g;

function readUsage(usage: string): Usage {
  const options = new Map([...usage.matchAll(option)].map(([, name = "", value]) => [name, value]));
  const [, ...words] = usage
    .replaceAll(option, "")
    .replaceAll(/\[\s*\](?:\.{3})?/g, "")
    .split(/\s+(?![^[]*\])/);
  const given = words.filter((word) => word !== "" && word !== "|");
  const required = given.filter((word) => !word.startsWith("["));
  const isOneOption = given.length === 0 && usage.includes(" | ");
  const isEndless = given.some((word) => word.endsWith("..."));
  const outside = usage.includes(" | ") ? "" : usage.replaceAll(/\[[^\]]*\]/g, "");
  return {
    options,
    requiredOptions: outside.match(/--[\w-]+/g) ?? [],
    required: isOneOption
      ? [[...options.keys()].join(" or ")]
      : required.map((word) => word.replace("...", "")),
    positionals: given.map((word) => word.replaceAll(/[[\].]/g, "")),
    argumentsMax: isEndless ? undefined : given.length,
  };
}

function problemOf(
  { options, required, requiredOptions, positionals, argumentsMax }: Usage,
  args: readonly string[],
): string | undefined {
  const words: string[] = [];
  const given = new Set<string>();
  const rest = [...args];
  let arg = rest.shift();
  for (; arg !== undefined; arg = rest.shift()) {
    if (!arg.startsWith("-")) words.push(arg);
    else {
      const [name = "", ...inline] = arg.split("=");
      if (!options.has(name)) return unknownOption(name, options.keys());
      const wanted = options.get(name);
      given.add(name);
      if (wanted === undefined && inline.length > 0) return `${name} takes no value`;
      const value = wanted === undefined ? undefined : inline.length > 0 ? inline.join("=") : rest.shift();
      if (wanted !== undefined && (value === undefined || value.startsWith("-")))
        return `${name} needs a value, as in ${name} ${wanted}`;
      if (value !== undefined && !isOneOf(wanted, value)) return noChoice(name, wanted ?? "", value);
    }
  }
  const absent = requiredOptions.find((name) => !given.has(name));
  if (absent !== undefined) return `${absent} is missing`;
  const missing = required[words.length];
  if (missing?.startsWith("--") === true) return args.length === 0 ? `${missing} is missing` : undefined;
  if (missing !== undefined) return `${missing.replaceAll("|", " or ")} is missing`;
  for (const [at, word] of words.entries()) {
    const wanted = positionals[at];
    if (wanted === "EMAIL" && !word.includes("@")) return `"${word}" is not an email address`;
    if (!isOneOf(wanted, word)) return noChoice(`"${word}"`, wanted ?? "", word);
  }
  const extra = argumentsMax === undefined ? undefined : words[argumentsMax];
  return extra === undefined ? undefined : `"${extra}" is an extra argument`;
}

export function unknownOption(name: string, options: Iterable<string>): string {
  const meant = didYouMean(name, options);
  return `There is no option ${name}${meant === undefined ? "" : `; ${meant}`}`;
}

/** Words in small letters are to be written as they stand; others name what is to be written. */
const isOneOf = (wanted: string | undefined, word: string): boolean =>
  wanted === undefined || !/^[a-z]+(?:\|[a-z]+)+$/.test(wanted) || wanted.split("|").includes(word);

function noChoice(what: string, wanted: string, word: string): string {
  const choices = wanted.split("|");
  const meant = didYouMean(word, choices);
  return `${what} must be one of ${choices.join(", ")}${meant === undefined ? `, not "${word}"` : `; ${meant}`}`;
}
