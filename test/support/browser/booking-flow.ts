// Booking flow: a newcomer builds it with the editor's forms, tries it by typing, and stores it in a new account.

import type { Locator, Page } from "playwright-core";
import { saveAsNewPerson, showView, startEmpty } from "./file-steps.ts";
import { FormDriver } from "./form-hand.ts";
import type { Hands } from "./hands.ts";

const button = (page: Page, name: string | RegExp): Locator =>
  page.getByRole("button", typeof name === "string" ? { name, exact: true } : { name });

const variables = [
  ["hour", "time", "At what time?"],
  ["guest", "name", "What is your name?"],
  ["phone", "phone", "And your phone number?"],
  ["ok", "boolean", ""],
  ["reference", "text", ""],
] as const;

/**
 * Asks for day, time, name and phone, reads them back and books at the address; the time is asked again when it is
 * taken.
 */
export async function buildBooking(hands: Hands, address: string): Promise<void> {
  const form = new FormDriver(hands);
  const { page, connect, edit } = hands;
  /** Types into a field with suggestions, and takes the marked one. */
  const put = async (place: string, text: string): Promise<void> => {
    await form.write(place, text);
    await page.keyboard.press("Enter");
  };
  const askFor = async (...names: readonly string[]): Promise<void> => {
    for (const [at, name] of names.entries()) {
      if (at > 0) await form.press("Add ask");
      if (at === 0) await put("Ask", name);
      else await put(`Ask ${at + 1}`, name);
    }
  };

  await startEmpty(hands, async () => undefined);
  await form.node("Say", "hello");
  await form.write("Say", "Hello, this is the bistro.");
  await form.node("Ask", "when", { node: "hello", port: "next" });
  await form.press("Ask: go to answer");
  await form.rename("Variables/answer/Name of variable answer", "day");
  await put("Variables/day/Type", "date");
  await form.write("Variables/day/Ask", "For which day?");
  for (const [name, type, ask] of variables) {
    await form.enter(`Variables/${name}`, "variable");
    await put(`Variables/${name}/Type`, type);
    if (ask !== "") await form.write(`Variables/${name}/Ask`, ask);
  }
  await form.add("Variables/phone/Region", "GB");
  await form.write("Id", "bistro");
  await form.write("Name", "Bistro table");
  await form.add("Timezone", "Europe/London");

  await edit("when");
  await askFor("day", "hour");
  await form.node("Ask", "who", { node: "when", port: "next" });
  await askFor("guest", "phone");
  // A caller who is asked for another time has already given their name.
  await form.add("When filled");
  await form.choose("When filled", "skip");
  await form.node("Ask", "confirm", { node: "who", port: "next" });
  await put("Ask", "ok");
  await form.write("Say", "{{ day }} at {{ hour }} for {{ guest }}, {{ phone }}. Shall I book it?");
  await form.press("Add condition");
  await put("If, condition 1", "ok");

  await form.node("Tool", "book", { node: "confirm", port: "if ok" });
  await form.press("Tool: go to lookup");
  await form.rename("Tools/lookup/Name of tool lookup", "book_table");
  const tool = "Tools/book_table";
  await form.write(`${tool}/HTTP`, `POST ${address}`);
  for (const name of ["day", "hour", "guest", "phone"]) await form.enter(`${tool}/Params/${name}`, "param");
  await form.add(`${tool}/Body`);
  await form.choose(`${tool}/Body: form of the value`, "map");
  for (const name of ["day", "hour", "guest", "phone"])
    await form.enter(`${tool}/Body/${name}`, "field", `{{ ${name} }}`);
  await form.add(`${tool}/Returns`);
  await form.enter(`${tool}/Returns/reference`, "field");
  await edit("book");
  for (const name of ["day", "hour", "guest", "phone"]) await put(`With: ${name}`, name);
  await form.enter("Save/reference", "variable", "result.reference");
  await page.keyboard.press("Enter");

  // The end that was added with the first node.
  await edit("end");
  await form.rename("Name of the node", "later");
  await form.write("Say", "I can not book it now. Goodbye.");
  await form.write("End", "none");
  await form.node("End", "booked", { node: "book", port: "next" });
  await form.write("Say", "It is booked, and your reference is {{ reference }}. Goodbye.");
  await form.write("End", "booked");
  await form.node("Branch", "why", { node: "book", port: "error" });
  await put("If, condition 1", "failure.status == 409");
  await form.node("Say", "taken", { node: "why", port: "if failure.status == 409" });
  await form.write("Say", "I am sorry, {{ hour }} is taken.");
  await form.node("Say", "again", { node: "taken", port: "next" });
  await form.remove("Say");
  await form.add("Set");
  await form.enter("Set/hour", "variable", "null");
  await connect({ node: "again", port: "next" }, "when");
}

/** Types a whole booking without a call, twice: before and after the tool has mocked answers. */
export async function tryBooking(hands: Hands): Promise<void> {
  const { page, press, write } = hands;
  const log = page.getByRole("log");
  const say = async (words: string, answer: string | RegExp): Promise<void> => {
    await write(page.getByLabel("Your words"), words);
    await page.keyboard.press("Enter");
    await log.getByText(answer).last().waitFor();
  };
  const untilBooked = async (): Promise<void> => {
    await log.getByText("For which day?").waitFor();
    await say("tomorrow at eight in the evening", "What is your name?");
    await say("Ada Lovelace", "And your phone number?");
    // A phone number is read back, since one wrong digit reaches no telephone.
    await say("oh two oh seven nine four six oh nine one two", "0 2 0, 7 9 4 6, 0 9 1 2, is that right?");
    await say("yes", /at 8 p\.m\. for Ada Lovelace.*Shall I book it/);
  };
  await showView(hands, "Try it");
  await press(button(page, "Start"));
  await untilBooked();
  await say("yes", "The tool book_table failed, because it has no simulated answer");
  await log.getByText("The conversation ended: none").waitFor();
  await press(page.getByText("Test setup", { exact: true }));
  await write(page.getByRole("textbox", { name: "book_table" }), '[{"status": 409}, {"reference": "B7"}]');
  await press(button(page, "Again"));
  await untilBooked();
  await say("yes", "I am sorry, 8 p.m. is taken. At what time?");
  await say("at nine in the evening", /at 9 p\.m\. for Ada Lovelace.*Shall I book it/);
  await say("yes", "your reference is B7");
  await press(button(page, "Create test from this conversation"));
  await page.getByText("The test passes.", { exact: false }).waitFor();
}

/** Saves the flow in a new account, and opens the page that calls it. */
export async function keepAndCall(hands: Hands): Promise<void> {
  await saveAsNewPerson(hands, "Bistro table", async () => undefined);
  await hands.press(button(hands.page, "More"));
  await hands.press(button(hands.page, "Call flow"));
  await hands.page.waitForURL(/\/test\?flow=/);
}
