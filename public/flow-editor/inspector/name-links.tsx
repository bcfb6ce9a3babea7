// Name links: the button beside a name that goes to the named thing, or creates it.

import type { ReactNode } from "react";
import { fieldsOf } from "../../../src/flow/author/edit/data-at-path.ts";
import { plainName } from "../../../src/flow/author/edit/free-names.ts";
import type { Operation } from "../../../src/flow/author/edit/operation.ts";
import { pointerOf } from "../../../src/flow/language/source/problem.ts";
import type { Shape } from "../../../src/flow/language/schema/shape.ts";
import type { Plain } from "../../../src/flow/language/source/yaml-tree.ts";
import { alternatives } from "../complete/shape-at-path.ts";
import { useForm } from "./form.ts";

/** The sections of a flow in which named things are defined. */
const sections = { node: "nodes", variable: "variables", tool: "tools" } as const;
type Thing = keyof typeof sections;

/** The kind of thing that a shape names; undefined when it names nothing of the flow. */
function thingOf(shape: Shape): Thing | undefined {
  for (const each of alternatives(shape)) {
    if (each.is === "target") return "node";
    if (each.is === "name" && Object.hasOwn(sections, each.of)) return each.of as Thing;
  }
  return undefined;
}

interface NameLinksProps {
  readonly shape: Shape;
  readonly name: string;
  /** The field's label. */
  readonly label: string;
  /** The key that holds the name, which decides a new variable's type: a menu needs a choice. */
  readonly asked: string | number | undefined;
}

export function NameLinks({ shape, name, label, asked }: NameLinksProps): ReactNode {
  const { document, dispatch, edit, open, focus } = useForm();
  const thing = thingOf(shape);
  if (thing === undefined || name === "" || name === "RESUME") return null;
  const section = sections[thing];
  const things = fieldsOf(document.get(section));
  const isThere = things.has(name);
  const go = (): void => {
    dispatch({ type: "select", selection: { nodes: thing === "node" ? [name] : [] } });
    if (thing === "node") return;
    open([section], true);
    open([section, name], true);
    focus([section, name]);
  };
  if (isThere) {
    // Answer type of a question.
    const type = thing === "variable" ? fieldsOf(things.get(name)).get("type") : undefined;
    return (
      <>
        {typeof type === "string" && <span className="hint small">{type}</span>}
        <button
          type="button"
          className="icon-button"
          aria-label={`${label}: go to ${name}`}
          title={`Go to ${name}`}
          onClick={go}
        >
          →
        </button>
      </>
    );
  }
  if (!plainName.test(name)) return null;
  return (
    <button
      type="button"
      className="small"
      aria-label={`Create the ${thing} ${name} for ${label}`}
      onClick={() => edit(making(thing, name, asked))}
    >
      Create
    </button>
  );
}

function making(thing: Thing, name: string, asked: string | number | undefined): Operation {
  if (thing === "node") return { op: "add-node", kind: "say", id: name };
  const pointer = pointerOf([sections[thing], name]);
  const value: Plain =
    thing === "tool"
      ? new Map([["http", "GET https://"]])
      : new Map<string, Plain>([
          ["type", asked === "menu" ? "choice" : asked === "record" ? "audio" : "text"],
          ...(asked === "menu" ? ([["options", []]] as const) : []),
        ]);
  return { op: "set", pointer, value };
}
