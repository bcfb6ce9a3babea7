// Kind icon: the SVG symbol of a node kind.

import type { ReactNode } from "react";
import { type NodeKind, nodeKinds } from "../../../../src/flow/author/document/node-kinds.ts";

export function KindIcon({ kind }: { readonly kind: NodeKind }): ReactNode {
  return (
    <svg className={`kind-icon kind-${kind}`} viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      <path d={nodeKinds[kind].icon} />
    </svg>
  );
}
