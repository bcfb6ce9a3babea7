// Conversation controller: runs the editor's conversations, one at a time, typed in this page or called through the
// server. It marks the current node on the canvas.

import { loadFlow } from "../../../src/flow/language/load-flow.ts";
import type { CallEvent } from "../../voice/client-event.ts";
import type { VoiceClient } from "../../voice/voice-client.ts";
import { noticeOf } from "../../voice/notices.ts";
import type { Editor } from "../state/editor.ts";
import type { Files } from "../files/files.ts";
import { insertTest } from "../tests/insert-test.ts";
import { startTestRun } from "../tests/start-run.ts";
import { madeTest } from "./recorded-test.ts";
import type { ConversationEventData } from "./conversation-event.ts";
import { uploadPreview, type PreviewRefusal } from "./upload-preview.ts";
import { contextFor, withExamples } from "./setup-values.ts";
import { prepareConversation, type PreparationFailure } from "./conversation-setup.ts";
import { currentNodeOf } from "./current-node.ts";
import {
  noConversation,
  type Obstacle,
  type ConversationAction,
  type ConversationState,
  conversationStep,
} from "./conversation-state.ts";
import { clockFrom, TypedConversation } from "./typed-conversation.ts";

const flowHasErrors = "The flow has errors";

export class Conversations {
  readonly #editor: Editor;
  readonly #files: Files;
  readonly #listeners = new Set<() => void>();
  #state = noConversation;
  #typed: TypedConversation | undefined;
  #client: VoiceClient | undefined;
  /** Number of the present conversation; late events of an older one are ignored. */
  #number = 0;
  #begunAt = 0;
  #isUpdateQueued = false;

  constructor(editor: Editor, files: Files) {
    this.#editor = editor;
    this.#files = files;
    addEventListener("pagehide", () => this.#client?.hangUp());
  }

  readonly read = (): ConversationState => this.#state;

  readonly listen = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly dispatch = (event: ConversationAction): void => {
    this.#state = conversationStep(this.#state, event);
    this.#markCurrentNode();
    for (const listener of this.#listeners) listener();
  };

  /** Starts a conversation with the present text and ends a running one. */
  readonly start = (): void => {
    this.#endCurrent();
    const { text } = this.#editor.read().history.present;
    if (this.#state.setup.mode === "typed") void this.#type(text);
    else void this.#call(text);
  };

  /** Hangs up as a caller, or cancels a start. */
  readonly hangUp = (): void => {
    if (this.#client === undefined && this.#typed === undefined) return this.#abandon();
    this.#typed?.hangUp();
    this.#client?.hangUp();
  };

  readonly say = (text: string): void => {
    this.#typed?.say(text);
    this.#client?.say(text);
  };

  readonly press = (keys: string): void => {
    this.#typed?.press(keys);
    this.#client?.press(keys);
  };

  /** Only for typed conversations: in a call silence is heard. */
  readonly staySilent = (): void => this.#typed?.staySilent();

  readonly post = (name: string, data: unknown): void => this.#typed?.post(name, data);

  readonly transferred = (ok: boolean): void => {
    this.#typed?.transferred(ok);
    this.#client?.transferred(ok);
  };

  readonly mute = (muted: boolean): void => this.#client?.mute(muted);

  readonly interrupt = (): void => this.#client?.interrupt();

  /** Writes the conversation into the flow as one of its tests, and runs it. */
  readonly makeTest = (): void => {
    const { begun, log } = this.#state;
    const made = begun && madeTest({ ...begun, log });
    if (made === undefined) return;
    const before = this.#editor.read().history.present.text;
    const { operation, index } = insertTest(before, made.test);
    this.#editor.dispatch({ type: "edit", operation });
    const { text } = this.#editor.read().history.present;
    // The edit was refused, and the editor has reported why.
    if (text === before) return;
    const insertedTest = { index, name: made.test.name, notes: made.notes };
    this.dispatch({ type: "made", made: insertedTest });
    const number = this.#number;
    void startTestRun({ text, only: index, check: this.#editor.check }, () => undefined).end.then((end) => {
      if (this.#number === number) this.dispatch({ type: "made", made: { ...insertedTest, end } });
    });
  };

  async #type(text: string): Promise<void> {
    this.dispatch({ type: "starting" });
    const number = this.#number;
    const allowsAddresses = await this.#editor.check.allowsAddresses(text);
    if (this.#number !== number) return;
    const { setup } = this.#state;
    const made = prepareConversation(text, setup, { nowMs: Date.now(), allowsAddresses });
    if (!("program" in made)) return this.dispatch({ type: "stopped", obstacle: obstacleOf(made) });
    const { program, given, startedAtMs } = made;
    this.#begunAt = performance.now();
    this.dispatch({ type: "began", begun: { mode: "typed", text, program, given, startedAtMs } });
    const clock = clockFrom(startedAtMs);
    this.#typed = new TypedConversation({
      prepared: made,
      startedAtMs,
      clock,
      onEvent: (happened) => {
        if (this.#number === number) this.#onConversationEvent(happened);
      },
    });
    this.#typed.start();
    this.#updateExpected();
  }

  async #call(text: string): Promise<void> {
    this.dispatch({ type: "starting" });
    const number = this.#number;
    // The server, which keeps the text for the call, judges its addresses.
    const { program, problems } = loadFlow(text, { outboundAllowed: () => true });
    if (program === undefined) return this.dispatch({ type: "stopped", obstacle: obstacleOf({ problems }) });
    const context = contextFor(program, this.#state.setup.context, Date.now());
    if ("wrong" in context) return this.dispatch({ type: "stopped", obstacle: obstacleOf(context) });
    const given = { context: context.values };
    const { token } = this.#files;
    const [kept, called] = await Promise.all([
      uploadPreview(withExamples(text, context.values) ?? text, token),
      import("./spoken-conversation.ts").catch(() => undefined),
    ]);
    if (this.#number !== number) return;
    if (!("programId" in kept)) return this.#refused(kept);
    if (called === undefined) return this.dispatch({ type: "stopped", obstacle: unloaded });
    this.#begunAt = performance.now();
    const startedAtMs = Date.now();
    this.dispatch({ type: "began", begun: { mode: "called", text, program, given, startedAtMs } });
    this.#client = called.startCall({
      programId: kept.programId,
      microphone: this.#state.setup.microphone,
      token,
      onEvent: (event) => {
        if (this.#number === number) this.#onCallEvent(event);
      },
    });
  }

  #onCallEvent(event: CallEvent): void {
    const { end } = event.type === "over" ? event : {};
    if (end?.type === "refused" && end.refusal.code.startsWith("auth/")) return this.#signIn();
    const notice = end && noticeOf(end, location);
    const obstacle: Obstacle | undefined = notice && { ...notice, remedies: [...notice.remedies, "type"] };
    if (event.type === "opened") this.#begunAt = performance.now();
    const atMs = performance.now() - this.#begunAt;
    this.dispatch({ type: "call", event, atMs, ...(obstacle && { obstacle }) });
    if (event.type === "over") this.#client = undefined;
  }

  #onConversationEvent(happened: ConversationEventData): void {
    this.dispatch({ type: "happened", happened, atMs: performance.now() - this.#begunAt });
    this.#updateExpected();
  }

  /** Updates what can be said, once after all events of the same tick. */
  #updateExpected(): void {
    if (this.#typed === undefined || this.#isUpdateQueued) return;
    this.#isUpdateQueued = true;
    queueMicrotask(() => {
      this.#isUpdateQueued = false;
      if (this.#typed !== undefined && this.#state.phase === "open")
        this.dispatch({ type: "expecting", expected: this.#typed.expected });
    });
  }

  #refused({ code, detail, problems }: PreviewRefusal): void {
    if (code.startsWith("auth/")) return this.#signIn();
    const title = problems.length > 0 ? flowHasErrors : "The server rejected the flow";
    this.dispatch({
      type: "stopped",
      obstacle: { title, text: detail, problems, remedies: ["again", "type"] },
    });
  }

  #signIn(): void {
    this.#endCurrent();
    this.dispatch({
      type: "stopped",
      obstacle: {
        title: "This server requires a sign-in",
        text: "Sign in and call again, or type, which needs no server.",
        remedies: ["again", "type"],
      },
    });
    this.#files.signOut();
    this.#files.showDialog({ about: "sign-in", next: this.start });
  }

  /** Cancels a conversation that has not begun. */
  #abandon(): void {
    if (this.#state.phase !== "starting") return;
    this.#endCurrent();
    this.dispatch({ type: "stopped" });
  }

  #endCurrent(): void {
    this.#number += 1;
    this.#typed?.close();
    this.#client?.hangUp();
    this.#typed = undefined;
    this.#client = undefined;
  }

  #markCurrentNode(): void {
    const { phase, begun, log } = this.#state;
    const node = phase === "open" && begun !== undefined ? currentNodeOf(begun.program, log) : undefined;
    if (node !== this.#editor.read().playing) this.#editor.dispatch({ type: "playing", node });
  }
}

const unloaded: Obstacle = {
  title: "The call could not be started",
  text: "A part of this page could not be loaded. Check that the server is running.",
  remedies: ["again", "type"],
};

function obstacleOf(why: PreparationFailure): Obstacle {
  if ("wrong" in why) return { title: "The conversation cannot start", text: why.wrong, remedies: [] };
  const problems = why.problems.filter(({ severity }) => severity === "error");
  return problems.length === 0
    ? { title: "A library takes no calls", text: "Try a flow that includes it.", remedies: [] }
    : { title: flowHasErrors, text: "Correct them first, then try again:", problems, remedies: ["again"] };
}
