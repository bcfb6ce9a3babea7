// Code samples: a request of the API in a shell, in JavaScript and in Python, ready to run. Server and credentials
// come from the environment, so that none stands in a program.

export interface SampledRequest {
  /** Method in capitals. */
  readonly method: string;
  /** Path with places such as `{flow_id}`. */
  readonly path: string;
  readonly credential: "token" | "key" | undefined;
  /** An example of its body; undefined: it has none. */
  readonly body: unknown;
}

/** Sample as other tools read it: the extension `x-codeSamples` of an operation. */
export interface CodeSample {
  readonly lang: string;
  readonly label: string;
  readonly source: string;
}

const serverVariable = "VOICE_FLOW_URL";
const credentials = {
  token: { header: "Authorization", scheme: "Bearer ", variable: "ACCESS_TOKEN" },
  key: { header: "X-Service-Key", scheme: "", variable: "API_KEY" },
} as const;

export function codeSamples(request: SampledRequest): readonly CodeSample[] {
  return [
    { lang: "Shell", label: "curl", source: curlOf(request) },
    { lang: "JavaScript", label: "JavaScript", source: scriptOf(request) },
    { lang: "Python", label: "Python", source: pythonOf(request) },
  ];
}

/** `{flow_id}` becomes FLOW_ID, to be replaced. */
function filled(path: string): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => name.toUpperCase());
}

function curlOf({ method, path, credential, body }: SampledRequest): string {
  const { header, scheme, variable } = credentials[credential ?? "key"];
  const quoted = JSON.stringify(body, null, 2)?.replaceAll("'", "'\\''");
  return [
    `curl -fsS ${method === "GET" ? "" : `-X ${method} `}"$${serverVariable}${filled(path)}"`,
    ...(credential === undefined ? [] : [`-H "${header}: ${scheme}$${variable}"`]),
    ...(quoted === undefined ? [] : ['-H "Content-Type: application/json"', `-d '${quoted}'`]),
  ].join(" \\\n  ");
}

function scriptOf({ method, path, credential, body }: SampledRequest): string {
  const { header, scheme, variable } = credentials[credential ?? "key"];
  const value = scheme === "" ? `env.${variable}` : `\`${scheme}\${env.${variable}}\``;
  const headers = [
    ...(credential === undefined ? [] : [`"${header}": ${value}`]),
    ...(body === undefined ? [] : ['"Content-Type": "application/json"']),
  ];
  const parts = [
    ...(method === "GET" ? [] : [`method: "${method}"`]),
    ...(headers.length === 0 ? [] : [`headers: { ${headers.join(", ")} }`]),
    ...(body === undefined ? [] : [`body: JSON.stringify(${indented(JSON.stringify(body, null, 2), "  ")})`]),
  ];
  const init = parts.length === 0 ? "" : `, {\n${parts.map((part) => `  ${part},\n`).join("")}}`;
  return (
    'import { env } from "node:process";\n\n' +
    `const response = await fetch(\`\${env.${serverVariable}}${filled(path)}\`${init});\n` +
    "if (!response.ok) throw new Error(await response.text());\n" +
    "console.log(await response.text());"
  );
}

function pythonOf({ method, path, credential, body }: SampledRequest): string {
  const { header, scheme, variable } = credentials[credential ?? "key"];
  const value = `${scheme === "" ? "" : `"${scheme}" + `}os.environ["${variable}"]`;
  const headers = [
    ...(credential === undefined ? [] : [`"${header}": ${value}`]),
    ...(body === undefined ? [] : ['"Content-Type": "application/json"']),
  ];
  const parts = [
    `os.environ["${serverVariable}"] + "${filled(path)}"`,
    `method="${method}"`,
    ...(headers.length === 0 ? [] : [`headers={${headers.join(", ")}}`]),
    ...(body === undefined ? [] : [`data=json.dumps(${pythonValue(body)}).encode()`]),
  ];
  return (
    `${body === undefined ? "" : "import json\n"}import os\nfrom urllib.request import Request, urlopen\n\n` +
    `request = Request(\n${parts.map((part) => `    ${part},\n`).join("")})\n` +
    "with urlopen(request) as response:\n    print(response.read().decode())"
  );
}

function indented(text: string, by: string): string {
  return text.replaceAll("\n", `\n${by}`);
}

function pythonValue(value: unknown): string {
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (Array.isArray(value)) return `[${value.map(pythonValue).join(", ")}]`;
  if (typeof value !== "object") return JSON.stringify(value);
  const entries = Object.entries(value).map(([key, part]) => `${JSON.stringify(key)}: ${pythonValue(part)}`);
  return `{${entries.join(", ")}}`;
}
