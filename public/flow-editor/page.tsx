// The flow editor's page: one editor, and the views around it.

import { createRoot } from "react-dom/client";
import { App } from "./app.tsx";
import { Editor, EditorProvider } from "./editor.ts";
import { startChecking } from "./checking.ts";
import { firstState } from "./files/first.ts";

const place = document.getElementById("editor");
if (place === null) throw new Error("The page has no place for the editor");
const editor = new Editor(await firstState());
startChecking(editor);
createRoot(place).render(
  <EditorProvider value={editor}>
    <App />
  </EditorProvider>,
);
