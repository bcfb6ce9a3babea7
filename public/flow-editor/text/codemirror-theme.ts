// CodeMirror theme: colours that follow the page's light or dark theme.

import { syntaxHighlighting } from "@codemirror/language";
import type { Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";

const colours = {
  key: "light-dark(#0b5f8a, #7cc4ee)",
  text: "light-dark(#3f5f16, #b5d68a)",
  comment: "var(--soft)",
  mark: "var(--soft)",
  error: "light-dark(#b3261e, #ff8a80)",
  warning: "light-dark(#8a4b00, #f0bd7c)",
  remark: "light-dark(#0b5f8a, #7cc4ee)",
};

/** CSS classes by the names of the highlighting tags of CodeMirror's YAML grammar. */
const classes: readonly (readonly [tag: RegExp, name: string])[] = [
  [/propertyName/, "tok-key"],
  [/[sS]tring/, "tok-text"],
  [/number|bool|null|keyword|content|typeName|labelName/, "tok-word"],
  [/[cC]omment/, "tok-comment"],
  [/separator|punctuation|[bB]racket|brace/, "tok-mark"],
];

const highlighter: Parameters<typeof syntaxHighlighting>[0] = {
  style: (tags) => {
    const names = tags.map(String).join(" ");
    return classes.find(([tag]) => tag.test(names))?.[1] ?? null;
  },
};

const wavy = (colour: string) => ({
  backgroundImage: "none",
  paddingBottom: "0",
  textDecoration: `underline wavy ${colour} 1px`,
  textUnderlineOffset: "3px",
});

const mark = (colour: string, shape: string) => ({
  content: '""',
  width: "0.55em",
  height: "0.55em",
  margin: "0.4em 0.1em 0",
  background: colour,
  borderRadius: shape,
});

const view = EditorView.theme({
  "&": { height: "100%", color: "var(--ink)", backgroundColor: "var(--card)", fontSize: "var(--type-label)" },
  "&.cm-focused": { outline: "none" },
  // The focus ring also covers the gutters.
  "&.cm-focused::after": {
    content: '""',
    position: "absolute",
    inset: "0",
    border: "2.5px solid var(--accent)",
    pointerEvents: "none",
    zIndex: "210",
  },
  ".cm-scroller": {
    fontFamily: "ui-monospace, SFMono-Regular, Menlo, Consolas, monospace",
    lineHeight: "1.55",
  },
  ".cm-content": { caretColor: "var(--ink)" },
  ".cm-cursor": { borderLeftColor: "var(--ink)", borderLeftWidth: "2px" },
  ".cm-gutters": {
    backgroundColor: "var(--card)",
    color: "var(--soft)",
    borderRight: "1px solid var(--line)",
  },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "var(--sunk)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
    background: "light-dark(#bfe3da, #24564b)",
  },
  ".cm-selectionMatch, .cm-searchMatch": { backgroundColor: "light-dark(#fbe3b5, #5c4716)" },
  ".cm-searchMatch-selected": { outline: "2px solid var(--accent)" },
  ".cm-matchingBracket": { backgroundColor: "var(--accent-wash)", outline: "1px solid var(--accent-line)" },
  ".cm-tooltip": {
    backgroundColor: "var(--card)",
    color: "var(--ink)",
    border: "1px solid var(--line)",
    borderRadius: "10px",
    boxShadow: "var(--shadow-3)",
    maxWidth: "min(26rem, 92vw)",
    overflow: "hidden",
    zIndex: "20",
  },
  ".cm-tooltip.cm-tooltip-autocomplete > ul": {
    fontFamily: "inherit",
    maxHeight: "15em",
    minWidth: "min(16rem, 80vw)",
  },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li": { padding: "0.2rem 0.6rem", lineHeight: "1.5" },
  ".cm-tooltip-autocomplete ul li[aria-selected]": {
    backgroundColor: "var(--accent-wash)",
    color: "var(--ink)",
  },
  ".cm-completionIcon": { display: "none" },
  ".cm-completionMatchedText": { textDecoration: "none", fontWeight: "700", color: "var(--accent)" },
  ".cm-completionDetail": { color: "var(--soft)", fontStyle: "normal" },
  ".cm-completionInfo": {
    fontFamily: "system-ui, sans-serif",
    padding: "0.5rem 0.7rem",
    maxWidth: "20rem",
    overflow: "auto",
  },
  ".cm-panels": { backgroundColor: "var(--sunk)", color: "var(--ink)", borderColor: "var(--line)" },
  ".cm-panel.cm-search": { fontSize: "var(--type-caption)", padding: "0.5rem 2rem 0.5rem 0.6rem" },
  ".cm-panel.cm-search label": { fontSize: "var(--type-caption)" },
  ".cm-textfield": {
    backgroundColor: "var(--card)",
    color: "var(--ink)",
    border: "1px solid var(--edge)",
    borderRadius: "8px",
    padding: "0.25rem 0.5rem",
  },
  ".cm-button": {
    backgroundImage: "none",
    backgroundColor: "var(--card)",
    color: "var(--ink)",
    border: "1px solid var(--edge)",
    borderRadius: "8px",
    padding: "0.25rem 0.6rem",
    cursor: "pointer",
  },
  ".cm-panel button[name=close]": { color: "var(--ink)", fontSize: "var(--type-lead)", cursor: "pointer" },
  ".cm-lintRange-error": wavy(colours.error),
  ".cm-lintRange-warning": wavy(colours.warning),
  ".cm-lintRange-info": wavy(colours.remark),
  ".cm-lint-marker-error": mark(colours.error, "50%"),
  ".cm-lint-marker-warning": mark(colours.warning, "2px"),
  ".cm-lint-marker-info": mark(colours.remark, "50%"),
  ".cm-gutter-lint": { width: "0.95em" },
  ".cm-diagnostic": {
    fontFamily: "system-ui, sans-serif",
    padding: "0.4rem 0.7rem",
    fontSize: "var(--type-caption)",
  },
  ".cm-diagnostic-error": { borderLeft: `4px solid ${colours.error}` },
  ".cm-diagnostic-warning": { borderLeft: `4px solid ${colours.warning}` },
  ".cm-diagnostic-info": { borderLeft: `4px solid ${colours.remark}` },
  ".tok-key": { color: colours.key },
  ".tok-text": { color: colours.text },
  ".tok-word": { color: "var(--ink)" },
  ".tok-comment": { color: colours.comment, fontStyle: "italic" },
  ".tok-mark": { color: colours.mark },
  ".cm-explained": {
    fontFamily: "system-ui, sans-serif",
    padding: "0.5rem 0.7rem",
    fontSize: "var(--type-caption)",
  },
  ".cm-explained p": { margin: "0.15rem 0" },
  ".cm-explained .detail": { color: "var(--soft)" },
});

export const theme: Extension = [view, syntaxHighlighting(highlighter)];
