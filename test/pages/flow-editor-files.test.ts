// Files of the flow editor: a person saves, opens, names, copies and deletes flows, and no flow is overwritten or lost.

import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { newFlowText } from "../../src/flow/author/edit/document-draft.ts";
import type { Browser, Page } from "playwright-core";
import { expectQuiet, launch } from "../support/browser/browser.ts";
import { type EditorPage, openEditor, typeAtEnd } from "../support/browser/editor-page.ts";
import { faultsOf } from "../support/browser/faults.ts";
import { looks } from "../support/browser/looks.ts";
import { pageServer, type PageServer } from "../support/servers/page-server.ts";
import { newEmail } from "../support/people.ts";

setDefaultTimeout(240_000);

const password = "correct horse battery";

let server: PageServer;
let browser: Browser;

beforeAll(async () => {
  [server, browser] = await Promise.all([pageServer({ SPEECH: "off" }), launch()]);
});

afterAll(async () => {
  await browser.close();
  await server[Symbol.asyncDispose]();
});

const status = (page: Page): Promise<string | null> => page.locator(".flow-name").textContent();

async function enter({ page, press }: EditorPage, email: string, way: string): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await press(way);
}

const signUp = (editor: EditorPage): Promise<void> => enter(editor, newEmail(), "Create account");

async function nameIt({ page }: EditorPage, name: string): Promise<void> {
  const dialog = page.getByRole("dialog", { name: "Name of the flow" });
  await dialog.getByLabel("Name").fill(name);
  await dialog.getByRole("button", { name: "Save" }).click();
}

/** Signs up and saves the open flow; the page then shows a stored flow. */
async function saveAs(editor: EditorPage, name: string, email = newEmail()): Promise<void> {
  await editor.press("Save");
  await enter(editor, email, "Create account");
  await nameIt(editor, name);
  await editor.says("Saved as revision 1.");
}

/** Downloads the flow; returns its name and bytes as the person gets them. */
async function downloaded({ page, press }: EditorPage): Promise<{ name: string; text: string }> {
  await press("More");
  const [download] = await Promise.all([page.waitForEvent("download"), press("Download YAML")]);
  const text = await Bun.file(await download.path()).text();
  return { name: download.suggestedFilename(), text };
}

async function sample(id: string): Promise<string> {
  return await Bun.file(`public/flows/${id}.flow.yaml`).text();
}

async function write(editor: EditorPage, text: string): Promise<void> {
  await editor.view("YAML");
  await typeAtEnd(editor.page, text);
}

test("editor: a new person saves, and finds the flow again after a reload", async () => {
  await using editor = await openEditor({ browser, server });
  const { page, press, says } = editor;
  expect(await status(page)).toMatch(/example$/);
  await write(editor, "# mine\n");
  expect(await status(page)).toMatch(/not saved$/);
  await saveAs(editor, "First of all");
  expect(await status(page)).toBe("First of all saved");
  expect(page.url()).toMatch(/\?flow=\w+$/);

  await page.reload();
  await says("First of all");
  expect(await downloaded(editor)).toEqual({
    name: "first-of-all.flow.yaml",
    text: `${await sample("welcome")}# mine\n`,
  });
  await page.clock.install();
  await press("More");
  await press("Rename…");
  await nameIt(editor, "Second");
  await says("Saved as revision 2.");
  await page.clock.fastForward(10_000);
  await page.getByText("Saved as revision 2.").waitFor({ state: "detached" });
  // The server's findings stay until it has read the new text.
  await write(editor, "knowledge: {shop: [hours.md]}\n");
  await press("Save");
  await says(/^Saved as revision 3\. Line \d+: 'hours\.md' is not there for callers yet$/);
  await press("Open…");
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^Second/ })
    .waitFor();
  expectQuiet(editor);
});

test("editor: unsaved changes survive a reload, and can be dropped", async () => {
  await using editor = await openEditor({ browser, server }, "?example=call-routing");
  const { page, press, says } = editor;
  await write(editor, "# not saved\n");
  await page.reload();
  await says("Your unsaved changes were restored.");
  expect((await downloaded(editor)).text).toEndWith("# not saved\n");
  await press("Discard changes");
  expect((await downloaded(editor)).text).toBe(await sample("call-routing"));
  await page.reload();
  expect((await downloaded(editor)).text).toBe(await sample("call-routing"));
  expect(await page.getByText("What you had not saved").count()).toBe(0);
  expectQuiet(editor);
});

/** Opens the flow's address as a second person of the same account, who signs in. */
async function secondPerson({ page }: EditorPage, email: string): Promise<EditorPage> {
  const other = await openEditor({ browser, server }, new URL(page.url()).search);
  await enter(other, email, "Sign in");
  await other.page.locator(".flow-name").getByText("saved").waitFor();
  return other;
}

async function replaceInYaml({ page }: EditorPage, line: string, by: string): Promise<void> {
  await page.getByRole("textbox", { name: /YAML/ }).click();
  await page.keyboard.press("Control+Home");
  await page.getByText(line, { exact: true }).click();
  await page.keyboard.press("Home");
  await page.keyboard.press("Shift+End");
  await page.keyboard.type(by);
}

test("editor: two people who change one flow lose nothing, with either choice", async () => {
  await using editor = await openEditor({ browser, server });
  const { page, press, says } = editor;
  const email = newEmail();
  await saveAs(editor, "Ours", email);
  await using other = await secondPerson(editor, email);
  await write(other, "# theirs\n");
  await other.press("Save");
  await other.says("Saved as revision 2.");

  await editor.view("YAML");
  await replaceInYaml(editor, "voice_flow: 1", "# mine\nvoice_flow: 1");
  await press("Save");
  const question = page.getByRole("dialog", { name: "This flow was saved elsewhere in the meantime" });
  await question.getByText("It is at revision 2 now.").waitFor();
  await question.getByRole("button", { name: "Merge both" }).click();
  await says("Both changes are merged.");
  const { text } = await downloaded(editor);
  expect(text).toMatch(/^# mine$/m);
  expect(text).toEndWith("# theirs\n");
  await press("Save");
  await says("Saved as revision 3.");

  await write(other, "# again theirs\n");
  await other.press("Save");
  await other.page.getByRole("button", { name: "Use saved version" }).click();
  expect((await downloaded(other)).text).toBe(text);
  await other.press("Undo");
  expect((await downloaded(other)).text).toEndWith("# theirs\n# again theirs\n");
  await other.press("Redo");
  await write(other, "# the end of the one\n");
  await other.press("Save");
  await other.says("Saved as revision 4.");
  await write(editor, "# the end of the other\n");
  await press("Save");
  await question.getByText("Both of you changed the same lines").waitFor();
  expect(await question.getByRole("button", { name: "Merge both" }).isDisabled()).toBe(true);
  await question.getByRole("button", { name: "Save mine as a copy" }).click();
  await nameIt(editor, "Mine alone");
  await says("Saved as revision 1.");
  expect((await downloaded(editor)).text).toEndWith("# the end of the other\n");
  await press("Open…");
  await page.getByRole("dialog").getByRole("button", { name: /^Ours/ }).waitFor();
  expectQuiet(editor);
});

test("editor: a deleted flow can be restored, until it is gone", async () => {
  await using editor = await openEditor({ browser, server });
  const { page, press } = editor;
  await page.clock.install();
  await saveAs(editor, "Short lived");
  const dialog = page.getByRole("dialog", { name: "Open a flow" });
  await press("Open…");
  await dialog.getByRole("button", { name: "Delete Short lived" }).click();
  await dialog.getByText("Short lived is being deleted.").waitFor();
  await dialog.getByRole("button", { name: "Undo" }).click();
  await page.clock.fastForward(60_000);
  await dialog.getByRole("button", { name: "Delete Short lived" }).click();
  const told = page.waitForResponse((response) => response.request().method() === "DELETE");
  await page.clock.fastForward(60_000);
  expect((await told).status()).toBe(204);
  await dialog.getByRole("button", { name: "Close" }).click();
  await press("Open…");
  await dialog.getByText("No flows yet. Saved flows are listed here.").waitFor();
  expect(await status(page)).toMatch(/not saved$/);
  expectQuiet(editor);
});

test("editor: files and examples need no account", async () => {
  await using editor = await openEditor({ browser, server });
  const { page, press, says } = editor;
  const text = `# A file\r\n${(await sample("call-routing")).replaceAll("\n", "\r\n")}`;
  const choose = async (name: string, content: string): Promise<void> => {
    await press("Open…");
    const [chooser] = await Promise.all([page.waitForEvent("filechooser"), press("From a file…")]);
    await chooser.setFiles({ name, mimeType: "application/yaml", buffer: Buffer.from(content) });
  };
  await choose("lines.yaml", text);
  await says("lines.yaml");
  expect((await downloaded(editor)).text).toBe(text);

  await choose("huge.yaml", "#".repeat(2 * 1024 * 1024));
  await says("The file is larger than 256 KiB, the limit of a flow.");
  await page.getByRole("dialog").getByRole("button", { name: "New empty flow" }).click();
  expect((await downloaded(editor)).text).toBe(newFlowText);
  await write(editor, "# mine\n");
  await press("Open…");
  await page.getByRole("dialog").getByRole("button", { name: "Welcome", exact: true }).click();
  await page.getByRole("dialog", { name: "Discard unsaved changes?" }).waitFor();
  await press("Cancel");
  expect((await downloaded(editor)).text).toBe(`${newFlowText}# mine\n`);
  expectQuiet(editor);
});

test("editor: a flow with errors is saved as a draft, and hostile words stay text", async () => {
  await using editor = await openEditor({ browser, server });
  const { page, press, says } = editor;
  const hostile = `<img src=x onerror="alert(1)"> \u202Egnp.exe ${"long ".repeat(20)}`.trim();
  await write(editor, "nodes: <script>alert(1)</script>\n");
  await press("Save");
  await signUp(editor);
  await nameIt(editor, hostile);
  await says("the key 'nodes' occurs twice");
  await page.getByRole("textbox", { name: /YAML/ }).focus();
  for (const key of ["ArrowUp", "Home", "Shift+End"]) await page.keyboard.press(key);
  await page.keyboard.type("<script>alert(1)</script>: <b>bold</b>");
  await press("Save");
  await nameIt(editor, hostile);
  await page.getByRole("dialog", { name: "Save as draft?" }).waitFor();
  await press("Save as draft");
  await says("Saved as revision 1.");
  await page.reload();
  await says(hostile);
  await press("Open…");
  await page
    .getByRole("dialog")
    .getByRole("button", { name: `Delete ${hostile}` })
    .waitFor();
  expect(await page.locator("img:not(.brand img)").count()).toBe(0);
  expectQuiet(editor);
});

test.each(looks)("editor: its dialogs pass axe, %s at %d pixels", async (colorScheme, width) => {
  const options = { colorScheme, viewport: { width, height: 844 }, bypassCSP: true };
  await using editor = await openEditor({ browser, server }, "", options);
  const { page, press, says } = editor;
  await says("example");
  expect(await faultsOf(page)).toEqual([]);
  await press("Open…");
  await page.getByRole("dialog").waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await press("Save");
  await page.getByLabel("Email").fill("nobody");
  await press("Sign in");
  await page.getByText(/email/i).first().waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await signUp(editor);
  expect(await faultsOf(page)).toEqual([]);
  await nameIt(editor, "Named");
  await says("Saved as revision 1.");
  await press("More");
  expect(await faultsOf(page)).toEqual([]);
});

test("editor: a page that cannot be drawn keeps the flow", async () => {
  await using editor = await openEditor({ browser, server }, "?example=call-routing");
  // In this browser the canvas breaks.
  await editor.page.addInitScript(() => Object.defineProperty(window, "ResizeObserver", { value: null }));
  await editor.page.reload();
  await editor.says("The editor cannot show this flow.");
  const [download] = await Promise.all([editor.page.waitForEvent("download"), editor.press("Download YAML")]);
  expect(await Bun.file(await download.path()).text()).toBe(await sample("call-routing"));
  expect(await faultsOf(editor.page)).toEqual([]);
});
