// Request code: a request of the console to the server as a shell command and as JavaScript. Pure.

import type { ApiRequest } from "../page/api-request.ts";

/** Replaces the access token, which must not be in a text that people share. */
const tokenName = "VOICE_FLOW_TOKEN";

export function curlOf({ method, path, body }: ApiRequest, origin: string): string {
  const lines = [
    `curl ${method === "GET" ? "" : `-X ${method} `}${quoted(`${origin}${path}`)}`,
    `-H "Authorization: Bearer $${tokenName}"`,
    ...(body === undefined
      ? []
      : ["-H 'Content-Type: application/json'", `-d ${quoted(JSON.stringify(body))}`]),
  ];
  return lines.join(" \\\n  ");
}

export function scriptOf({ method, path, body }: ApiRequest, origin: string): string {
  const headers = [
    "Authorization: `Bearer ${" + tokenName + "}`",
    ...(body === undefined ? [] : [`"Content-Type": "application/json"`]),
  ];
  return [
    `const response = await fetch(${JSON.stringify(`${origin}${path}`)}, {`,
    ...(method === "GET" ? [] : [`  method: "${method}",`]),
    `  headers: { ${headers.join(", ")} },`,
    ...(body === undefined ? [] : [`  body: JSON.stringify(${JSON.stringify(body)}),`]),
    "});",
    ...(method === "DELETE" ? [] : ["const answer = await response.json();"]),
  ].join("\n");
}

/** Quotes for a POSIX shell, in which nothing between single quotes has a meaning. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
