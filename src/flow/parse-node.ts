// One node of a flow's document: what it says, what it does, and where it leads.

import type { Act, Branch, FlowNode, Variable, Way } from "./document.ts";
import type { Fields } from "./fields.ts";

export interface Defaults {
  readonly attemptsMax: number;
  readonly giveUp?: string;
}

export interface NodeContext {
  readonly variables: ReadonlyMap<string, Variable>;
  readonly defaults: Defaults;
  checkTarget(at: Fields, key: string, target: string): void;
}

const verbs = ["ask", "menu", "end"] as const;

export function parseNode(id: string, fields: Fields, context: NodeContext): FlowNode {
  fields.text("note");
  const say = fields.wordings("say");
  const interruptible = fields.flag("barge_in", true);
  const written = verbs.filter((verb) => fields.has(verb));
  if (written.length > 1) fields.report("VF401", `one verb a node: ${written.join(" or ")}?`);
  const act = parseAct(written[0], fields, context);
  if (act.type === "question" && say.length === 0 && act.variable.ask.length === 0) {
    fields.report("VF502", "nothing is said to ask for it: add 'say' here or 'ask' to the variable");
  }
  const isEmpty = written.length === 0 && say.length === 0 && !Array.isArray(fields.raw("next"));
  if (isEmpty) fields.report("VF402", "this node does nothing");
  fields.done();
  return { id, say, interruptible, act };
}

function parseAct(verb: (typeof verbs)[number] | undefined, fields: Fields, context: NodeContext): Act {
  switch (verb) {
    case undefined:
      return { type: "go", way: parseWay(fields, context, true) };
    case "end":
      if (fields.has("next")) fields.report("VF405", "nothing comes after an end", "next");
      return { type: "end", outcome: parseOutcome(fields) };
    case "ask":
    case "menu":
      return parseQuestion(verb, fields, context);
  }
}

const reserved = ["hung_up", "transferred", "gave_up", "limit", "error"];

function parseOutcome(fields: Fields): string {
  const outcome = fields.id("end");
  if (reserved.includes(outcome))
    fields.report("VF113", `'${outcome}' is an outcome of the engine's own`, "end");
  return outcome;
}

function parseQuestion(verb: "ask" | "menu", fields: Fields, context: NodeContext): Act {
  const name = fields.id(verb);
  const variable = context.variables.get(name);
  if (variable === undefined) fields.report("VF201", `there is no variable '${name}'`, verb);
  const goto = new Map<string, string>();
  if (verb === "menu") {
    const options = variable?.answer.type === "choice" ? variable.answer.options.map(({ id }) => id) : [];
    if (variable !== undefined && options.length === 0) fields.report("VF504", "a menu needs a choice", verb);
    const targets = fields.inner("goto");
    for (const option of targets.keys()) {
      const target = targets.needed(option);
      if (!options.includes(option)) targets.report("VF305", `'${option}' is not an option`, option);
      context.checkTarget(targets, option, target);
      goto.set(option, target);
    }
    const lost = options.filter((option) => !goto.has(option));
    if (lost.length > 0 && !fields.has("next"))
      fields.report("VF505", `these lead nowhere: ${lost.join(", ")}`);
  }
  const giveUp = fields.text("give_up") ?? context.defaults.giveUp;
  if (giveUp === undefined) fields.report("VF503", "no way out when nothing is understood: add 'give_up'");
  else if (fields.has("give_up")) context.checkTarget(fields, "give_up", giveUp);
  return {
    type: "question",
    variable: variable ?? { name, answer: { type: "boolean" }, ask: [], noMatch: [], noInput: [] },
    goto,
    way: parseWay(fields, context, verb === "ask"),
    giveUp: giveUp ?? "",
    attemptsMax: Math.max(1, fields.integer("max_attempts", context.defaults.attemptsMax)),
    noMatch: fields.wordings("no_match"),
    noInput: fields.wordings("no_input"),
  };
}

/** `next` is a node, or a list of conditions that ends in `else`. */
function parseWay(fields: Fields, context: NodeContext, isNeeded: boolean): Way {
  if (!fields.has("next")) {
    if (isNeeded) fields.report("VF403", "no way on: add 'next'");
    return [];
  }
  const next = fields.raw("next");
  if (!Array.isArray(next)) {
    const target = fields.text("next") ?? "";
    if (["RESUME", "END", "REPEAT"].includes(target)) {
      fields.report("VF204", `'${target}' cannot be gone to from here`, "next");
    } else context.checkTarget(fields, "next", target);
    return [{ target }];
  }
  const way = next.map((value: unknown, index) => parseBranch(fields.at("next", index, value), context));
  if (way.at(-1)?.condition !== undefined || way.length === 0) {
    fields.report("VF403", "a list of ways ends in 'else'", "next");
  }
  return way;
}

function parseBranch(fields: Fields, context: NodeContext): Branch {
  if (fields.has("else")) {
    const target = fields.needed("else");
    context.checkTarget(fields, "else", target);
    fields.done();
    return { target };
  }
  const target = fields.needed("goto");
  context.checkTarget(fields, "goto", target);
  const words = fields.needed("if").trim().split(/\s+/);
  const is = words[0] !== "not";
  const name = is ? words.join(" ") : words.slice(1).join(" ");
  if (context.variables.get(name)?.answer.type !== "boolean") {
    fields.report("VF303", "a condition is a yes-or-no variable, or 'not' and one", "if");
  }
  fields.done();
  return { condition: { variable: name, is }, target };
}
