// Command list: every command of the command line with its usage, for the help and the documentation.

import { importSources } from "../import/importer.ts";

const labels = importSources.map(({ label }) => label).join(", ");

/** Every command with its usage, the source of the help and of the page of commands. */
export const commands: readonly (readonly [usage: string, about: string])[] = [
  ["serve", "start the server; this is the default command"],
  [
    "talk --audio IN.wav OUT.wav",
    "play a recording to the server and save its answers; --key if it requires one",
  ],
  [
    "talk --say TEXT [OUT.wav]",
    "speak TEXT to the server when the agent pauses; repeat --say for further answers",
  ],
  ["check FILE...", "report problems of flow files with their lines"],
  ["test FILE... [--junit FILE]", "run the tests in flow files"],
  ["test FILE... --judge", "let the language model judge words that rules cannot"],
  ["test FILE... --runs K", "run the tests that ask a model K times with it, and print pass@1 and pass@K"],
  ["simulate FILE|NAME", "let 100 simulated callers call a flow, and report which nodes they reached"],
  [
    "replay FILE [--flow NEW.yaml]",
    "replay a recorded call and print the differences; --words replays its transcript",
  ],
  [
    "replay --calls SINCE --flow NEW.yaml",
    "replay the stored calls of a flow since a day, or of the last 7d, with another version; --account ID",
  ],
  [
    "import FILE [--from SYSTEM]",
    `convert an export of ${labels} to a flow; --out FILE.yaml, --json; for more: help import`,
  ],
  ["draw FILE [--out FILE.svg]", "draw a flow as SVG; --theme light or dark, default both"],
  [
    "talk FILE|NAME...",
    "talk to a flow file or built-in flow by typing, without a server; --tools calls its tools",
  ],
  ["init DIR", "create a folder with a first flow, its tests and a README"],
  ["docs [PAGE]", "print a page of the documentation as Markdown; without PAGE, list the pages"],
  ["examples DIR", "write the example flows and clients to a folder"],
  ["mcp [--dir FOLDER]", "let a coding agent edit, check and test the flows of a folder over MCP"],
  ["health", "exit with 0 if the server is healthy"],
  ["doctor [--json]", "test everything that a call needs, and print a remedy for each failure"],
  ["doctor --providers", "test the configured providers, and measure each stage of a call"],
  ["phone check", "register once at PHONE_REGISTRAR, and print the state of all phone numbers"],
  ["nodes [--json]", "list the nodes of the cluster and their state"],
  ["drain NODE", "stop new calls on a node and let its calls end; other nodes continue"],
  ["ledger ACCOUNT|EMAIL", "print the ledger of an account, and verify its balance"],
  ["account EMAIL", "create an account or reset its password, and print the password"],
  ["owner [EMAIL]", "make an account the owner of this server; without EMAIL, print the owner"],
  ["invite [NAME]", "create a link that creates one account; --list, --revoke ID"],
  ["grant ACCOUNT|EMAIL CENTS", "add credit to an account"],
  ["audit verify [--account ID]", "verify that the audit log was not changed; --account for one account"],
  ["audit export [--account ID]", "print the audit log as JSON lines"],
  ["backup FILE", "back up the data to a file, or to files:NAME at FILES_URL; works on a running server"],
  ["restore FILE", "replace the data by a backup; stop the server first"],
  ["migrate", "migrate the tables of the database; stop the server first"],
  ["move-to-postgres", "copy the database file in DATA_DIR to an empty DATABASE_URL; stop the server first"],
  ["rotate-key", "replace the master key and end all logins; stop the server first"],
  ["metrics --rules", "print alert rules for Prometheus, or with --dashboard a dashboard for Grafana"],
  ["licenses [--full]", "list third-party licenses; --full prints their texts"],
  ["--help, --version", "print this help, or the version"],
];
