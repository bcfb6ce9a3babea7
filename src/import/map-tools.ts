// Tools of an import: another system's HTTP requests as our tools. Secrets in them are left out.

import type { Plain } from "../flow/language/source/yaml-tree.ts";
import { type DraftVariable, isData } from "./draft-variable.ts";
import type { FlowDraft } from "./flow-draft.ts";
import { idFor, SafeNames } from "./safe-names.ts";
import type { Note, SourceTool } from "./source-flow.ts";
import { expressionWords, reservedNames } from "../flow/language/check/check-ids.ts";
import { durationText } from "../flow/value/duration.ts";
import { hole, withoutBraces } from "./imported-text.ts";

export interface ImportedTool {
  readonly id: string;
  /** Parameter → name of its variable. */
  readonly params: ReadonlyMap<string, ParamSource>;
  readonly saves: readonly (readonly [variable: string, path: string])[];
  readonly notes: readonly Note[];
}

interface ParamSource {
  readonly variable: string;
  readonly type: DraftVariable["type"];
}

/** Replacement for an address that is unreachable from outside. */
const placeholderHost = "https://example.com/";
const timeoutMsMax = 30_000;
/** Names of headers and parameters whose values are secret as a rule. */
const secretName = /auth|key|token|secret|cookie|signature|password/i;
const headerName = /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/;
const ownHeaders = /^(?:host|content-length|transfer-encoding|connection|content-type)$/i;

export function mapTool(tool: SourceTool, draft: FlowDraft): ImportedTool {
  const notes: Note[] = [...(tool.notes ?? [])];
  const names = new SafeNames("param", reservedNames);
  const params = new Map<string, ParamSource>();
  for (const { name, type } of tool.params) {
    const kind = type === "choice" ? "text" : type;
    params.set(names.of(name), { variable: name, type: kind });
  }
  const inText = (text: string): string =>
    text
      .split(hole)
      .map((part, i) => {
        if (i % 2 === 0) return part.replaceAll(/\{\{+|\}\}+/g, "");
        const variable = draft.nameIn(part);
        const param = names.of(variable);
        if (!params.has(param)) params.set(param, { variable, type: "text" });
        // A value without a text form has no place in a text.
        return isScalar(params.get(param)?.type) ? `{{ ${param} }}` : "";
      })
      .join("");
  const id = draft.toolNames.fresh(tool.name);
  const method = /^(?:GET|POST|PUT|PATCH|DELETE)$/i.test(tool.method) ? tool.method.toUpperCase() : "POST";
  const paramNames = [...params.keys()];
  const url = addressOf(tool.url, inText, notes);
  const open = (pairs: SourceTool["query"]): SourceTool["query"] =>
    pairs.filter(([name]) => {
      if (secretName.test(name))
        notes.push({
          fidelity: "manual",
          words: `the value of its '${withoutBraces(name).slice(0, 60)}' stays behind`,
        });
      return !secretName.test(name);
    });
  const inQuery = paramNames.filter(
    (name) => method === "GET" && isScalar(params.get(name)?.type) && !url.includes(`{{ ${name} }}`),
  );
  const query = [
    ...open(tool.query).map(([name, value]) => `${encodeURIComponent(name.toWellFormed())}=${inText(value)}`),
    ...inQuery.map((name) => `${name}={{ ${name} }}`),
  ];
  const http = query.length === 0 ? url : `${url}${url.includes("?") ? "&" : "?"}${query.join("&")}`;
  const headers = headersOf(tool, { inText, notes, draft });
  const args = new Map<string, Plain>([
    ...paramNames.map((name): [string, Plain] => [params.get(name)?.variable ?? name, `{{ ${name} }}`]),
    ...open(tool.constants).map(([name, value]): [string, Plain] => [name, inText(value)]),
  ]);
  const body: Plain = tool.atRoot
    ? args
    : new Map<string, Plain>([
        ["name", withoutBraces(tool.name)],
        ["args", args],
      ]);
  if (!tool.atRoot && method !== "GET")
    notes.push({ fidelity: "approximate", words: "its body has name and args, and nothing of the call" });
  const written: [string, Plain | undefined][] = [
    ["description", tool.description],
    ["params", params.size === 0 ? undefined : new Map([...params].map(([name, { type }]) => [name, type]))],
    ["http", `${method} ${http}`],
    ["headers", headers.size === 0 ? undefined : headers],
    ["body", method === "GET" || args.size === 0 ? undefined : body],
    ["timeout", timeoutOf(tool, notes)],
  ];
  draft.tools.set(
    id,
    new Map(written.flatMap(([key, value]) => (value === undefined ? [] : [[key, value] as const]))),
  );
  return { id, params, saves: savesOf(tool, notes), notes };
}

function timeoutOf({ timeoutMs }: SourceTool, notes: Note[]): string | undefined {
  if (timeoutMs === undefined) return undefined;
  const kept = Math.round(Math.min(timeoutMsMax, Math.max(100, timeoutMs)));
  if (kept !== timeoutMs)
    notes.push({ fidelity: "approximate", words: `its timeout is ${durationText(kept)} here` });
  return durationText(kept);
}

function isScalar(type: DraftVariable["type"] | undefined): boolean {
  return type === undefined || !isData(type);
}

function addressOf(url: string, inText: (text: string) => string, notes: Note[]): string {
  const parts = /^(https?):\/\/([^/?#]*)([^\s]*)$/i.exec(url.trim());
  const [, scheme = "", host = "", rest = ""] = parts ?? [];
  const isPublic =
    /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}(?::[1-9]\d{0,3})?$/i.test(host) &&
    !/\.localhost(?::|$)/i.test(host);
  if (!isPublic) {
    notes.push({
      fidelity: "manual",
      words: `its address cannot be called from here: ${placeholderHost} replaces it`,
    });
    return placeholderHost;
  }
  if (scheme.toLowerCase() === "http")
    notes.push({ fidelity: "approximate", words: "its address is https here" });
  return `https://${host}${inText(rest)}`;
}

function headersOf(
  { headers, name: tool }: SourceTool,
  { inText, notes, draft }: { inText: (text: string) => string; notes: Note[]; draft: FlowDraft },
): ReadonlyMap<string, Plain> {
  const written = new Map<string, Plain>();
  for (const [name, value] of headers) {
    if (!headerName.test(name) || ownHeaders.test(name) || value.trim() === "" || /[\r\n]/.test(value))
      continue;
    if (!secretName.test(name)) {
      const text = inText(value);
      if (text.trim() !== "") written.set(name, text);
      continue;
    }
    const secret = draft.secret(idFor(`${tool} ${name}`, "key"));
    written.set(name, `{{ secrets.${secret} }}`);
    notes.push({
      fidelity: "manual",
      words: `the value of its header ${name} stays behind: PUT /v1/secrets/${secret}`,
    });
  }
  return written;
}

const segment = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/;

/** Paths of an answer such as `data.items[0].id`; others are reported. */
function savesOf({ saves }: SourceTool, notes: Note[]): ImportedTool["saves"] {
  return saves.flatMap(([variable, path]) => {
    const parts = path
      .replace(/^\$?\.?/, "")
      .split(/\.|(?=\[)/)
      .filter((part) => part !== "");
    const isPlain =
      parts.length > 0 &&
      parts.length <= 20 &&
      parts.every((part) => /^\[\d{1,4}\]$/.test(part) || (segment.test(part) && !expressionWords.has(part)));
    if (!isPlain) {
      notes.push({
        fidelity: "manual",
        words: `what it saves as ${withoutBraces(variable).slice(0, 60)} is not found by a plain path: write save`,
      });
      return [];
    }
    return [
      [
        variable,
        `result${parts.map((part) => (part.startsWith("[") ? part : `.${part}`)).join("")}`,
      ] as const,
    ];
  });
}
