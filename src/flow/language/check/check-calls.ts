// Checks VF601, VF607 to VF609 and VF612: arguments of tools and flows that a node calls, and the addresses of transfers.

import type { Finding } from "../model/finding.ts";
import type { TextModel, Model, NodeModel } from "../model/model.ts";
import { exprsOf, valueNames } from "../model/place-dependencies.ts";
import { holesOf } from "../model/model-texts.ts";
import { type CheckContext, suggestName } from "./check-context.ts";

export function checkCalls(checking: CheckContext): void {
  for (const node of checking.model.nodes.values()) {
    if (node.verb === "tool" || node.verb === "call") failing(node, checking);
    if (node.verb === "tool") toolArguments(node, checking);
    if (node.verb === "call") flowArguments(node, checking);
    if (node.verb === "transfer") transfer(node, checking);
    if (node.keys !== undefined) press(node.keys, checking);
    if (node.verb === "wait") event(node, checking);
    if (node.verb === "record") record(node, checking);
  }
}

function failing({ id, path, verb, fields }: NodeModel, { report }: CheckContext): void {
  if (fields.has("on_error")) return;
  const message = `'${id}' has no edge for a failure of the ${verb === "tool" ? "tool" : "flow"}`;
  report({ code: "VF608", path, atKey: true, message, hint: "add on_error" });
}

function toolArguments(node: NodeModel, { model, report }: CheckContext): void {
  const tool = node.callee === undefined ? undefined : model.tools.get(node.callee.value);
  if (tool === undefined) return;
  const params = [...tool.fields.entries("params")].map(({ key }) => key);
  const given = new Set(node.fields.entries("with").map(({ key }) => key));
  const missing = params.filter((param) => !given.has(param));
  if (missing.length > 0) report(missingArguments(node, tool.name, missing));
  for (const { variable, path } of node.with) {
    if (params.includes(variable)) continue;
    report({
      code: "VF110",
      path,
      atKey: true,
      message: `'${tool.name}' has no parameter '${variable}'`,
      ...suggestName(variable, params),
    });
  }
}

function missingArguments({ fields, path }: NodeModel, callee: string, missing: readonly string[]): Finding {
  return {
    code: "VF607",
    path: fields.has("with") ? fields.pathOf("with") : path,
    atKey: true,
    message: `'${callee}' needs ${missing.map((param) => `'${param}'`).join(", ")}`,
    hint: `with: {${missing.map((param) => `${param}: …`).join(", ")}}`,
  };
}

/** Whether the called flow exists is checked in called-flows.ts. */
function flowArguments(node: NodeModel, { calls, report }: CheckContext): void {
  const flow = node.callee === undefined ? undefined : calls.get(node.callee.value);
  if (flow === undefined) return;
  const inputs = [...flow.variables.values()].filter(({ input }) => input);
  const names = inputs.map(({ name }) => name);
  const given = new Set(node.with.map(({ variable }) => variable));
  const missing = inputs.filter(({ name, required }) => required && !given.has(name)).map(({ name }) => name);
  if (missing.length > 0) report(missingArguments(node, flow.id, missing));
  for (const { variable, path } of node.with) {
    if (names.includes(variable)) continue;
    report({
      code: "VF110",
      path,
      atKey: true,
      message: `'${flow.id}' has no input '${variable}'`,
      ...suggestName(variable, names),
    });
  }
}

function event(node: NodeModel, { report }: CheckContext): void {
  const { fields, id, path } = node;
  const waits = fields.map("wait") !== undefined;
  for (const key of ["timeout", "on_timeout"]) {
    if (waits && !fields.has(key)) {
      report({
        code: "VF111",
        path,
        atKey: true,
        message: `'${id}' waits for an event and needs '${key}'`,
        hint: "the event may never arrive",
      });
    } else if (!waits && fields.has(key) && fields.has("wait")) {
      report({
        code: "VF110",
        path: fields.pathOf(key),
        atKey: true,
        message: `a pause has no '${key}'`,
        hint: "only wait: {event: …} supports it",
      });
    }
  }
}

function record({ record: at }: NodeModel, { model, report }: CheckContext): void {
  const kind = at === undefined ? undefined : model.variables.get(at.value)?.kind;
  if (at === undefined || kind === undefined || kind === "audio") return;
  report({
    code: "VF307",
    path: at.path,
    message: `a recording needs a variable of type audio, and '${at.value}' is ${kind}`,
  });
}

function press({ source, path }: TextModel, { report }: CheckContext): void {
  const written = source.replaceAll(/\{\{.*?\}\}/g, "");
  if (/^[0-9*#wW\s().+/-]*$/.test(written) && source.trim() !== "") return;
  report({
    code: "VF614",
    path,
    message: `'${source}' is not a sequence of keys`,
    hint: "use 0 to 9, * and #, and w for a pause of half a second",
  });
}

function transfer({ id, path, fields, address }: NodeModel, checking: CheckContext): void {
  if (!fields.has("on_failed")) {
    checking.report({
      code: "VF609",
      path,
      atKey: true,
      message: `'${id}' has no edge for a transfer that fails`,
      hint: "add on_failed",
    });
  }
  if (fields.has("save") && !fields.has("on_return")) {
    checking.report({
      code: "VF110",
      path: fields.pathOf("save"),
      atKey: true,
      message: `callers never return to '${id}', so save has no effect`,
      hint: "add on_return",
    });
  }
  if (address?.template !== undefined) fraud(address, checking);
  if (address !== undefined) bareNumber(address, checking);
}

/** A number without `tel:` is a name, and hardly any server names a destination by a number. */
function bareNumber({ source, path }: TextModel, { report }: CheckContext): void {
  if (!/^\s*\+?[\d\s()./-]{5,}$/.test(source)) return;
  report({
    code: "VF601",
    severity: "warning",
    path,
    message: "a plain number is read as the name of a destination",
    hint: `write "tel:${source.replace(/[^+\d]/g, "")}"`,
  });
}

const schemes = /^\s*(tel|sips?):/i;

function fraud(line: TextModel, checking: CheckContext): void {
  const { model, report } = checking;
  const { source, path } = line;
  const holes = holesOf(line.template);
  const [first] = holes;
  if (first === undefined) return;
  const scheme = schemes.exec(source);
  if (scheme === null || first.from < scheme[0].length) {
    report({
      code: "VF612",
      path,
      from: first.from,
      to: first.to,
      message: "the whole target of a transfer cannot come from data",
      hint: "write tel: or sip: before it, or use the fixed name of a destination",
    });
    return;
  }
  const isTel = scheme[1]?.toLowerCase() === "tel";
  const host = source.indexOf("@");
  const tainted = isTel ? saidByCaller(model) : undefined;
  for (const hole of holes) {
    const names = exprsOf({ line: { ...line, template: [hole] } }).flatMap(valueNames);
    const inHost = !isTel && (host < 0 || hole.from > host);
    const culprit = inHost
      ? "the host"
      : names.find((name) => (tainted === undefined ? !isSafeUser(name, model) : tainted.has(name)));
    if (culprit === undefined) continue;
    report({
      code: "VF612",
      path,
      from: hole.from,
      to: hole.to,
      message: inHost
        ? "the host of a sip: address cannot come from data"
        : isTel
          ? `'${culprit}' comes from the caller, who could choose any number`
          : `only a choice or digits may precede the @, and '${culprit}' is neither`,
      hint: isTel
        ? "set the number by conditions: set: {number: \"'+33…' if … else '+44…'\"}"
        : "write this part of the address as fixed text",
    });
  }
}

function isSafeUser(name: string, model: Model): boolean {
  const kind = model.variables.get(name)?.kind;
  return kind === "choice" || kind === "digits";
}

const saidIn = new WeakMap<Model, ReadonlySet<string>>();

/** Variables whose value was spoken by the caller, directly or copied by `set`. */
function saidByCaller(model: Model): ReadonlySet<string> {
  const cached = saidIn.get(model);
  if (cached !== undefined) return cached;
  const setFrom = new Map<string, string[]>();
  const nodes = [...model.nodes.values()];
  const handlers = [...model.handlers.values(), ...nodes.flatMap((node) => node.handlers)];
  for (const { variable, value } of [...nodes, ...handlers].flatMap(({ set }) => set)) {
    if (value.expr === undefined) continue;
    for (const name of valueNames(value.expr)) setFrom.getOrInsert(name, []).push(variable);
  }
  const spokenVariables = new Set<string>();
  // `last.text` holds the caller's words, so a variable that is set from it counts as spoken, too.
  const heard = nodes.flatMap(({ asks, listenFor, fill }) => [...asks, ...listenFor, ...fill]);
  const open = ["last", ...[...heard, ...model.open].map(({ value }) => value)];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (spokenVariables.has(name)) continue;
    spokenVariables.add(name);
    open.push(...(setFrom.get(name) ?? []));
  }
  saidIn.set(model, spokenVariables);
  return spokenVariables;
}
