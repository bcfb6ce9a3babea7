// Flow editor entry: creates the editor and mounts its views.

import { createRoot } from "react-dom/client";
import { PageAccess } from "../page/page-access.ts";
import { App } from "./editor-app.tsx";
import { startChecking } from "./state/background-check.ts";
import { Editor, EditorProvider } from "./state/editor.ts";
import { FlowApi } from "./files/flow-api.ts";
import { keepDrafts } from "./files/unsaved-draft.ts";
import { Files, FilesProvider } from "./files/files.ts";
import { initialState } from "./files/opened-at-start.ts";
import { CrashView } from "./crash-view.tsx";

const place = document.getElementById("editor");
if (place === null) throw new Error("The page has no place for the editor");
const access = new PageAccess();
await access.open();
const api = new FlowApi(access);
const address = new URLSearchParams(location.search);
const editor = new Editor(await initialState(api, address), (text) => api.check(text));
const files = new Files(editor, { access, api });
const requestedFlow = address.get("flow");
if (requestedFlow !== null && editor.read().origin.kind === "example") void files.openStored(requestedFlow);
// Small screens show one panel at a time, the canvas first.
if (matchMedia("(max-width: 56rem)").matches) editor.dispatch({ type: "show", panel: "canvas" });
keepDrafts(editor);
startChecking(editor);
createRoot(place).render(
  <CrashView editor={editor}>
    <EditorProvider value={editor}>
      <FilesProvider value={files}>
        <App />
      </FilesProvider>
    </EditorProvider>
  </CrashView>,
);
