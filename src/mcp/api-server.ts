// API server of coding agents: the tools and texts of a deployment's own API.

import { version } from "../base/version.ts";
import { agentTools, flowInstructions, publishTool } from "./agent-tools.ts";
import { apiWork, callTools, type SendToApi, startTool } from "./api-work.ts";
import { buildPrompt, callPrompt, flowResources } from "./flow-resources.ts";
import type { McpServer } from "./mcp-server.ts";

/** Server with only the tools that the caller may use. `startsCalls`: session_start is among them. */
export function serverFor(startsCalls: boolean, send: SendToApi): McpServer {
  const starts = startsCalls ? [startTool(send)] : [];
  const work = apiWork(send);
  return {
    name: "voice-flow",
    version,
    // The link made by session_start holds credits.
    instructions: startsCalls
      ? `${flowInstructions.replace(/\.$/, "")}, except session_start.`
      : flowInstructions,
    tools: [...agentTools(work), publishTool(work), ...callTools(send), ...starts],
    resources: flowResources(work),
    prompts: [buildPrompt, callPrompt],
  };
}
