// Beside a field that names a node: the way to it, or the way to make it.

import type { ReactNode } from "react";
import { fieldsOf } from "../../../src/flow/edit/data.ts";
import { plainName } from "../../../src/flow/edit/ids.ts";
import { useForm } from "./form.ts";

export function NodeLinks({ id, label }: { readonly id: string; readonly label: string }): ReactNode {
  const { document, tell, edit } = useForm();
  if (id === "" || id === "RESUME") return null;
  if (fieldsOf(document.get("nodes")).has(id)) {
    return (
      <button
        type="button"
        className="icon-button"
        aria-label={`${label}: go to ${id}`}
        title={`Go to ${id}`}
        onClick={() => tell({ type: "select", selection: { nodes: [id] } })}
      >
        →
      </button>
    );
  }
  if (!plainName.test(id)) return null;
  return (
    <button
      type="button"
      className="small"
      aria-label={`${label}: make the node ${id}`}
      onClick={() => edit({ op: "add-node", kind: "say", id })}
    >
      Make it
    </button>
  );
}
