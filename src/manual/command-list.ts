// Command list: every command of the command line with its usage, for the help and the documentation.

import { importSources } from "../flow/author/import/import-sources.ts";

const labels = importSources.map(({ label }) => label).join(", ");

/** Every command with its usage. The help and the page of commands are made from it. */
export const commands: readonly (readonly [usage: string, about: string])[] = [
  ["serve", "starts the server; so does no command at all"],
  [
    "talk --audio IN.wav OUT.wav",
    "plays a recording to it and keeps its answers; --key where it asks for one",
  ],
  ["talk --say TEXT [OUT.wav]", "says TEXT to it in the agent's pauses; --say again for the next answer"],
  ["check FILE...", "reports problems of flow files, with their places"],
  ["test FILE... [--junit FILE]", "runs the tests that are written in flow files"],
  [
    "simulate FILE|NAME",
    "lets 100 simulated people call a flow, and reports which nodes they reached and which not",
  ],
  [
    "replay FILE [--flow NEW.yaml]",
    "lets a recorded caller call again, and prints the differences; --words without a recogniser",
  ],
  [
    "replay --calls SINCE --flow NEW.yaml",
    "lets the stored callers of a flow call another version of it, since a day or 7d; --account for whose",
  ],
  [
    "import FILE [--from SYSTEM]",
    `makes a flow of an export of ${labels}; --out FILE.yaml, --json; help import has more`,
  ],
  ["draw FILE [--out FILE.svg]", "draws a flow as a picture; --theme light or dark for one of them"],
  [
    "talk FILE|NAME...",
    "types to a flow or a built-in one, without a server; tools are mocked unless --tools",
  ],
  ["init DIR", "makes a folder with a flow, tests in it and a README, to begin with"],
  ["docs [PAGE]", "prints a page of the documentation as Markdown; alone it lists them"],
  ["examples DIR", "writes the example flows and clients to a folder"],
  ["mcp [--dir FOLDER]", "lets a coding agent write, check, test and try the flows of a folder, over MCP"],
  ["health", "exits with 0 if the server is well"],
  ["doctor [--json]", "tries everything that a call needs, and prints the remedy for each failure"],
  ["doctor --providers", "tests the named providers against the needs of a call, and times each stage"],
  ["phone check", "registers once at the PBX of PHONE_REGISTRAR, and prints the state of accounts' numbers"],
  ["nodes [--json]", "lists the nodes that share the data, and how they are"],
  ["drain NODE", "stops new calls on a node, and lets its calls end; other nodes continue"],
  ["ledger ACCOUNT|EMAIL", "prints every entry of an account, and proves its balance"],
  ["account EMAIL", "makes an account, or gives one a new password, and prints the password"],
  ["owner [EMAIL]", "makes an account the owner of the deployment; alone prints the owner"],
  ["invite [FOR WHOM]", "makes an address that makes an account; --list, --revoke ID"],
  ["grant ACCOUNT|EMAIL CENTS", "gives an account credits"],
  ["audit verify [--account ID]", "proves that the audit log was not changed; --account for one account"],
  ["audit export [--account ID]", "prints the audit log, one JSON line an entry"],
  ["backup FILE", "copies the data into one file, or files:NAME at FILES_URL; the server may run"],
  ["restore FILE", "puts such a file in place of the data; the server must not run"],
  ["migrate", "migrates the tables of the data, and reports it; the server must not run"],
  ["move-to-postgres", "copies the file in DATA_DIR into an empty DATABASE_URL; the server must not run"],
  ["rotate-key", "makes another master key; ends all logins; the server must not run"],
  ["metrics --rules", "prints alert rules for Prometheus; --dashboard a dashboard for Grafana"],
  ["licenses [--full]", "lists the included work of others; --full with the texts"],
  ["--help, --version", "print this, and the version"],
];
