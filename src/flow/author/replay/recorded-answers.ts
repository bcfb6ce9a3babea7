// Recorded answers: a recorded call's tool answers, in place of the tools. Another tool, or one more call, has no
// answer: none is made up, and no tool is called.

import type { MockAnswer } from "../../language/compile/compile-tests.ts";
import type { Program } from "../../language/program.ts";
import { valueOfData } from "../../value/json-value.ts";
import type { ValueMap } from "../../value/value.ts";
import type { MockedAnswers } from "../testing/tool-mocks.ts";
import type { KeptAnswer } from "./kept-call.ts";

export interface AskedTool {
  readonly tool: string;
  /** Arguments as JSON. */
  readonly args: string;
}

export class RecordedAnswers implements MockedAnswers {
  /** Called tools in order. */
  readonly asked: AskedTool[] = [];
  /** Tools that got the answer to other arguments. */
  readonly otherwise = new Set<string>();
  readonly #left: (KeptAnswer & { readonly args: string | undefined })[];

  /** `before`: tool calls in the record's version, with the arguments of each answer. */
  constructor(answers: readonly KeptAnswer[], before: readonly AskedTool[] = []) {
    const given = new Map<string, string[]>();
    for (const { tool, args } of before) given.getOrInsertComputed(tool, () => []).push(args);
    this.#left = answers.map((answer) => ({ ...answer, args: given.get(answer.tool)?.shift() }));
  }

  take(tool: string, args?: ValueMap): MockAnswer | undefined {
    // A called flow runs itself.
    if (args === undefined) return undefined;
    const json = JSON.stringify(args);
    this.asked.push({ tool, args: json });
    const same = this.#left.findIndex((each) => each.tool === tool && each.args === json);
    const at = same >= 0 ? same : this.#left.findIndex((each) => each.tool === tool);
    const [kept] = at < 0 ? [] : this.#left.splice(at, 1);
    if (kept === undefined) return undefined;
    if (kept.args !== undefined && kept.args !== json) this.otherwise.add(tool);
    return answerOf(kept);
  }

  applied(program: Program): Program {
    return program;
  }
}

function answerOf({ body, failure }: KeptAnswer): MockAnswer | undefined {
  if (failure !== undefined) return { delayMs: 0, outcome: { type: "error", error: failure } };
  if (body === undefined) return undefined;
  return { delayMs: 0, outcome: { type: "body", body: valueOfData(body) ?? null, status: 200 } };
}
