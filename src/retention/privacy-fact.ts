// Privacy event: retention was changed, or a person's or an account's data was erased or exported, as recorded in the
// audit log.

export type PrivacyFact = { readonly accountId: string } & (
  | { readonly type: "retention.changed" }
  | { readonly type: "session.erased"; readonly sessionId: string }
  | { readonly type: "erasure.asked"; readonly erasureId: string }
  | { readonly type: "subject.exported" }
  | { readonly type: "account.exported" }
);

/** Called with each event and its request, which is answered afterwards. */
export type NotePrivacy = (request: Request, fact: PrivacyFact) => Promise<void>;
