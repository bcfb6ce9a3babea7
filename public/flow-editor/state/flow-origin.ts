// Flow origin: the source of the flow in the editor, which is also the target of saving.

import { newFlowText } from "../../../src/flow/author/edit/document-draft.ts";
import type { FlowDocument } from "../../../src/flow/author/edit/edited-document.ts";

/** A new flow: the parts that every flow begins with. */
export const newFlow: FlowDocument = { text: newFlowText, layout: {} };

export type Origin =
  /** Never saved. */
  | { readonly kind: "new" }
  /** A built-in flow: saving creates a copy in the account. */
  | { readonly kind: "example"; readonly id: string }
  | { readonly kind: "file"; readonly name: string }
  /** Stored in the account. `etag` is that of the revision last read or written. */
  | {
      readonly kind: "stored";
      readonly flowId: string;
      readonly name: string;
      readonly etag: string;
      readonly revision: number;
    };
