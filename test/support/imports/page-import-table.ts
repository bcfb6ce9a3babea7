// Import table of the pages: the allowed imports of their folders.

export const pageParts: Readonly<Record<string, readonly string[]>> = {
  "public/voice": [
    "src/transport/message-envelope.ts",
    "src/transport/message-extension.ts",
    "src/transport/message-server.ts",
  ],
  "public/client": ["public/voice"],
  "public/widget": [
    "public/client",
    "public/page",
    "public/voice/call-state.ts",
    "src/flow/locale/widget-words.ts",
    "src/base/closest-word.ts",
  ],
  "public/talk": ["public/widget", "public/page"],
  // Examples know only the package.
  "public/examples": [],
  // Only types: a page has no code of the server.
  "public/page": ["src/routes/api.ts"],
  "public/manual": ["public/page", "src/manual/complete-flow.ts"],
  "public/console": ["public/voice", "public/page", "src/base/words/masked-number.ts"],
  "public/test": ["public/voice", "public/page"],
  "public/flow-editor/state": ["src/flow"],
  "public/flow-editor/complete": ["src/flow"],
  "public/flow-editor/canvas": ["src/flow", "public/flow-editor/state", "public/flow-editor/dialog.tsx"],
  "public/flow-editor/inspector": [
    "src/flow",
    "public/page",
    "public/flow-editor/state",
    "public/flow-editor/complete",
  ],
  "public/flow-editor/text": ["src/flow", "public/flow-editor/state", "public/flow-editor/complete"],
  "public/flow-editor/files": [
    "src/flow",
    "public/page",
    "public/flow-editor/state",
    "public/flow-editor/dialog.tsx",
    // Positions of nodes: a picture is saved as displayed.
    "public/flow-editor/canvas/elements",
  ],
  "public/flow-editor/tests": [
    "src/flow",
    "public/flow-editor/state",
    "public/flow-editor/first-problems.tsx",
  ],
  "public/flow-editor/try": [
    "src/flow",
    "public/voice",
    "public/page",
    "public/flow-editor/state",
    "public/flow-editor/tests",
    "public/flow-editor/files",
    "public/flow-editor/first-problems.tsx",
  ],
  "public/flow-editor": ["public/page", "src/flow"],
};
