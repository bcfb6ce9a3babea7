// Privacy event: retention was changed, or a person's or an account's data was erased or exported, as the audit log hears of it.

export type PrivacyFact = { readonly accountId: string } & (
  | { readonly type: "retention.changed" }
  | { readonly type: "session.erased"; readonly sessionId: string }
  | { readonly type: "erasure.asked"; readonly erasureId: string }
  | { readonly type: "subject.exported" }
  | { readonly type: "account.exported" }
);

/** Hears of each, with the request by which it was done, which is not answered before. */
export type NotePrivacy = (request: Request, fact: PrivacyFact) => Promise<void>;
