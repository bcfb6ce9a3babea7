// Agent turn: collects the agent's words until it waits for its caller again, or the call ends.

import type { Phone } from "./phone.ts";

export interface HeardCall {
  readonly said: string[];
  outcome: unknown;
  readonly failures: unknown[];
}

/** Waits for the end of the agent's next turn; true when the call is over. A transfer succeeds at once. */
export async function agentTurn(line: Phone, call: HeardCall): Promise<boolean> {
  const turn = new Set<string>();
  for (;;) {
    const { type, data } = await line.client.message(
      ({ type: kind, data: it }) =>
        kind === "bot-stopped-speaking" ||
        kind === "error" ||
        (kind === "bot-output" && it?.spoken_status === "completed") ||
        (kind === "server-message" && ["flow_end", "transfer", "session_end"].includes(String(it?.type))),
    );
    if (type === "bot-stopped-speaking") return false;
    if (type === "error") call.failures.push(data);
    else if (type === "bot-output") {
      const text = String(data?.text);
      if (turn.has(text)) call.failures.push(`Said twice: ${text}`);
      turn.add(text);
      call.said.push(text);
    } else if (data?.type === "flow_end") call.outcome = data.outcome;
    else if (data?.type === "transfer")
      line.client.send({ type: "client-message", id: "t", data: { t: "transfer.result", d: { ok: true } } });
    else return true;
  }
}
