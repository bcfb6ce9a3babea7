// Entry point: starts a Worker's role in a Worker thread, otherwise a command. Modules are imported only when needed,
// so a Worker never loads the server.

import { startAhead } from "./base/start-worker.ts";
import "./flow/grammar/likeness/table-files.ts";

/** Programs of Workers, by the first word of the role; each gets the rest. */
const roles: Readonly<Record<string, (of: string) => Promise<unknown>>> = {
  documents: () => import("./documents/document-worker.ts"),
  ears: async (model) => (await import("./speech/open/ears-worker.ts")).hearWith(decodeURIComponent(model)),
  "file-voice": async (file) =>
    (await import("./speech/file-voice/file-voice-worker.ts")).speakFrom(decodeURIComponent(file)),
  simulation: () => import("./sim/sim-worker.ts"),
  store: () => import("../db/thread/store-worker.ts"),
  "turn-model": () => import("./speech/turn-model/turn-model-worker.ts"),
  voice: async (name) => (await import("./speech/own-voice/own-voice-worker.ts")).speakAs(name),
};

type Command = (rest: readonly string[]) => Promise<number>;

/** Each resolves with the exit code. */
const commands: Readonly<Record<string, Command>> = {
  serve: async (rest) => {
    using _ = hasDataFile() && rest.length === 0 ? startAhead("store") : undefined;
    return await (await import("./cli/serve-command.ts")).serve(rest);
  },
  "serve-process": async () => (await import("./cli/serve/serve-process-command.ts")).serveProcess(),
  talk: async (rest) => (await import("./cli/talk-audio-command.ts")).talk(rest),
  check: async (rest) => (await import("./cli/check-command.ts")).check(rest),
  test: async (rest) => (await import("./cli/test-command.ts")).test(rest),
  simulate: async (rest) => (await import("./cli/simulate-command.ts")).simulate(rest),
  replay: async (rest) => (await import("./cli/replay/replay-command.ts")).replay(rest),
  draw: async (rest) => (await import("./cli/draw-command.ts")).draw(rest),
  import: async (rest) => (await import("./cli/import-command.ts")).importExport(rest),
  init: async (rest) => (await import("./cli/init-command.ts")).init(rest),
  docs: async (rest) => (await import("./cli/docs/docs-command.ts")).docs(rest),
  examples: async (rest) => (await import("./cli/docs/examples-command.ts")).examples(rest),
  mcp: async (rest) => (await import("./cli/mcp/mcp-command.ts")).mcp(rest),
  health: async (rest) => (await import("./cli/health-command.ts")).health(rest),
  doctor: async (rest) => (await import("./cli/doctor/doctor-command.ts")).doctor(rest),
  phone: async (rest) => (await import("./cli/doctor/phone-command.ts")).phone(rest),
  nodes: async (rest) => (await import("./cli/nodes-command.ts")).nodes(rest),
  drain: async (rest) => (await import("./cli/drain-command.ts")).drain(rest),
  ledger: async (rest) => (await import("./cli/ledger-command.ts")).ledger(rest),
  account: async (rest) => (await import("./cli/account/account-command.ts")).account(rest),
  owner: async (rest) => (await import("./cli/account/owner-command.ts")).owner(rest),
  invite: async (rest) => (await import("./cli/account/invite-command.ts")).invite(rest),
  grant: async (rest) => (await import("./cli/account/grant-command.ts")).grant(rest),
  audit: async (rest) => (await import("./cli/audit/audit-command.ts")).audit(rest),
  backup: async (rest) => (await import("./cli/backup-command.ts")).backup(rest),
  restore: async (rest) => (await import("./cli/backup-command.ts")).restore(rest),
  migrate: async (rest) => (await import("./cli/migrate-command.ts")).migrate(rest),
  "move-to-postgres": async (rest) => (await import("./cli/move-command.ts")).moveToPostgres(rest),
  "rotate-key": async (rest) => (await import("./cli/rotate-key-command.ts")).rotateKey(rest),
  metrics: async (rest) => (await import("./cli/metrics-command.ts")).metrics(rest),
  licenses: async (rest) => (await import("./cli/licenses-command.ts")).licenses(rest),
  help: async ([of]) => (await import("./cli/help.ts")).printHelpOf(of),
  "--help": async () => (await import("./cli/help.ts")).printHelp(),
  "-h": async () => (await import("./cli/help.ts")).printHelp(),
  "--version": async () => (await import("./cli/help.ts")).printVersion(),
  "-v": async () => (await import("./cli/help.ts")).printVersion(),
};

if (Bun.isMainThread) {
  const [command = "serve", ...rest] = process.argv.slice(2);
  process.exitCode = await run(command, rest);
  // `bun --watch` would wait for a file to change; a request to a hanging storage cannot be cancelled.
  if (process.execArgv.includes("--watch") || process.env["FILES_URL"] !== undefined) process.exit();
} else {
  const [role = "", of = ""] = (process.env["ROLE"] ?? "").split(" ");
  await roles[role]?.(of);
}

/** Decided before the configuration is read: at worst a thread starts needlessly. */
function hasDataFile(): boolean {
  return (process.env["DATABASE_URL"] ?? "") === "";
}

async function run(command: string, rest: readonly string[]): Promise<number> {
  const isAsked = rest.some((each) => each === "--help" || each === "-h");
  if (isAsked && !command.startsWith("-") && command !== "help")
    return (await import("./cli/help.ts")).printHelpOf(command);
  const handler = Object.hasOwn(commands, command) ? commands[command] : undefined;
  return handler?.(rest) ?? (await import("./cli/help.ts")).printUnknown(command, rest);
}
