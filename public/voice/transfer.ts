// Transfer of a call on a page, which has no telephone: the person reports the result, or after a while the page
// itself. The server waits for 35 s (wire protocol, `transfer`), and ten seconds of silence look like a fault.

export interface Transfer {
  /** Target as written in the flow: `tel:…`, `sip:…` or a name. */
  readonly address: string;
  /** Undefined until the result is known. */
  readonly ok?: boolean;
}

/** Milliseconds after which a page reports an answer: enough to read, and shorter than the server's wait. */
export const transferAnswerMs = 6_000;

/** Texts for a transfer; the address comes between the first two. */
export const transferWords = {
  before: "Put through to ",
  after: ". This page cannot dial. Choose how the transfer ends:",
  hint: `After ${transferAnswerMs / 1_000} seconds the transfer counts as answered.`,
} as const;

export const transferAnswers: readonly { readonly ok: boolean; readonly label: string }[] = [
  { ok: true, label: "Answered" },
  { ok: false, label: "Not answered" },
];
