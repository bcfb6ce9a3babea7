// A flow's text to a program, or to everything that is wrong with it. Never throws. It takes the small part of
// the language that the interpreter can run, and reports the rest.

import { idPattern, Fields } from "./fields.ts";
import type { Handler, Program, Variable } from "./document.ts";
import { parseNode, type Defaults } from "./parse-node.ts";
import { parseVariable } from "./parse-variable.ts";
import type { Problem } from "./problem.ts";
import { readSource } from "./source.ts";
import { builtInPhrases } from "./understand/phrases.ts";

export type ParsedFlow =
  | { readonly program: Program; readonly problems: readonly [] }
  | { readonly program?: undefined; readonly problems: readonly Problem[] };

export function parseFlow(text: string): ParsedFlow {
  const source = readSource(text);
  if (!("value" in source)) return { problems: source };
  const problems: Problem[] = [];
  const top = source.value;
  if (!(top instanceof Map) || top.get("voice_flow") !== 1) {
    return { problems: [source.problem("VF100", ["voice_flow"], "a flow begins with 'voice_flow: 1'")] };
  }
  const names: unknown = top.get("variables");
  const variables = new Set(names instanceof Map ? [...names.keys()].map(String) : []);
  const program = readTop(new Fields({ source, problems, variables }, [], top));
  return problems.length > 0 ? { problems } : { program, problems: [] };
}

function readTop(top: Fields): Program {
  top.raw("voice_flow");
  top.text("description");
  const id = top.needed("id");
  if (!/^[a-z][a-z0-9_-]*$/.test(id))
    top.report("VF113", "the id must be of small letters, digits, - and _", "id");
  if (!/^en(-|$)/.test(top.needed("language"))) {
    top.report("VF701", "only English flows can run yet", "language");
  }
  const timezone = top.text("timezone") ?? "UTC";
  if (!isTimezone(timezone)) top.report("VF112", `'${timezone}' is not the name of a time zone`, "timezone");
  const name = top.text("name") ?? id;

  const variables = readVariables(top.inner("variables"));
  const fields = top.inner("defaults");
  const giveUp = fields.text("give_up");
  const defaults: Defaults = {
    attemptsMax: fields.integer("max_attempts", 3),
    ...(giveUp === undefined ? {} : { giveUp }),
  };
  fields.done();

  if (!top.has("nodes")) top.report("VF111", "'nodes' is missing");
  const nodes = top.inner("nodes");
  const targets = new Set(nodes.keys());
  const checkTarget = (at: Fields, key: string, target: string): void => {
    if (target !== "" && !targets.has(target)) at.report("VF203", `there is no node '${target}'`, key);
  };
  if (giveUp !== undefined) checkTarget(fields, "give_up", giveUp);
  const start = top.needed("start");
  checkTarget(top, "start", start);
  const handlers = readHandlers(top.inner("handlers"), checkTarget);
  const context = { variables, defaults, checkTarget };
  const parsed = nodes.keys().map((node) => {
    if (!idPattern.test(node))
      nodes.report("VF113", `'${node}' must be of small letters, digits and _`, node);
    return [node, parseNode(node, nodes.inner(node), context)] as const;
  });
  top.done();
  return { id, name, timezone, start, variables, nodes: new Map(parsed), handlers };
}

function readVariables(fields: Fields): ReadonlyMap<string, Variable> {
  return new Map(
    fields.keys().map((name) => {
      if (!idPattern.test(name)) {
        fields.report("VF113", `'${name}' must be of small letters, digits and _`, name);
      }
      return [name, parseVariable(name, fields.inner(name))] as const;
    }),
  );
}

function readHandlers(
  fields: Fields,
  checkTarget: (at: Fields, key: string, target: string) => void,
): readonly Handler[] {
  const handlers: Handler[] = [];
  for (const name of new Set([...fields.keys(), "repeat"])) {
    if (fields.raw(name) === "disabled") continue;
    const own = fields.inner(name);
    const phrases = [...(builtInPhrases.get(name) ?? []), ...own.texts("phrases")];
    const keys = own.dtmf();
    const say = own.wordings("say");
    const target = own.text("next") ?? "RESUME";
    if (target !== "RESUME") checkTarget(own, "next", target);
    if (phrases.length === 0 && keys.dtmf === undefined) own.report("VF506", "nothing triggers this handler");
    own.done();
    handlers.push({
      name,
      phrases,
      ...keys,
      say,
      ...(target === "RESUME" ? {} : { target }),
      repeats: name === "repeat" && say.length === 0 && target === "RESUME",
    });
  }
  return handlers;
}

function isTimezone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
