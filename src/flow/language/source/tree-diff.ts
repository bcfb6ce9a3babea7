// Tree diff: compares a YAML tree with the wanted data and collects the text edits that lead from one to the other.

import { endOfEntry, insideOf } from "./flow-collection.ts";
import {
  blockItem,
  blockLines,
  blockRow,
  flowRow,
  flowText,
  isTall,
  keyText,
  scalarText,
} from "./yaml-writer.ts";
import { applyEdits, type TextEdit, inOrder } from "./text-edit.ts";
import { inlineEdits, type Slot } from "./inline-edit.ts";
import { planList, planMap, type Step } from "./row-plan.ts";
import { type Block, blockOf, isBlock, lineStart, type BlockRow } from "./block-rows.ts";
import type { Fingerprints } from "./same-document.ts";
import {
  type Entry,
  isEntry,
  type Item,
  type ListTree,
  type MapTree,
  type Plain,
  plainOf,
  type Tree,
} from "./yaml-tree.ts";

export interface TreeDiffOptions {
  readonly prints: Fingerprints;
  readonly literals: boolean;
  readonly words: boolean;
  /** Old key → new key, by the map that contains them. */
  readonly names: ReadonlyMap<Tree, ReadonlyMap<string, string>>;
}

const none: ReadonlyMap<string, string> = new Map();

/** Collects the edits for one document; use it once. */
export class TreeDiff {
  readonly #text: string;
  readonly #prints: Fingerprints;
  readonly #names: TreeDiffOptions["names"];
  readonly #eol: string;
  readonly #literals: boolean;
  readonly #words: boolean;
  #step = 2;
  #edits: TextEdit[] = [];

  constructor(text: string, { prints, names, literals, words }: TreeDiffOptions) {
    this.#literals = literals;
    this.#words = words;
    this.#text = text;
    this.#prints = prints;
    this.#names = names;
    const newline = text.indexOf("\n");
    this.#eol = newline > 0 && text[newline - 1] === "\r" ? "\r\n" : "\n";
  }

  /** The edits, in order and free of overlaps. */
  edits(root: Tree, wanted: ReadonlyMap<string, Plain>): readonly TextEdit[] {
    this.#step = stepOf(this.#text, root);
    const slot: Slot = { after: root.start, isFlow: false, column: -this.#step, parent: "root", keyEnd: 0 };
    this.#edits = [];
    this.#diff(root, wanted, { slot, key: undefined });
    return inOrder(this.#edits);
  }

  #diff(tree: Tree, wanted: Plain, at: { slot: Slot; key: string | undefined }): void {
    const { slot, key } = at;
    if (this.#prints.ofTree(tree, key) === this.#prints.of(wanted, key)) return;
    const steps = this.#plan(tree, wanted, key);
    if (steps !== undefined && isBlock(tree)) {
      this.#blockEdits(tree, steps, { slot, wanted, key });
    } else if (steps !== undefined && tree.kind !== "scalar" && tree.kind !== "alias") {
      this.#flowEdits(tree, steps, { slot, wanted, key });
    } else if (isBlock(tree)) {
      this.#replaceBlock(tree, wanted, slot);
    } else {
      this.#replaceInline(tree, wanted, slot);
    }
  }

  /** Undefined if the old rows give no order for the new ones. */
  #plan(tree: Tree, wanted: Plain, key: string | undefined): readonly Step[] | undefined {
    if (tree.kind === "map" && wanted instanceof Map) {
      return planMap(tree.entries, wanted, { key, renamed: this.#names.get(tree) ?? none });
    }
    if (tree.kind !== "list" || !Array.isArray(wanted)) return undefined;
    const items = tree.items.map(({ value }) => ({ name: undefined, value }));
    return planList(items, wanted, this.#prints);
  }

  /** Rows that stay are compared inside; other rows are removed or inserted as whole lines. */
  #blockEdits(
    tree: MapTree | ListTree,
    steps: readonly Step[],
    at: { slot: Slot; wanted: Plain; key: string | undefined },
  ): void {
    if (!steps.some(({ isInPlace }) => isInPlace)) return this.#replaceBlock(tree, at.wanted, at.slot);
    const block = blockOf(this.#text, tree, at.slot.parent === "root");
    const staying = new Set(
      steps.flatMap(({ row, isInPlace }) => (isInPlace && row !== undefined ? [row] : [])),
    );
    const head: string[] = [];
    let after: number | undefined;
    for (const step of steps) {
      const row = step.row === undefined ? undefined : block.rows[step.row];
      if (step.isInPlace && row !== undefined) {
        this.#inRow(tree, step, { block, row });
        after = row.end;
        continue;
      }
      const chunk = this.#chunk(tree, step, { block, row });
      if (after === undefined) head.push(chunk);
      else this.#insertLines(after, chunk);
    }
    this.#putHead(block, head, staying);
    this.#cut(block, staying, head.length > 0);
  }

  #inRow(tree: MapTree | ListTree, step: Step, { block, row }: { block: Block; row: BlockRow }): void {
    const isMap = tree.kind === "map";
    const entry = isMap && step.row !== undefined ? tree.entries[step.row] : undefined;
    if (entry !== undefined && step.name !== undefined && entry.name !== step.name) {
      this.#rename(entry.key, step.name);
    }
    const slot: Slot = {
      after: row.after,
      keyEnd: entry?.key.to ?? row.from + 1,
      isFlow: false,
      column: block.column,
      parent: isMap ? "map" : "list",
    };
    this.#diff(row.value, step.value, { slot, key: step.name });
  }

  #rename(key: Tree, name: string): void {
    const style = key.kind === "scalar" ? key.style : "plain";
    this.#edits.push({
      from: key.from,
      to: key.to,
      text: style === "plain" ? keyText(name) : scalarText(name, { style, isFlow: true }),
    });
  }

  /** A row as whole lines: written anew, or moved here together with its comments. */
  #chunk(
    tree: MapTree | ListTree,
    step: Step,
    { block, row }: { block: Block; row: BlockRow | undefined },
  ): string {
    const place = { step: this.#step, literals: this.#literals, column: block.column };
    if (row === undefined) {
      const lines =
        step.name === undefined ? blockItem(step.value, place) : blockRow(step.name, step.value, place);
      return lines.map((line) => line + this.#eol).join("");
    }
    const moved = this.#sliced(row.start, row.end, () => this.#inRow(tree, step, { block, row }));
    const isBehindDash = row.start !== lineStart(this.#text, row.start);
    const text = isBehindDash ? " ".repeat(block.column) + moved : moved;
    return text.endsWith("\n") ? text : text + this.#eol;
  }

  /** A range of the old text with the edits inside it applied, for text that moves. */
  #sliced(from: number, to: number, change: () => void): string {
    const outer = this.#edits;
    this.#edits = [];
    change();
    const inner = inOrder(this.#edits).map((edit) => ({
      ...edit,
      from: edit.from - from,
      to: edit.to - from,
    }));
    this.#edits = outer;
    return applyEdits(this.#text.slice(from, to), inner);
  }

  #insertLines(at: number, lines: string): void {
    const isOpen = at === this.#text.length && !this.#text.endsWith("\n");
    const text = isOpen ? this.#eol + lines.replace(/\r?\n$/, "") : lines;
    this.#edits.push({ from: at, to: at, text });
  }

  #putHead(
    { rows, column, isCompact }: Block,
    chunks: readonly string[],
    staying: ReadonlySet<number>,
  ): void {
    const [first] = rows;
    if (chunks.length === 0 || first === undefined) return;
    const lines = chunks.join("");
    if (!isCompact) return void this.#edits.push({ from: first.start, to: first.start, text: lines });
    const bare = lines.startsWith(" ".repeat(column)) ? lines.slice(column) : lines.trimStart();
    const text = staying.has(0) ? bare + " ".repeat(column) : bare;
    this.#edits.push({ from: first.from, to: first.from, text });
  }

  #cut({ rows, isCompact }: Block, staying: ReadonlySet<number>, hasHead: boolean): void {
    for (const [i, { start, end }] of rows.entries()) {
      if (!staying.has(i)) this.#edits.push({ from: start, to: end, text: "" });
    }
    if (!isCompact || staying.has(0) || hasHead) return;
    // The new first row takes the place behind the dash.
    const next = rows.findIndex((_, i) => staying.has(i));
    const row = rows[next];
    if (row === undefined || row.start !== rows[next - 1]?.end) return;
    if (row.start === lineStart(this.#text, row.from))
      this.#edits.push({ from: row.start, to: row.from, text: "" });
  }

  #replaceBlock(tree: MapTree | ListTree, wanted: Plain, slot: Slot): void {
    const { rows, column, isCompact } = blockOf(this.#text, tree, slot.parent === "root");
    const [first, last] = [rows[0], rows.at(-1)];
    if (first === undefined || last === undefined) return this.#replaceInline(tree, wanted, slot);
    const isFull = wanted instanceof Map ? wanted.size > 0 : Array.isArray(wanted) && wanted.length > 0;
    const place = { step: this.#step, literals: this.#literals, column };
    if (isCompact) {
      const lines = isFull ? blockLines(wanted, place).join(this.#eol).slice(column) : this.#oneLine(wanted);
      const end = this.#text.slice(first.from, last.end).trimEnd().length + first.from;
      this.#edits.push({ from: first.from, to: end, text: lines });
      return;
    }
    this.#dropProps(tree);
    const lines = isFull && isTall(wanted, place) ? blockLines(wanted, place) : [];
    const keepsBlock = lines.length > 0 || slot.parent === "root";
    if (keepsBlock) {
      const written =
        lines.length > 0
          ? lines
          : slot.parent === "root" && isFull
            ? blockLines(wanted, place)
            : [flowText(wanted)];
      this.#insertLines(first.start, written.map((line) => line + this.#eol).join(""));
    } else if (slot.after !== undefined) {
      this.#edits.push({ from: slot.after, to: slot.after, text: ` ${this.#oneLine(wanted)}` });
    }
    for (const { start, end } of rows) this.#edits.push({ from: start, to: end, text: "" });
  }

  #oneLine(value: Plain): string {
    return typeof value === "string" ? scalarText(value, { isFlow: false }) : flowText(value);
  }

  /** Deletes the anchor or tag of a value that is replaced. */
  #dropProps({ start, from }: Tree): void {
    if (start === from) return;
    const props = /^(?:[&!][^\s]*[ \t]*)+/.exec(this.#text.slice(start, from))?.[0].trimEnd() ?? "";
    this.#edits.push({ from: start, to: start + props.length, text: "" });
  }

  #replaceInline(tree: Tree, wanted: Plain, slot: Slot): void {
    this.#edits.push(
      ...inlineEdits(this.#text, tree, {
        wanted,
        slot,
        step: this.#step,
        literals: this.#literals,
        words: this.#words,
        eol: this.#eol,
      }),
    );
  }

  #flowEdits(
    tree: MapTree | ListTree,
    steps: readonly Step[],
    at: { slot: Slot; wanted: Plain; key: string | undefined },
  ): void {
    if (this.#outgrows(tree, at)) return this.#replaceInline(tree, at.wanted, at.slot);
    const rows: readonly (Entry | Item)[] = tree.kind === "map" ? tree.entries : tree.items;
    const isSame = steps.length === rows.length && steps.every(({ row }, i) => row === i);
    if (isSame) {
      for (const step of steps) this.#inEntry(rows, step);
      return;
    }
    if (tree.style === "bare" || (rows.length === 0 && this.#text.slice(tree.from, tree.to).length === 2)) {
      return this.#replaceInline(tree, at.wanted, at.slot);
    }
    const write = (step: Step): string => {
      const row = step.row === undefined ? undefined : rows[step.row];
      if (row === undefined)
        return step.name === undefined ? flowText(step.value) : flowRow(step.name, step.value);
      return this.#sliced(row.from, endOfEntry(row), () => this.#inEntry(rows, step));
    };
    const text = insideOf({ text: this.#text, tree, steps, eol: this.#eol, write });
    this.#edits.push({ from: tree.from + 1, to: tree.to - 1, text });
  }

  /**
   * Whether brackets become too long for their line and may be written as a block: only if that loses no
   * comment and no style of quoting, and never because of a renamed key alone.
   */
  #outgrows(tree: MapTree | ListTree, { slot, wanted }: { slot: Slot; wanted: Plain }): boolean {
    if (slot.isFlow || slot.parent === "root" || tree.start !== tree.from) return false;
    if (!this.#literals || this.#names.size > 0) return false;
    const place = { column: tree.from - lineStart(this.#text, tree.from), literals: true };
    const old = plainOf(tree);
    if (!isTall(wanted, place) || isTall(old, place)) return false;
    return this.#text.slice(tree.from, tree.to) === flowText(old);
  }

  #inEntry(rows: readonly (Entry | Item)[], step: Step): void {
    const row = step.row === undefined ? undefined : rows[step.row];
    if (row === undefined) return;
    const entry = isEntry(row) ? row : undefined;
    if (entry !== undefined && step.name !== undefined && entry.name !== step.name)
      this.#rename(entry.key, step.name);
    const slot: Slot = {
      after: entry === undefined ? row.value.start : entry.colon,
      keyEnd: entry?.key.to ?? row.from,
      isFlow: true,
      column: 0,
      parent: entry === undefined ? "list" : "map",
    };
    this.#diff(row.value, step.value, { slot, key: step.name });
  }
}

/** Indentation step of the document, in columns. */
function stepOf(text: string, root: Tree): number {
  if (root.kind !== "map") return 2;
  for (const { value } of root.entries) {
    if (!isBlock(value) || value.kind !== "map") continue;
    const { column } = blockOf(text, value);
    if (column > 0) return column;
  }
  return 2;
}
