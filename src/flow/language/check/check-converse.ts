// Checks VF510 to VF513 and VF515: a language model's abilities in a `converse` node, and its exits.

import { isVerbThat } from "../schema/verbs.ts";
import type { ExitModel, NodeModel } from "../model/model.ts";
import type { CheckContext } from "./check-context.ts";

export function checkConverse(checking: CheckContext): void {
  for (const node of checking.model.nodes.values()) {
    if (node.verb !== "converse") continue;
    needs(node, checking);
    exits(node, checking);
    tools(node, checking);
  }
}

function needs({ id, path, fields }: NodeModel, { report }: CheckContext): void {
  const lacks = (key: string): boolean => !fields.has(key);
  if (lacks("exits") || fields.entries("exits").length === 0) {
    report({
      code: "VF510",
      path,
      atKey: true,
      message: `the conversation '${id}' has no exit`,
      hint: "add exits: {done: {when: …, goto: …}}",
    });
  }
  if (lacks("without_llm")) {
    report({
      code: "VF511",
      path,
      atKey: true,
      message: `'${id}' has no edge for a missing language model`,
      hint: "add without_llm",
    });
  }
  if (lacks("max_turns")) {
    report({
      code: "VF512",
      path,
      atKey: true,
      message: `the conversation '${id}' has no limit`,
      hint: "add max_turns, for example 5",
    });
  }
}

function exits(node: NodeModel, checking: CheckContext): void {
  for (const exit of node.exits) {
    const { name, path, condition, when } = exit;
    if (condition === undefined && when === undefined && !isUnread(exit, node)) {
      checking.report({
        code: "VF111",
        path,
        atKey: true,
        message: `the exit '${name}' needs 'if' or 'when'`,
        hint: "when: describes to the model when to take the exit",
      });
    }
    if (condition !== undefined || exit.target === undefined) continue;
    const final = finalAfter(exit.target.value, checking);
    if (final === undefined) continue;
    checking.report({
      code: "VF513",
      path,
      atKey: true,
      message: `only a model decides on the exit '${name}', and '${final}' follows without a question`,
      hint: "add if: …, or ask the caller in between",
    });
  }
}

/** Whether the exit has a value of a wrong shape, which the schema check reports. */
function isUnread({ name }: ExitModel, { fields }: NodeModel): boolean {
  const exit = fields.map("exits")?.map(name);
  return exit?.has("if") === true || exit?.has("when") === true;
}

/**
 * The first node that writes, or transfers to a target from data, and that is reached from here without a question in
 * between. A transfer to the flow's own desk is harmless: a caller who talks a model into it has asked for it.
 */
function finalAfter(from: string, { model, graph }: CheckContext): string | undefined {
  const seen = new Set<string>();
  const open = [from];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    const node = model.nodes.get(id);
    if (node === undefined || seen.has(id)) continue;
    seen.add(id);
    if (node.verb === "transfer" && node.address?.source.includes("{{") === true) return id;
    if (
      node.verb === "tool" &&
      node.callee !== undefined &&
      model.tools.get(node.callee.value)?.writes === true
    )
      return id;
    if (isVerbThat("listens", node.verb) || node.verb === "record") continue;
    for (const { to } of graph.edges.get(id) ?? []) open.push(to);
  }
  return undefined;
}

function tools({ tools: used }: NodeModel, { model, report }: CheckContext): void {
  for (const { value, path } of used) {
    const tool = model.tools.get(value);
    if (tool === undefined || !tool.writes || tool.confirm !== undefined || tool.fields.has("confirm"))
      continue;
    report({
      code: "VF515",
      path,
      message: `'${value}' writes data, so a model may call it only after the caller's yes`,
      hint: `add confirm: with a question to the tool`,
    });
  }
}
