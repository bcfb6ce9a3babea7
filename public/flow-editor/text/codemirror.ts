// CodeMirror view: shows the document as editable text. Typing becomes edits of the document, and edits from
// elsewhere become the smallest change here. Loaded when it is first shown.

import { closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, indentWithTab } from "@codemirror/commands";
import { yaml } from "@codemirror/lang-yaml";
import { bracketMatching, foldGutter, foldKeymap, indentOnInput, indentUnit } from "@codemirror/language";
import { lintKeymap, setDiagnostics } from "@codemirror/lint";
import { Annotation, Compartment, EditorState, type Extension } from "@codemirror/state";
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
  type ViewUpdate,
} from "@codemirror/view";
import type { Editor } from "../state/editor.ts";
import { parsedTextOf } from "../state/parsed-text.ts";
import type { EditorState as PageState } from "../state/editor-state.ts";
import { nodeAt, offsetOfNode } from "./caret-node.ts";
import { changeBetween, changedText, LineEnds, type NormalChange } from "./line-ends.ts";
import { editorAids } from "./editor-aids.ts";
import { diagnosticsOf } from "./squiggles.ts";
import { nodeNamedAt } from "./named-node.ts";
import { theme } from "./codemirror-theme.ts";
import { typingOver } from "./replace-selection.ts";

/** Marks a change that came from the document, so that it is not sent back as an edit. */
const fromDocument = Annotation.define<boolean>();

/** Debounce of the selection while the caret moves through the text. */
const debounceMs = 150;

/** Pixels kept free above a node that is scrolled to. */
const marginPixels = 24;

export class CodeMirrorView {
  readonly #editor: Editor;
  readonly #view: EditorView;
  readonly #search = new Compartment();
  #text: string;
  #ends: LineEnds;
  #last: Partial<Pick<PageState, "checked" | "selection" | "shownPosition" | "panel">> = {};
  #selectTimer: ReturnType<typeof setTimeout> | undefined;

  /** `root` is a shadow root: there CodeMirror uses constructed style sheets, which the page's policy allows. */
  constructor(editor: Editor, { parent, root }: { readonly parent: HTMLElement; readonly root: ShadowRoot }) {
    this.#editor = editor;
    this.#text = editor.read().history.present.text;
    this.#ends = new LineEnds(this.#text);
    const state = EditorState.create({ doc: this.#ends.normal, extensions: this.#extensions() });
    this.#view = new EditorView({ state, parent, root });
    editor.listen(() => this.#onState());
    this.#onState();
  }

  #extensions(): Extension {
    return [
      keymap.of([
        { key: "Mod-z", run: this.#undo, preventDefault: true, stopPropagation: true },
        { key: "Mod-y", run: this.#redo, preventDefault: true, stopPropagation: true },
        { key: "Mod-Shift-z", run: this.#redo, preventDefault: true, stopPropagation: true },
        { key: "F12", run: ({ state }) => this.#goToNode(state.selection.main.head) },
        { key: "Mod-f", run: this.#find, preventDefault: true, stopPropagation: true },
      ]),
      keymap.of([
        ...closeBracketsKeymap,
        ...completionKeymap,
        ...lintKeymap,
        ...foldKeymap,
        ...defaultKeymap,
        indentWithTab,
      ]),
      lineNumbers(),
      foldGutter({ openText: "⌄", closedText: "›" }),
      drawSelection(),
      highlightActiveLine(),
      highlightActiveLineGutter(),
      bracketMatching(),
      closeBrackets(),
      indentOnInput(),
      indentUnit.of("  "),
      yaml(),
      theme,
      typingOver,
      editorAids(() => parsedTextOf(this.#text)),
      this.#search.of([]),
      EditorView.contentAttributes.of({
        "aria-label": "YAML of the flow",
        "aria-describedby": "code-keys",
        spellcheck: "false",
        tabindex: "0",
      }),
      EditorView.domEventHandlers({
        mousedown: (event, view) => {
          if (!(event.ctrlKey || event.metaKey)) return false;
          const at = view.posAtCoords({ x: event.clientX, y: event.clientY });
          return at !== null && this.#goToNode(at);
        },
      }),
      EditorView.updateListener.of((update) => this.#updated(update)),
    ];
  }

  readonly #undo = (): boolean => this.#undoOrRedo("undo");

  readonly #redo = (): boolean => this.#undoOrRedo("redo");

  #undoOrRedo(type: "undo" | "redo"): boolean {
    this.#editor.dispatch({ type });
    this.#view.dispatch({ scrollIntoView: true });
    return true;
  }

  readonly #find = (): boolean => {
    void import("./text-search.ts").then(({ openSearch }) => openSearch(this.#view, this.#search));
    return true;
  };

  /** Goes to the node that the word at the offset names. False when it names none. */
  #goToNode(offset: number): boolean {
    const parsed = parsedTextOf(this.#text);
    const id = nodeNamedAt(this.#view.state.doc.toString(), offset, parsed.document);
    const place = id === undefined || !parsed.isCurrent ? undefined : offsetOfNode(parsed, id);
    if (id === undefined || place === undefined) return false;
    this.#scrollTo(this.#ends.toNormal(place));
    this.#editor.dispatch({ type: "select", selection: { nodes: [id] } });
    return true;
  }

  #updated(update: ViewUpdate): void {
    const isOurs = update.transactions.some((each) => each.annotation(fromDocument) === true);
    if (update.docChanged && !isOurs) this.#typed(update);
    if (isOurs || !(update.selectionSet || update.docChanged)) return;
    clearTimeout(this.#selectTimer);
    this.#selectTimer = setTimeout(() => this.#selectAtCaret(), debounceMs);
  }

  #typed(update: ViewUpdate): void {
    const changes: NormalChange[] = [];
    update.changes.iterChanges((...[from, to, , , insert]) => {
      changes.push({ from, to, insert: insert.toString() });
    });
    this.#setText(changedText(this.#text, this.#ends, changes));
    const text = this.#text;
    const mergeKey = mergeKeyOf(update);
    const operation = { op: "replace-text", text } as const;
    this.#editor.dispatch({ type: "edit", operation, ...(mergeKey === undefined ? {} : { mergeKey }) });
    // Takes back a refused edit, and one that joined `\r` and ` ` into a single line end.
    const { text: now } = this.#editor.read().history.present;
    if (now !== text || this.#ends.normal.length !== update.state.doc.length)
      queueMicrotask(() => this.#applyDocument());
  }

  #setText(text: string): void {
    this.#text = text;
    this.#ends = new LineEnds(text);
  }

  /** Applies changes of the editor's state to the view. */
  #onState(): void {
    const state = this.#editor.read();
    if (state.history.present.text !== this.#text) this.#applyDocument();
    const { checked, selection, shownPosition, panel } = state;
    const last = this.#last;
    this.#last = { checked, selection, shownPosition, panel };
    if (checked !== last.checked) this.#squiggle(state);
    if (panel !== "text") {
      // A selection made while the panel is hidden is shown when it opens.
      this.#last = { ...this.#last, ...("selection" in last ? { selection: last.selection } : {}) };
      return;
    }
    if (shownPosition !== undefined && shownPosition !== last.shownPosition) {
      this.#scrollTo(this.#ends.offsetAt(shownPosition.line, shownPosition.column));
      return;
    }
    if (selection !== last.selection) this.#showNode(selection.nodes);
  }

  #applyDocument(): void {
    const { text } = this.#editor.read().history.present;
    this.#setText(text);
    const change = changeBetween(this.#view.state.doc.toString(), this.#ends.normal);
    if (change === undefined) return;
    const { from, insert } = change;
    this.#view.dispatch({
      changes: change,
      annotations: fromDocument.of(true),
      // After an undo in the text the caret marks the restored part.
      ...(this.#view.hasFocus ? { selection: { anchor: from + insert.length } } : {}),
    });
  }

  #squiggle({ checked }: PageState): void {
    if (checked === undefined || checked.text !== this.#text) return;
    this.#view.dispatch(setDiagnostics(this.#view.state, diagnosticsOf(checked.problems, this.#ends)));
  }

  /** Scrolls to an offset and puts the caret there, one frame later, because the panel may be just opening. */
  #scrollTo(offset: number): void {
    requestAnimationFrame(() => {
      const anchor = Math.min(offset, this.#view.state.doc.length);
      this.#view.dispatch({
        selection: { anchor },
        effects: EditorView.scrollIntoView(anchor, { y: "center" }),
      });
      this.#view.focus();
    });
  }

  #showNode(nodes: readonly string[]): void {
    const [id] = nodes;
    const parsed = parsedTextOf(this.#text);
    if (id === undefined || nodes.length > 1 || !parsed.isCurrent || id === this.#nodeAtCaret()) return;
    const place = offsetOfNode(parsed, id);
    if (place === undefined) return;
    const anchor = this.#ends.toNormal(place);
    requestAnimationFrame(() => {
      if (anchor > this.#view.state.doc.length) return;
      this.#view.dispatch({
        ...(this.#view.hasFocus ? {} : { selection: { anchor } }),
        annotations: fromDocument.of(true),
        effects: EditorView.scrollIntoView(anchor, { y: "start", yMargin: marginPixels }),
      });
    });
  }

  #nodeAtCaret(): string | undefined {
    const { head } = this.#view.state.selection.main;
    return nodeAt(parsedTextOf(this.#text), this.#ends.toOriginal(head));
  }

  #selectAtCaret(): void {
    if (!this.#view.hasFocus || !parsedTextOf(this.#text).isCurrent) return;
    const id = this.#nodeAtCaret();
    const { nodes } = this.#editor.read().selection;
    if (id === nodes[0] && nodes.length < 2) return;
    this.#editor.dispatch({ type: "select", selection: { nodes: id === undefined ? [] : [id] } });
  }
}

/** Consecutive typing is one step of undo, and so are consecutive deletions; a paste or a drop is its own step. */
function mergeKeyOf({ transactions }: ViewUpdate): string | undefined {
  for (const kind of ["input.type", "delete"] as const) {
    if (transactions.some((each) => each.isUserEvent(kind))) return `text ${kind}`;
  }
  return undefined;
}
