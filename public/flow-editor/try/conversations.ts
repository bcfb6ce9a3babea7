// The conversations of the editor, one at a time: typed in this page or called through the server, with what comes of
// them told to the canvas.

import { loadFlow } from "../../../src/flow/language/load-flow.ts";
import type { CallEvent } from "../../voice/client-event.ts";
import type { VoiceClient } from "../../voice/voice-client.ts";
import { noticeOf } from "../../voice/notices.ts";
import type { Editor } from "../state/editor.ts";
import type { Files } from "../files/files.ts";
import { insertTest } from "../tests/insert-test.ts";
import { startRun } from "../tests/start-run.ts";
import { madeTest } from "./made-test.ts";
import type { Happened } from "./conversation-event.ts";
import { preview, type PreviewRefused } from "./upload-preview.ts";
import { contextFor, withExamples } from "./setup-values.ts";
import { staged, type Unstaged } from "./conversation-setup.ts";
import { nodeNow } from "./current-node.ts";
import { noTalk, type Obstacle, type TalkEvent, type TalkState, talkStep } from "./conversation-state.ts";
import { clockFrom, TypedTalk } from "./typed-conversation.ts";

const broken = "The flow has errors";

export class Talks {
  readonly #editor: Editor;
  readonly #files: Files;
  readonly #listeners = new Set<() => void>();
  #state = noTalk;
  #typed: TypedTalk | undefined;
  #client: VoiceClient | undefined;
  /** Which conversation: what an older one still tells is not heard. */
  #number = 0;
  #begunAt = 0;
  #isOffering = false;

  constructor(editor: Editor, files: Files) {
    this.#editor = editor;
    this.#files = files;
    addEventListener("pagehide", () => this.#client?.hangUp());
  }

  readonly read = (): TalkState => this.#state;

  readonly listen = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly tell = (event: TalkEvent): void => {
    this.#state = talkStep(this.#state, event);
    this.#glow();
    for (const listener of this.#listeners) listener();
  };

  /** The flow as it stands; one that is on its way ends. */
  readonly start = (): void => {
    this.#leave();
    const { text } = this.#editor.read().history.present;
    if (this.#state.setup.way === "typed") this.#type(text);
    else void this.#call(text);
  };

  /** As a caller hangs up. */
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

  /** Of a typed conversation: in a call nobody needs to say that they say nothing. */
  readonly beSilent = (): void => this.#typed?.beSilent();

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
    this.#editor.tell({ type: "edit", operation });
    const { text } = this.#editor.read().history.present;
    // Why not is told by the editor.
    if (text === before) return;
    const known = { index, name: made.test.name, notes: made.notes };
    this.tell({ type: "made", made: known });
    const number = this.#number;
    void startRun({ text, only: index }, () => undefined).end.then((end) => {
      if (this.#number === number) this.tell({ type: "made", made: { ...known, end } });
    });
  };

  #type(text: string): void {
    this.tell({ type: "starting" });
    const { setup } = this.#state;
    const made = staged(text, setup, Date.now());
    if (!("program" in made)) return this.tell({ type: "stopped", obstacle: obstacleOf(made) });
    const { program, given, startedAtMs } = made;
    this.#begunAt = performance.now();
    this.tell({ type: "began", begun: { way: "typed", text, program, given, startedAtMs } });
    const number = this.#number;
    const clock = clockFrom(startedAtMs);
    this.#typed = new TypedTalk({
      staged: made,
      startedAtMs,
      clock,
      happened: (happened) => {
        if (this.#number === number) this.#happened(happened);
      },
    });
    this.#typed.start();
    this.#offer();
  }

  async #call(text: string): Promise<void> {
    this.tell({ type: "starting" });
    const number = this.#number;
    const { program, problems } = loadFlow(text);
    if (program === undefined) return this.tell({ type: "stopped", obstacle: obstacleOf({ problems }) });
    const context = contextFor(program, this.#state.setup.context, Date.now());
    if ("wrong" in context) return this.tell({ type: "stopped", obstacle: obstacleOf(context) });
    const given = { context: context.values };
    const { token } = this.#files;
    const [kept, called] = await Promise.all([
      preview(withExamples(text, context.values) ?? text, token),
      import("./spoken-conversation.ts").catch(() => undefined),
    ]);
    if (this.#number !== number) return;
    if (!("programId" in kept)) return this.#refused(kept);
    if (called === undefined) return this.tell({ type: "stopped", obstacle: unloaded });
    this.#begunAt = performance.now();
    const startedAtMs = Date.now();
    this.tell({ type: "began", begun: { way: "called", text, program, given, startedAtMs } });
    this.#client = called.startCall({
      programId: kept.programId,
      microphone: this.#state.setup.microphone,
      token,
      tell: (event) => {
        if (this.#number === number) this.#heard(event);
      },
    });
  }

  #heard(event: CallEvent): void {
    const { end } = event.type === "over" ? event : {};
    if (end?.type === "refused" && end.refusal.code.startsWith("auth/")) return this.#signIn();
    const notice = end && noticeOf(end, location);
    const obstacle: Obstacle | undefined = notice && { ...notice, ways: [...notice.ways, "type"] };
    if (event.type === "opened") this.#begunAt = performance.now();
    const atMs = performance.now() - this.#begunAt;
    this.tell({ type: "call", event, atMs, ...(obstacle && { obstacle }) });
    if (event.type === "over") this.#client = undefined;
  }

  #happened(happened: Happened): void {
    this.tell({ type: "happened", happened, atMs: performance.now() - this.#begunAt });
    this.#offer();
  }

  /** What can be said, once all that happens at once has happened. */
  #offer(): void {
    if (this.#typed === undefined || this.#isOffering) return;
    this.#isOffering = true;
    queueMicrotask(() => {
      this.#isOffering = false;
      if (this.#typed !== undefined && this.#state.phase === "open")
        this.tell({ type: "expecting", expected: this.#typed.expected });
    });
  }

  #refused({ code, detail, problems }: PreviewRefused): void {
    if (code.startsWith("auth/")) return this.#signIn();
    const title = problems.length > 0 ? broken : "The server does not take it";
    this.tell({ type: "stopped", obstacle: { title, text: detail, problems, ways: ["again", "type"] } });
  }

  #signIn(): void {
    this.#leave();
    this.tell({
      type: "stopped",
      obstacle: {
        title: "This server wants to know who calls",
        text: "Sign in and call again, or type: that needs no server.",
        ways: ["again", "type"],
      },
    });
    this.#files.signOut();
    this.#files.ask({ about: "sign-in", next: this.start });
  }

  /** Before anybody was there. */
  #abandon(): void {
    if (this.#state.phase !== "starting") return;
    this.#leave();
    this.tell({ type: "stopped" });
  }

  #leave(): void {
    this.#number += 1;
    this.#typed?.close();
    this.#client?.hangUp();
    this.#typed = undefined;
    this.#client = undefined;
  }

  #glow(): void {
    const { phase, begun, log } = this.#state;
    const node = phase === "open" && begun !== undefined ? nodeNow(begun.program, log) : undefined;
    if (node !== this.#editor.read().playing) this.#editor.tell({ type: "playing", node });
  }
}

const unloaded: Obstacle = {
  title: "The call could not be started",
  text: "A part of this page did not arrive. Is the server still there?",
  ways: ["again", "type"],
};

function obstacleOf(why: Unstaged): Obstacle {
  if ("wrong" in why) return { title: "It can not begin like this", text: why.wrong, ways: [] };
  const problems = why.problems.filter(({ severity }) => severity === "error");
  return problems.length === 0
    ? { title: "A library is not talked to", text: "Other flows include it; try one of those.", ways: [] }
    : { title: broken, text: "Mend them first, then try again:", problems, ways: ["again"] };
}
