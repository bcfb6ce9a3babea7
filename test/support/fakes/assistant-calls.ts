// Assistant calls: whole calls with a language model's responder, in virtual time, whose words a test writes.

import { silentLog } from "../../../src/base/log.ts";
import { meteredLlm } from "../../../src/providers/metered-clients.ts";
import type { Llm, Usage } from "../../../src/providers/provider-contract.ts";
import { AssistantTools } from "../../../src/voice/assistant-tools.ts";
import { openLlmResponder } from "../../../src/voice/responder-llm.ts";
import { type CallWorld, openWorld } from "./call-script.ts";
import { programOf } from "./flow-talk.ts";
import { type LlmScript, type ScriptedLlm, scriptedLlm } from "./scripted-llm.ts";
import { type WrittenEars, writtenEars } from "./written-ears.ts";

interface Options {
  readonly scripts: readonly LlmScript[];
  readonly preempts?: boolean;
  /** Absent: every turn is over after 700 ms of silence. */
  readonly language?: string;
  readonly tools?: "reading" | "writing" | "ending" | "keys" | "transfers";
}

export interface Talk extends CallWorld {
  readonly ears: WrittenEars;
  readonly llm: ScriptedLlm;
  readonly used: Usage[];
  /** Names of the tools that ran. */
  readonly ran: string[];
  /** The caller speaks for 400 ms and falls silent; the recogniser hears this text. */
  says(text: string): Promise<void>;
  /** Model's input in a request, without the rules. */
  told(request: number): readonly string[];
  heard(): readonly string[];
  /** Milliseconds from the caller's last speech to the agent's first audio, of each turn. */
  latencies(): readonly number[];
}

const toolFlow = (method: string): string => `
voice_flow: 1
id: tools
language: en
start: bye
tools: {look: {description: Looks something up, http: "${method} https://a.example/p"}}
nodes:
  bye: {say: Bye., end: done}
`;

/** Time of models here to their first word, in milliseconds. */
export const modelMs = 400;
/** Time of the recogniser for its last words, in milliseconds. */
const lastWordsMs = 200;

/** A call in which the agent's "Hello." has been heard. */
export async function talking({ scripts, preempts = true, tools, language }: Options): Promise<Talk> {
  let ears: WrittenEars | undefined;
  let llm: ScriptedLlm | undefined;
  const used: Usage[] = [];
  const ran: string[] = [];
  const world = openWorld({
    changes: { stt: (_, clock) => (ears = writtenEars(clock, lastWordsMs)) },
    responder: (clock) => {
      llm = scriptedLlm(clock, [["Hello."], ...scripts]);
      const metered: Llm = meteredLlm(
        llm,
        (usage) => used.push(usage),
        () => undefined,
      );
      const program =
        tools === "reading" || tools === "writing"
          ? programOf(toolFlow(tools === "reading" ? "GET" : "POST"))
          : undefined;
      const own = new AssistantTools({
        sessionId: "s",
        program,
        runTool: ({ tool }) => {
          ran.push(tool);
          return Promise.resolve({ ok: true, body: "five" });
        },
        endCall: tools === "ending",
        pressKeys: tools === "keys",
        transferTo: new Map(tools === "transfers" ? [["sales", "sip:sales@a.example"]] : []),
        clock,
      });
      return openLlmResponder({
        llm: metered,
        systemPrompt: "Be kind.",
        preempts,
        ...(language === undefined ? {} : { language }),
        context: { clock, log: silentLog },
        ...(tools === undefined ? {} : { tools: own }),
      });
    },
  });
  const talk: Talk = Object.assign(world, {
    ears: ears!,
    llm: llm!,
    used,
    ran,
    async says(text: string) {
      await world.pass(300, true);
      ears!.write(text);
      await world.pass(100, true);
    },
    told: (request: number) =>
      (llm!.asked[request]?.messages ?? []).slice(2).map(({ role, text }) => `${role}: ${text}`),
    heard: () =>
      world.events.flatMap((it) => (it.type === "sentence" && it.status === "completed" ? [it.text] : [])),
    latencies: () => world.events.flatMap((it) => (it.type === "latency" ? [it.latency.audioMs ?? NaN] : [])),
  });
  world.call.ready();
  await world.pass(1_000);
  used.length = 0;
  return talk;
}
