// Checks VF206, VF207 and VF209: variables that are never set or never used, and a clock without a time zone.

import { usesClock } from "../expression/dependencies.ts";
import { namesOf, exprsOf } from "../model/place-dependencies.ts";
import type { AssignmentModel } from "../model/model.ts";
import { type ExpressionPlace, expressionPlaces } from "../model/expression-places.ts";
import { isTimezone, timezoneMisfit } from "../../value/zoned-time.ts";
import type { Kind } from "../../value/value.ts";
import type { Path } from "../source/problem.ts";
import type { CheckContext } from "./check-context.ts";
import { namePositionIn } from "./name-positions.ts";

export function checkUses(checking: CheckContext): void {
  const { model, report } = checking;
  const places = [...expressionPlaces(model)].filter(({ tool }) => tool === undefined);
  const reads = firstReads(places);
  const filled = filledIn(checking);
  const asked = askedOrRecorded(checking);
  for (const { name, path, output, default: initial, input, split } of model.variables.values()) {
    const read = reads.get(name);
    const isSet = filled.has(name) || asked.has(name) || initial !== undefined || input || split.length > 0;
    if (read !== undefined && !isSet) {
      const message = `'${name}' is used, but never set`;
      report({
        code: "VF206",
        ...namePositionIn(read, name),
        message,
        hint: "ask for it, set it, or declare it as an input",
      });
    }
    if (read !== undefined || output || asked.has(name)) continue;
    report({
      code: "VF207",
      path,
      atKey: true,
      message: `'${name}' is never used`,
      hint: `remove it, or use it as {{ ${name} }}`,
    });
  }
  clock(checking, places);
}

/** The first place that reads each name. */
function firstReads(places: readonly ExpressionPlace[]): ReadonlyMap<string, ExpressionPlace> {
  const reads = new Map<string, ExpressionPlace>();
  for (const place of places) for (const name of namesOf(place)) reads.getOrInsert(name, place);
  return reads;
}

/** Variables to which `set` or `save` gives a value. */
function filledIn({ model }: CheckContext): ReadonlySet<string> {
  const nodes = [...model.nodes.values()];
  const handlers = [...model.handlers.values(), ...nodes.flatMap((node) => node.handlers)];
  const all = [...nodes.flatMap(({ set, save }) => [...set, ...save]), ...handlers.flatMap(({ set }) => set)];
  return new Set(all.filter((each) => !isCleared(each)).map(({ variable }) => variable));
}

function isCleared({ value }: AssignmentModel): boolean {
  return value.expr?.type === "literal" && value.expr.value === null;
}

function askedOrRecorded({ model }: CheckContext): ReadonlySet<string> {
  const filled = [...model.nodes.values()].flatMap(({ asks, listenFor, fill, record }) => [
    ...asks,
    ...listenFor,
    ...fill,
    ...(record === undefined ? [] : [record]),
  ]);
  return new Set([...model.open, ...filled].map(({ value }) => value));
}

const isOfDays = (kind: Kind | undefined): boolean => kind === "date" || kind === "date_range";

function clock({ model, report }: CheckContext, places: readonly ExpressionPlace[]): void {
  const zone = model.fields.string("timezone");
  if (zone !== undefined) {
    if (isTimezone(zone.value)) return;
    report({ code: "VF112", path: zone.path, ...timezoneMisfit(zone.value) });
    return;
  }
  const place = places.find((each) => exprsOf(each).some(usesClock));
  const asked = [...model.nodes.values()]
    .flatMap(({ asks }) => asks)
    .find(({ value }) => isOfDays(model.variables.get(value)?.kind));
  const path: Path | undefined = place?.formula?.path ?? place?.line?.path ?? asked?.path;
  if (path === undefined) return;
  const hint = "add a timezone, such as timezone: Europe/Paris";
  report({
    code: "VF209",
    path,
    message: "this depends on the date or time, and the flow has no timezone, so UTC applies",
    hint,
  });
}
