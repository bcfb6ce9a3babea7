// File commands: open, save, rename, copy and delete flows. Views only call them.

import { createContext, useContext, useSyncExternalStore } from "react";
import type { FlowDocument } from "../../../src/flow/author/edit/edited-document.ts";
import { readSource } from "../../../src/flow/language/source/source-reader.ts";
import type { PageAccess } from "../../page/page-access.ts";
import type { Editor } from "../state/editor.ts";
import { newFlow, type Origin } from "../state/flow-origin.ts";
import { isUnsaved } from "../state/editor-state.ts";
import type { FlowApi, StoredFlow, ApiRefusal, SavedFlow } from "./flow-api.ts";
import { readBuiltInFlow } from "./built-in-flows.ts";
import { flowName } from "./flow-name.ts";
import { callAddress } from "./test-page-address.ts";

/** The modal dialog that is open. */
export type FileDialog =
  | { readonly about: "open" }
  /** `next` continues the command that needed the account. */
  | { readonly about: "sign-in"; readonly next: () => void }
  | { readonly about: "name"; readonly given: string; readonly next: (name: string) => void }
  | { readonly about: "discard"; readonly next: () => void }
  /** The flow has errors, so it can be stored as a draft but not take calls. */
  | { readonly about: "draft"; readonly why: string; readonly next: () => void }
  | {
      readonly about: "conflict";
      readonly theirs: FlowDocument;
      readonly stored: StoredFlow;
      readonly draft: boolean;
    };

export interface FilesState {
  readonly dialog: FileDialog | undefined;
  /** A request to the server is under way. */
  readonly busy: boolean;
  /** The account's email; undefined when signed out. */
  readonly signedInAs: string | undefined;
  /** Ids of flows whose deletion is pending. */
  readonly leaving: ReadonlySet<string>;
}

/** Pages and files listed in one message. */
const unreadShown = 3;
/** How long a deletion can be undone before it is sent to the server. */
const deletionDelayMs = 10_000;

export class Files {
  readonly api: FlowApi;
  readonly #editor: Editor;
  readonly #access: PageAccess;
  readonly #listeners = new Set<() => void>();
  readonly #deletions = new Map<string, ReturnType<typeof setTimeout>>();
  #state: FilesState;

  constructor(editor: Editor, { access, api }: { readonly access: PageAccess; readonly api: FlowApi }) {
    this.#editor = editor;
    this.#access = access;
    this.api = api;
    this.#state = { dialog: undefined, busy: false, signedInAs: access.signedInAs, leaving: new Set() };
    addEventListener("pagehide", () => {
      for (const flowId of this.#deletions.keys()) void this.#delete(flowId, true);
    });
  }

  readonly read = (): FilesState => this.#state;

  readonly listen = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  get token(): string | undefined {
    return this.#access.token;
  }

  readonly showDialog = (dialog: FileDialog | undefined): void => this.#set({ dialog });

  readonly enter: PageAccess["enter"] = async (action, credentials) => {
    const errors = await this.#access.enter(action, credentials);
    if (errors === undefined) this.#set({ signedInAs: this.#access.signedInAs });
    return errors;
  };

  readonly signOut = (): void => {
    this.#access.signOut();
    this.#set({ signedInAs: undefined });
  };

  /** Opens another flow. Asks first when unsaved work would be lost. */
  readonly replace = (document: FlowDocument, origin: Origin, stored: FlowDocument | undefined): void => {
    const open = (): void => {
      this.#editor.dispatch({ type: "open", document, origin, stored });
      showAddress(origin);
    };
    if (isUnsaved(this.#editor.read()) && this.#hasContent())
      this.showDialog({ about: "discard", next: open });
    else open();
  };

  readonly startNew = (): void => {
    this.replace(newFlow, { kind: "new" }, newFlow);
  };

  readonly openExample = async (id: string): Promise<void> => {
    const text = await readBuiltInFlow(id);
    if (text === undefined)
      return this.#fail("The example could not be loaded. Check that the server is running.");
    const document = { text, layout: {} };
    this.replace(document, { kind: "example", id }, document);
  };

  readonly openStored = async (flowId: string): Promise<void> => {
    const read = await this.#working(() => this.api.read(flowId));
    if ("refused" in read) return this.#refused(read, () => void this.openStored(flowId));
    this.replace(read.document, { kind: "stored", ...read.stored }, read.document);
  };

  /** Saves to the stored flow, or as a new one. A draft may have errors. */
  readonly save = async (draft = false): Promise<void> => {
    const { origin, history } = this.#editor.read();
    if (this.#access.token === undefined) {
      this.showDialog({ about: "sign-in", next: () => void this.save(draft) });
      return;
    }
    if (origin.kind !== "stored") {
      this.showDialog({
        about: "name",
        given: flowName(history.present.text),
        next: (name) => void this.#create(name, draft),
      });
      return;
    }
    const document = history.present;
    const saved = await this.#working(() =>
      this.api.save(origin.flowId, document, { etag: origin.etag, draft }),
    );
    if (!("refused" in saved)) return this.#saved(document, saved);
    if (saved.code === "request/precondition") return await this.#conflict(origin.flowId, draft);
    if (mayBeDraft(saved, document) && !draft) return this.#offerDraft(saved, () => void this.save(true));
    this.#refused(saved, () => void this.save(draft));
  };

  readonly saveCopy = (): void => {
    const { origin, history } = this.#editor.read();
    const name = origin.kind === "stored" ? origin.name : flowName(history.present.text);
    const next = (given: string): void => void this.#create(given, true);
    if (this.#access.token === undefined) this.showDialog({ about: "sign-in", next: this.saveCopy });
    else this.showDialog({ about: "name", given: `${name} (copy)`, next });
  };

  readonly rename = (): void => {
    const { origin, stored } = this.#editor.read();
    if (origin.kind !== "stored") return;
    this.showDialog({
      about: "name",
      given: origin.name,
      next: (name) => void this.#rename(origin, stored ?? this.#editor.read().history.present, name),
    });
  };

  /** Deletes after a delay, within which `keepFlow` cancels it. */
  readonly remove = (flowId: string, name: string): void => {
    this.#deletions.set(
      flowId,
      setTimeout(() => void this.#delete(flowId), deletionDelayMs),
    );
    this.#set({ leaving: new Set(this.#deletions.keys()) });
    this.#editor.dispatch({ type: "notify", message: { tone: "said", text: `“${name}” was deleted.` } });
  };

  readonly keepFlow = (flowId: string): void => {
    clearTimeout(this.#deletions.get(flowId));
    this.#deletions.delete(flowId);
    this.#set({ leaving: new Set(this.#deletions.keys()) });
  };

  /**
   * Rebases the editor onto the stored revision `theirs`: the given document replaces what is in the editor, which
   * undo restores.
   */
  readonly continueFrom = (kept: StoredFlow, theirs: FlowDocument, { text, layout }: FlowDocument): void => {
    const { dispatch } = this.#editor;
    dispatch({ type: "edit", operation: { op: "replace-text", text } });
    dispatch({ type: "edit", operation: { op: "move-nodes", places: layout } });
    dispatch({ type: "saved", document: theirs, origin: { kind: "stored", ...kept } });
    this.showDialog(undefined);
  };

  /** Resolves a conflict by saving the editor's version as a new flow. */
  readonly keepBoth = (): void => {
    this.showDialog(undefined);
    this.saveCopy();
  };

  async #create(name: string, draft: boolean): Promise<void> {
    const document = this.#editor.read().history.present;
    const saved = await this.#working(() => this.api.create(name, document, draft));
    if (!("refused" in saved)) return this.#saved(document, saved);
    if (mayBeDraft(saved, document) && !draft)
      return this.#offerDraft(saved, () => void this.#create(name, true));
    this.#refused(saved, () => void this.#create(name, draft));
  }

  async #rename(
    origin: Extract<Origin, { kind: "stored" }>,
    document: FlowDocument,
    name: string,
  ): Promise<void> {
    const { etag } = origin;
    const saved = await this.#working(() =>
      this.api.save(origin.flowId, document, { etag, draft: true, name }),
    );
    if (!("refused" in saved)) return this.#saved(document, saved);
    if (saved.code === "request/precondition") return await this.#conflict(origin.flowId, true);
    this.#refused(saved, this.rename);
  }

  async #conflict(flowId: string, draft: boolean): Promise<void> {
    const read = await this.#working(() => this.api.read(flowId));
    if ("refused" in read) return this.#refused(read, () => void this.save(draft));
    this.showDialog({ about: "conflict", theirs: read.document, stored: read.stored, draft });
  }

  async #delete(flowId: string, leaving = false): Promise<void> {
    this.keepFlow(flowId);
    const refused = await this.api.remove(flowId, leaving);
    if (refused !== undefined && refused.code !== "flow/not-found") return this.#fail(refused.refused);
    const { origin } = this.#editor.read();
    if (origin.kind === "stored" && origin.flowId === flowId) {
      const document = this.#editor.read().history.present;
      this.#editor.dispatch({ type: "open", document, origin: { kind: "new" }, stored: undefined });
      showAddress({ kind: "new" });
    }
  }

  #saved(document: FlowDocument, { stored, unread }: SavedFlow): void {
    const origin: Origin = { kind: "stored", ...stored };
    this.#editor.dispatch({ type: "saved", document, origin });
    const text = `Saved as revision ${stored.revision}.`;
    const address = this.#hasErrors(document) ? undefined : callAddress(origin);
    const link = address === undefined ? {} : { link: { label: "Call flow", address } };
    const tone = unread.length === 0 ? "said" : "failed";
    const more = unread.length > unreadShown ? [`And ${unread.length - unreadShown} more.`] : [];
    const all = [text, ...unread.slice(0, unreadShown), ...more].join(" ");
    this.#editor.dispatch({ type: "notify", message: { tone, text: all, ...link } });
    showAddress(origin);
  }

  #offerDraft({ refused }: ApiRefusal, next: () => void): void {
    this.showDialog({ about: "draft", why: refused, next });
  }

  /** A rejected token leads to the sign-in dialog, after which the command is repeated. */
  #refused({ code, refused }: ApiRefusal, again: () => void): void {
    if (!code.startsWith("auth/")) return this.#fail(refused);
    this.#access.forget();
    this.#set({ signedInAs: undefined });
    this.showDialog({ about: "sign-in", next: again });
  }

  #fail(text: string): void {
    this.#editor.dispatch({ type: "notify", message: { tone: "failed", text } });
  }

  /** Whether the last check of this very text found errors: such a flow takes no calls. */
  #hasErrors({ text }: FlowDocument): boolean {
    const { checked } = this.#editor.read();
    return checked?.text === text && checked.problems.some(({ severity }) => severity === "error");
  }

  #hasContent(): boolean {
    return this.#editor.read().history.present.text.trim() !== "";
  }

  async #working<T>(work: () => Promise<T>): Promise<T> {
    this.#set({ busy: true });
    try {
      return await work();
    } finally {
      this.#set({ busy: false });
    }
  }

  #set(change: Partial<FilesState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }
}

/** Text that is not valid YAML cannot be stored, not even as a draft. */
function mayBeDraft({ code }: ApiRefusal, { text }: FlowDocument): boolean {
  return code === "flow/invalid" && !readSource(text).problems.some(({ severity }) => severity === "error");
}

/** Puts the flow into the address, so that a reload or a shared link opens it again. */
function showAddress(origin: Origin): void {
  const query =
    origin.kind === "stored"
      ? `?flow=${origin.flowId}`
      : origin.kind === "example"
        ? `?example=${origin.id}`
        : "";
  history.replaceState(null, "", `${location.pathname}${query}`);
}

const FilesContext = createContext<Files | undefined>(undefined);

export const FilesProvider = FilesContext.Provider;

/** The file commands of the page. Throws outside of its provider. */
export function useFiles(): Files {
  const files = useContext(FilesContext);
  if (files === undefined) throw new Error("There are no files around this view");
  return files;
}

export function useFilesState(): FilesState {
  const files = useFiles();
  return useSyncExternalStore(files.listen, files.read);
}
