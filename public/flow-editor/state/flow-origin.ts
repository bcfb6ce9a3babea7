// Flow origin: where the flow in the editor came from, and so where saving writes it.

export type Origin =
  /** Never saved. */
  | { readonly kind: "new" }
  /** One of the built-in flows: saving makes it somebody's own. */
  | { readonly kind: "example"; readonly id: string }
  | { readonly kind: "file"; readonly name: string }
  /** In the account. `etag` is of the revision that was read or written last. */
  | {
      readonly kind: "stored";
      readonly flowId: string;
      readonly name: string;
      readonly etag: string;
      readonly revision: number;
    };
