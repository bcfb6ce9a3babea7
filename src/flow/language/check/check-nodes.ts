// Checks VF203, VF204 and VF401 to VF405: the nodes, their verbs, and the targets of their edges.

import { isVerbThat } from "../schema/verbs.ts";
import { verbsOf } from "../model/model-nodes.ts";
import type { NodeModel, EdgesModel } from "../model/model.ts";
import { places } from "../schema/table.ts";
import { type CheckContext, nearestOrAll } from "./check-context.ts";
import { type Edge, edgesOf, resume, edgesOfNext } from "../model/flow-graph.ts";

export function checkNodes(checking: CheckContext): void {
  const { model } = checking;
  for (const node of model.nodes.values()) {
    verb(node, checking);
    outgoingEdges(node, checking);
    for (const edge of edgesOf(node, model)) {
      if (!edge.isInherited) target(edge, checking);
    }
    resumes(node, checking);
    for (const handler of node.handlers) nextEdges(handler.next, checking);
  }
  for (const handler of model.handlers.values()) nextEdges(handler.next, checking);
  const { giveUp } = model.defaults;
  if (giveUp !== undefined) {
    const edge = { to: giveUp.value, path: giveUp.path };
    target(edge, checking);
    if (giveUp.value === resume) notHere(edge, checking);
  }
  if (model.start !== undefined && !model.nodes.has(model.start.value)) {
    const { value, path } = model.start;
    if (reserved.has(value)) return notHere({ to: value, path }, checking);
    noNode({ to: value, path }, checking);
  }
}

/** Nodes that end a call in other languages. */
const ends: ReadonlySet<string> = new Set([
  "end",
  "exit",
  "hangup",
  "hang_up",
  "stop",
  "finish",
  "done",
  "quit",
  "goodbye",
  "end_call",
]);

function noNode({ to, path }: Target, { model, report }: CheckContext): void {
  const hint = ends.has(to.toLowerCase())
    ? { hint: `to end the call, add a node: nodes: {${to}: {end: done}}` }
    : nearestOrAll(to, model.nodes.keys());
  report({ code: "VF203", path, message: `there is no node '${to}'`, ...hint });
}

const reserved: ReadonlySet<string> = new Set([resume, "END", "REPEAT"]);

type Target = Pick<Edge, "to" | "path">;

function target({ to, path }: Target, checking: CheckContext): void {
  const { model, report } = checking;
  if (to === resume || model.nodes.has(to)) return;
  if (reserved.has(to)) {
    const hint =
      to === "END"
        ? "write the id of a node with 'end', so that the call has an outcome"
        : "write the node's id";
    report({ code: "VF204", path, message: `there is no target '${to}'`, hint });
    return;
  }
  noNode({ to, path }, checking);
}

function notHere({ to, path }: Target, { report }: CheckContext): void {
  report({
    code: "VF204",
    path,
    message: `${to} has no interrupted node to return to here`,
    hint: "use it only in handlers and in nodes that only handlers reach",
  });
}

/** Reports RESUME in a node that is reached from `start` without any handler: there is nothing to go back to. */
function resumes(node: NodeModel, checking: CheckContext): void {
  if (!checking.graph.fromStart.has(node.id)) return;
  for (const edge of checking.graph.edges.get(node.id) ?? []) {
    if (edge.to === resume && !edge.isInherited) notHere(edge, checking);
  }
}

function verb(node: NodeModel, { model, report }: CheckContext): void {
  const { fields, id, path } = node;
  const [first, second] = verbsOf(fields, model.variables);
  if (first !== undefined && second !== undefined) {
    report({
      code: "VF401",
      path: fields.pathOf(second),
      atKey: true,
      message: `'${id}' has two verbs, '${first}' and '${second}'`,
      hint: "split the node in two",
    });
  }
  if (isEmpty(node)) {
    report({
      code: "VF402",
      path,
      atKey: true,
      message: `'${id}' has no effect`,
      hint: fields.has("next") ? "connect its predecessors to its target" : "add a verb or 'say'",
    });
  }
}

const nodeKeys: ReadonlySet<string> = new Set(places.node.keys.map(({ name }) => name));

/** Keys that do nothing by themselves. An unknown key may be meant as a verb, and is reported as unknown. */
const idleKeys: ReadonlySet<string> = new Set(["next", "note", "voice", "listen", "barge_in", "handlers"]);

/** Whether the node has nothing but a target, notes and settings. */
function isEmpty({ fields }: NodeModel): boolean {
  // A list under `next` is a branch, even if its entries cannot be read.
  return !Array.isArray(fields.get("next")) && fields.isWithin(idleKeys);
}

function outgoingEdges(node: NodeModel, checking: CheckContext): void {
  const { id, path, fields, verb: it } = node;
  const { report } = checking;
  if (isVerbThat("isLast", it)) {
    if (fields.has("next")) {
      report({
        code: "VF405",
        path: fields.pathOf("next"),
        atKey: true,
        message: `'${it}' cannot have 'next'`,
        hint:
          it === "end"
            ? "remove 'next'"
            : "remove 'next'. on_return continues after the caller's return, on_failed when the transfer fails",
      });
    }
    return;
  }
  const isCovered = isVerbThat("hasExits", it) || (it === "menu" && node.goto.length > 0);
  // An unknown key may be meant as an edge, like 'branch'.
  const isRead = it !== "say" || fields.isWithin(nodeKeys);
  if (!isCovered && isRead && !fields.has("next") && !isEmpty(node)) {
    report({
      code: "VF403",
      path,
      atKey: true,
      message: `'${id}' has no next node`,
      hint: "add 'next', or end the call with 'end'",
    });
  }
  list(node.next, checking);
}

function nextEdges(next: EdgesModel | undefined, checking: CheckContext): void {
  for (const edge of edgesOfNext(next)) target(edge, checking);
  list(next, checking);
}

function list(next: EdgesModel | undefined, { report }: CheckContext): void {
  if (next === undefined || !next.isList || next.branches.length === 0) return;
  const at = next.branches.findIndex(({ isElse }) => isElse);
  if (at < 0) {
    report({
      code: "VF403",
      path: next.path,
      atKey: true,
      message: "this list has no 'else': if no condition is true, the flow cannot continue",
      hint: "add {else: …} at its end",
    });
    return;
  }
  for (const { path } of next.branches.slice(at + 1)) {
    report({
      code: "VF404",
      path,
      message: "branches after 'else' are never taken",
      hint: "put 'else' last",
    });
  }
}
