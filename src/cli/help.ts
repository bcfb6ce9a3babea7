// Help texts of the command line: usage, version, and the answer to an unknown command.

import { closest } from "../base/closest-word.ts";
import { variables } from "../config.ts";
import { commands } from "../manual/command-list.ts";
import { importSources } from "../import/importer.ts";
import { version } from "../base/version.ts";
import { invocation } from "./invocation.ts";

/** Where terminals end, and where the second column begins. */
const width = 80;
const column = 32;

export function printVersion(): number {
  console.log(version);
  return 0;
}

export function printHelp(): number {
  const environment = Object.entries(variables).map(([name, { default: fallback, about }]) =>
    row(name, `${about}${fallback === "" ? "" : ` (${fallback})`}`),
  );
  console.log(`Voice Flow ${version}: a self-hosted voice agent

Usage: ${invocation} [COMMAND]

Commands:
${commands.map(([usage, about]) => row(usage, about)).join("\n")}

Environment:
${environment.join("\n")}

Exit codes: 0 success, 1 failure, 2 wrong usage.`);
  return 0;
}

/** Help of a command beyond its row. */
const topics: Readonly<Record<string, string>> = {
  import: `Usage: ${invocation} import FILE [--from SYSTEM] [--out FILE.yaml] [--force] [--json]

Convert the JSON export of another system to a flow, offline. The flow passes
check. A comment at each node names the node of the export.

  --from SYSTEM    format of the export (default: detected), one of:
${importSources.map(({ name, label, exports }) => `    ${name.padEnd(10)} ${label}: ${exports}`).join("\n")}
  --out FILE       write the flow to FILE (default: standard output)
  --force          overwrite an existing file
  --json           print the report as JSON, with the flow unless --out is given

The report lists every node of the export with one of:

  exact            the node does the same
  approximate      the node does nearly the same; the report says what differs
  manual           the node needs manual work; the report describes it

Fixed texts, comparisons, requests and ends are usually exact. Decisions of a
model stay with a model, for at most 20 turns and with an edge for a missing
model. Closed answers, such as yes and no, no longer need a model. Values of
headers that look secret are left out: set them with PUT /v1/secrets/{name}.`,
};

/** Help of one command; all, if none is named. */
export function printHelpOf(command: string | undefined): number {
  if (command === undefined) return printHelp();
  const topic = Object.hasOwn(topics, command) ? topics[command] : undefined;
  const rows = commands.filter(([usage]) => usage.split(" ")[0] === command);
  if (topic === undefined && rows.length === 0) return printUnknown(command, []);
  console.log(topic ?? rows.map(([usage, about]) => row(usage, about)).join("\n"));
  return 0;
}

/** `rest` are the arguments after it. */
export function printUnknown(command: string, rest: readonly string[]): number {
  console.error(unknownCommand(command, rest));
  return 2;
}

function unknownCommand(command: string, rest: readonly string[]): string {
  const names = commands.flatMap(([usage]) => usage.split(", ").map((each) => each.replace(/ .*/, "")));
  if (command.startsWith("-") && closest(command, names)?.startsWith("-") !== true)
    return `There is no option ${command}. Configure the server by environment variables${variableFor([command, ...rest])}`;
  if (/\.ya?ml$/.test(command))
    return `"${command}" is not a command. To use the file, write ${invocation} check ${command}, or talk, test or draw.`;
  const meant = others[command] ?? closest(command, names);
  if (meant === undefined) return `There is no command "${command}": ${invocation} --help lists them.`;
  return `There is no command "${command}"; did you mean '${meant}'? ${invocation} --help lists them.`;
}

/** Words of other programs for the same. */
const others: Readonly<Record<string, string>> = {
  start: "serve",
  run: "serve",
  server: "serve",
  up: "serve",
  dev: "serve",
  lint: "check",
  validate: "check",
  chat: "talk",
  call: "talk",
  new: "init",
  create: "init",
  status: "health",
  version: "--version",
};

/** `--port 4000` as the variable that was meant, where there is one of that name. */
export function variableFor([first = "", second]: readonly string[]): string {
  const [, option = "", given] = /^--?([\w-]+)(?:=(.*))?$/.exec(first) ?? [];
  const name = option.toUpperCase().replaceAll("-", "_");
  if (!Object.hasOwn(variables, name)) return ` (${invocation} --help).`;
  return `: ${name}=${given ?? second ?? "…"} ${invocation}`;
}

/** Two columns, the second one broken between words. */
function row(name: string, about: string): string {
  const lines: string[] = [];
  let line = `  ${name}`.padEnd(column);
  for (const word of about.split(" ")) {
    const longer = line.endsWith(" ") ? line + word : `${line} ${word}`;
    if (longer.length <= width) {
      line = longer;
    } else {
      lines.push(line.trimEnd());
      line = " ".repeat(column) + word;
    }
  }
  return [...lines, line].join("\n");
}
