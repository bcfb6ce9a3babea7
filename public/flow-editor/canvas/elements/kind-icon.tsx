// Kind icon: the SVG symbol of a node kind.

import type { ReactNode } from "react";
import { icons } from "../../../../src/flow/author/draw/icons.ts";
import type { NodeKind } from "../../../../src/flow/author/document/document-graph.ts";

export function KindIcon({ kind }: { readonly kind: NodeKind }): ReactNode {
  return (
    <svg className={`kind-icon kind-${kind}`} viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      <path d={icons[kind]} />
    </svg>
  );
}
