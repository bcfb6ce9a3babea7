// Command `mcp`: the Model Context Protocol over stdin and stdout, one message a line, for a coding agent that starts
// it. Stdout carries only answers.

import { parseArgs } from "node:util";
import { version } from "../../base/version.ts";
import { flowInstructions, agentTools } from "../../mcp/agent-tools.ts";
import { buildPrompt, flowResources } from "../../mcp/flow-resources.ts";
import type { McpServer } from "../../mcp/mcp-server.ts";
import { configOrSay } from "../command-config.ts";
import { FlowFolder } from "./flow-folder.ts";
import { folderWork } from "./folder-work.ts";
import { StdioSession } from "./stdio-session.ts";
import { misuse } from "../mistakes/misuse.ts";

const usage = "mcp [--dir FOLDER]";

/** Resolves when the client has closed stdin, and everything is answered. */
export async function mcp(args: readonly string[]): Promise<number> {
  const directory = directoryIn(args);
  if (directory.problem !== undefined) {
    console.error(directory.problem);
    return 2;
  }
  const config = configOrSay();
  if (config === undefined) return 1;
  const folder = await FlowFolder.open(directory.path).catch(() => undefined);
  if (folder === undefined) {
    console.error(`${directory.path} is not a readable folder. Create it, or give another one with --dir.`);
    return 1;
  }
  const work = folderWork(folder, config);
  const server: McpServer = {
    name: "voice-flow",
    version,
    instructions: flowInstructions,
    tools: agentTools(work),
    resources: flowResources(work),
    prompts: [buildPrompt],
  };
  await new StdioSession(server, (line) => process.stdout.write(line)).run(Bun.stdin.stream());
  return 0;
}

function directoryIn(args: readonly string[]): { readonly path: string; readonly problem?: string } {
  try {
    const { values } = parseArgs({ args: [...args], options: { dir: { type: "string", default: "." } } });
    return { path: values.dir };
  } catch {
    return { path: "", problem: misuse(usage, args) };
  }
}
