// Entry point: starts a Worker's role when this thread is one, otherwise a command. Nothing is imported before it is
// known to be needed, so that a Worker never loads the server.

/** What a Worker does, by the first word of its role; the rest of its role is given along. */
const roles: Readonly<Record<string, (of: string) => Promise<unknown>>> = {
  documents: () => import("./documents/document-worker.ts"),
  ears: () => import("./speech/open/ears-worker.ts"),
  simulation: () => import("./sim/sim-worker.ts"),
  speech: () => import("./speech/speech-worker.ts"),
  store: () => import("../db/thread/store-worker.ts"),
  "turn-model": () => import("./speech/turn-model/turn-model-worker.ts"),
  voice: async (name) => (await import("./speech/own-voice/own-voice-worker.ts")).speakAs(name),
};

if (Bun.isMainThread) {
  const [command = "serve", ...rest] = process.argv.slice(2);
  process.exitCode = await run(command, rest);
  // `bun --watch` would stay and wait for a file to change; a request to a storage that hangs cannot be cancelled.
  if (process.execArgv.includes("--watch") || process.env["FILES_URL"] !== undefined) process.exit();
} else {
  const [role = "", of = ""] = (process.env["ROLE"] ?? "").split(" ");
  await roles[role]?.(of);
}

/** Resolves with the exit code. */
async function run(command: string, rest: readonly string[]): Promise<number> {
  if (
    !command.startsWith("-") &&
    command !== "help" &&
    rest.some((each) => each === "--help" || each === "-h")
  )
    return (await import("./cli/help.ts")).printHelpOf(command);
  switch (command) {
    case "serve":
      return (await import("./cli/serve-command.ts")).serve(rest);
    case "serve-process":
      return (await import("./cli/serve/serve-process-command.ts")).serveProcess();
    case "talk":
      return (await import("./cli/talk-audio-command.ts")).talk(rest);
    case "check":
      return (await import("./cli/check-command.ts")).check(rest);
    case "test":
      return (await import("./cli/test-command.ts")).test(rest);
    case "simulate":
      return (await import("./cli/simulate-command.ts")).simulate(rest);
    case "replay":
      return (await import("./cli/replay/replay-command.ts")).replay(rest);
    case "draw":
      return (await import("./cli/draw-command.ts")).draw(rest);
    case "import":
      return (await import("./cli/import-command.ts")).importExport(rest);
    case "init":
      return (await import("./cli/init-command.ts")).init(rest);
    case "mcp":
      return (await import("./cli/mcp/mcp-command.ts")).mcp(rest);
    case "health":
      return (await import("./cli/health-command.ts")).health(rest);
    case "doctor":
      return (await import("./cli/doctor/doctor-command.ts")).doctor(rest);
    case "nodes":
      return (await import("./cli/nodes-command.ts")).nodes(rest);
    case "drain":
      return (await import("./cli/drain-command.ts")).drain(rest);
    case "ledger":
      return (await import("./cli/ledger-command.ts")).ledger(rest);
    case "account":
      return (await import("./cli/account/account-command.ts")).account(rest);
    case "owner":
      return (await import("./cli/account/owner-command.ts")).owner(rest);
    case "invite":
      return (await import("./cli/account/invite-command.ts")).invite(rest);
    case "grant":
      return (await import("./cli/account/grant-command.ts")).grant(rest);
    case "audit":
      return (await import("./cli/audit/audit-command.ts")).audit(rest);
    case "backup":
      return (await import("./cli/backup-command.ts")).backup(rest);
    case "restore":
      return (await import("./cli/backup-command.ts")).restore(rest);
    case "migrate":
      return (await import("./cli/migrate-command.ts")).migrate(rest);
    case "move-to-postgres":
      return (await import("./cli/move-command.ts")).moveToPostgres(rest);
    case "rotate-key":
      return (await import("./cli/rotate-key-command.ts")).rotateKey(rest);
    case "metrics":
      return (await import("./cli/metrics-command.ts")).metrics(rest);
    case "licenses":
      return (await import("./cli/licenses-command.ts")).licenses(rest);
    case "--version":
    case "-v":
      return (await import("./cli/help.ts")).printVersion();
    case "--help":
    case "-h":
      return (await import("./cli/help.ts")).printHelp();
    case "help":
      return (await import("./cli/help.ts")).printHelpOf(rest[0]);
    default:
      return (await import("./cli/help.ts")).printUnknown(command, rest);
  }
}

export {};
