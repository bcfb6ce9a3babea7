// Checks VF601 to VF604 and VF610: the addresses and headers of tools and hooks.

import { hookUrlBytesMax, isHookUrlTooLong } from "../../../base/hook-url.ts";
import { parseAddress, whyNotPublic } from "../../../base/ip-address.ts";
import type { Hole } from "../expression/ast.ts";
import type { Finding } from "../model/finding.ts";
import type { TextModel } from "../model/model.ts";
import { fieldsRead } from "../model/place-dependencies.ts";
import { holesOf } from "../model/model-texts.ts";
import type { Path } from "../source/problem.ts";
import type { CheckContext } from "./check-context.ts";

const methods = /^(GET|POST|PUT|PATCH|DELETE) +(?=\S)/;
const scheme = /^(https?):\/\//;
/** Host and port of a URL without user info or percent-encoding. */
const hostPattern =
  /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*\.?|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;
/** Headers of the connection, which the HTTP client sets itself (RFC 9110, 7.2, 7.6.1, 8.6; RFC 9112, 6.1). */
const ownHeaders: ReadonlySet<string> = new Set([
  "host",
  "content-length",
  "transfer-encoding",
  "connection",
]);

export function checkOutbound(checking: CheckContext): void {
  for (const { http, fields } of checking.model.tools.values()) {
    if (http?.template !== undefined) request(http, checking);
    headers(fields.entries("headers"), checking);
  }
  for (const { url } of checking.model.hooks) {
    if (url === undefined) continue;
    if (isHookUrlTooLong(url.value)) {
      const message = `the URL of a hook may have at most ${hookUrlBytesMax} bytes`;
      checking.report({ code: "VF601", path: url.path, message });
    } else if (url.value.includes("{{")) {
      const from = url.value.indexOf("{{");
      checking.report({
        code: "VF601",
        path: url.path,
        from,
        to: from + 2,
        message: "the URL of a hook cannot contain {{ }}",
      });
    } else address(url.value, { path: url.path, from: 0 }, checking);
  }
}

/** Whether the address of a page has a problem. */
export function checkPageAddress(url: string, path: Path, checking: CheckContext): boolean {
  let isWrong = false;
  const report = (finding: Finding): void => {
    isWrong = true;
    checking.report(finding);
  };
  address(url, { path, from: 0 }, { ...checking, report });
  return isWrong;
}

interface UrlPosition {
  readonly path: Path;
  /** Offset of the address in the text, in UTF-16 units. */
  readonly from: number;
}

function request({ source, path, template }: TextModel, checking: CheckContext): void {
  const { report } = checking;
  const method = methods.exec(source);
  if (method === null) {
    report({
      code: "VF601",
      path,
      message: "this is not a method and a URL",
      hint: "write GET, POST, PUT, PATCH or DELETE, a space, and the URL",
    });
    return;
  }
  const from = method[0].length;
  const [hole] = holesOf(template);
  const pathOffset = address(source.slice(from), { path, from }, checking);
  if (pathOffset === undefined) return;
  const pathFrom = from + pathOffset;
  if (hole !== undefined && hole.from < pathFrom) hostFromHole(hole, path, checking);
  for (const { name, from: at, to } of fieldsRead({ line: { source, path, template } }, "secrets")) {
    report({
      code: "VF604",
      path,
      from: at,
      to,
      message: `the secret '${name}' is in a URL, which other servers log`,
      hint: "send the secret in a header",
    });
  }
}

function hostFromHole(hole: Hole, path: Path, { report }: CheckContext): void {
  report({
    code: "VF603",
    path,
    from: hole.from,
    to: hole.to,
    message: "the host cannot come from a variable",
    hint: "write the host in the document. The path and the query may contain {{ }}",
  });
}

/** Checks scheme and host; gives the offset of the URL's path, or undefined after reporting a problem. */
function address(text: string, { path, from }: UrlPosition, checking: CheckContext): number | undefined {
  const { report, knowledge } = checking;
  const start = scheme.exec(text);
  if (start === null) {
    const hole = text.startsWith("{{") ? { from: 0, to: 2 } : undefined;
    report({
      code: hole === undefined ? "VF601" : "VF603",
      path,
      from,
      to: from + Math.min(text.length, 8),
      message:
        hole === undefined ? "this URL does not start with https://" : "the host cannot come from a variable",
      hint: "write https://, the host, and the path",
    });
    return undefined;
  }
  const rest = text.slice(start[0].length);
  const length = rest.search(/[/?#]/);
  const authority = length < 0 ? rest : rest.slice(0, length);
  const hostFrom = from + start[0].length;
  const at = { path, from: hostFrom, to: hostFrom + Math.max(1, authority.length) };
  if (authority.includes("{{")) {
    report({
      code: "VF603",
      ...at,
      message: "the host cannot come from a variable",
      hint: "write the host in the document. The path and the query may contain {{ }}",
    });
    return undefined;
  }
  const host = authority.slice(authority.lastIndexOf("@") + 1);
  const named = hostOf(host, start[1] === "http" ? 80 : 443);
  if (authority.includes("@") || named === undefined) {
    const message = authority.includes("@")
      ? "a URL cannot contain a user or a password"
      : `'${host.slice(0, 60)}' is not a host`;
    const hint = authority.includes("@")
      ? "send them in a header, using a secret"
      : "write https://, the host, and the path";
    report({ code: "VF601", ...at, message, hint });
    return undefined;
  }
  if (knowledge.outboundAllowed?.(named.name, named.port) !== true) {
    const why = whyRefused(named.name);
    if (why !== undefined) {
      report({
        code: "VF610",
        ...at,
        message: `requests to '${named.name}' are not allowed: it is ${why}`,
        hint: `the operator can allow it: OUTBOUND_ALLOW=${entryFor(named)}`,
      });
    } else if (start[1] === "http") {
      report({
        code: "VF602",
        path,
        from,
        to: from + 7,
        message: "this URL is not https",
        hint: `write https://, or ask the operator to allow it: OUTBOUND_ALLOW=${entryFor(named)}`,
      });
    }
  }
  return start[0].length + (length < 0 ? rest.length : length);
}

/** Host and port of a URL's authority part; undefined if it is not a valid host. */
function hostOf(
  host: string,
  portDefault: number,
): { readonly name: string; readonly port: number } | undefined {
  if (!hostPattern.test(host)) return undefined;
  const [, digits] = /:(\d+)$/.exec(host.slice(host.lastIndexOf("]") + 1)) ?? [];
  const port = digits === undefined ? portDefault : Number(digits);
  if (port < 1 || port > 65_535) return undefined;
  const bare = digits === undefined ? host : host.slice(0, -digits.length - 1);
  const name = bare.replace(/^\[|\]$/g, "").toLowerCase();
  return bare.startsWith("[") && parseAddress(name) === undefined ? undefined : { name, port };
}

/** Reason why a host needs the operator's permission, which then covers plain http, too. */
function whyRefused(name: string): string | undefined {
  const parsed = parseAddress(name);
  if (parsed !== undefined) return whyNotPublic(parsed);
  return /^(?:.*\.)?localhost\.?$/.test(name) ? "this machine itself" : undefined;
}

/** The entry of OUTBOUND_ALLOW for one port of a host. */
function entryFor({ name, port }: { readonly name: string; readonly port: number }): string {
  return `${name.includes(":") ? `[${name}]` : name}:${port}`;
}

function headers(
  entries: ReturnType<CheckContext["model"]["fields"]["entries"]>,
  { report }: CheckContext,
): void {
  for (const { key, path } of entries) {
    if (!/^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/.test(key)) {
      report({ code: "VF112", path, atKey: true, message: "this cannot be the name of a header" });
    } else if (ownHeaders.has(key.toLowerCase())) {
      report({
        code: "VF112",
        path,
        atKey: true,
        message: `the header '${key}' belongs to the connection`,
        hint: "remove it",
      });
    }
  }
}
