// Front desk scenario: builds the front desk example from an empty flow, on the canvas and in the forms.

import { FormDriver } from "./form-hand.ts";
import type { Hands } from "./hands.ts";

export async function buildFrontDesk(hands: Hands): Promise<void> {
  const form = new FormDriver(hands);
  await buildMenu(hands, form);
  await buildLookup(hands, form);
  await buildExits(hands, form);
  await fillFlowForm(form);
}

async function buildMenu({ connect, edit }: Hands, form: FormDriver): Promise<void> {
  await form.node("Say", "welcome");
  await form.write("Say", "Welcome to Example Corp.");
  // The end that was added with the first node.
  await edit("end");
  await form.rename("Name of the node", "bye");
  await edit("welcome");
  await form.add("Set");
  await form.enter("Set/open", "variable", "hour() >= 9 and hour() < 17");
  await form.node("Menu", "main", { node: "welcome", port: "next" });
  await form.write(
    "Say",
    "For sales say sales or press one, for support press two, for billing press three.",
  );
  await form.add("No match", "Sorry, was that sales, support or billing?");
  await form.press("No match: add wording");
  await form.write("No match 2", "Press one for sales, two for support, three for billing.");
  await form.add("No input", "I did not hear anything. Which department do you need?");
  await form.press("Menu: go to choice");
  await fillDepartments(form);
  await edit("main");
  await form.node("Branch", "hours_check", { node: "main", port: "sales" });
  await form.write("If, condition 1", "open");
  await form.node("Ask", "number", { node: "main", port: "support" });
  await connect({ node: "main", port: "billing" }, "number");
  await edit("number");
  await form.press("Ask: go to answer");
  const account = "Variables/account";
  await form.rename("Variables/answer/Name of variable answer", "account");
  await form.write(`${account}/Type`, "digits");
  await form.add(`${account}/Length`, "6");
  await form.add(`${account}/Confirm`);
  await form.choose(`${account}/Confirm`, "explicit");
  await form.write(`${account}/Ask`, "Please key in or say your six digit account number.");
  await edit("number");
  await form.add("Listen");
  await form.add("Listen/End silence", "1200ms");
  await form.add("Listen/DTMF");
  await form.write("Listen/DTMF/Finish", "#");
  await form.write("Listen/DTMF/Inter digit", "3s");
}

async function fillDepartments(form: FormDriver): Promise<void> {
  await form.rename("Variables/choice/Name of variable choice", "dept");
  await form.remove("Variables/dept/Ask");
  await form.add("Variables/dept/Output");
  await form.choose("Variables/dept/Output", "Yes");
  const options = "Variables/dept/Options";
  await form.fold(`${options}/first`);
  await fillOption(form, "first", { id: "sales", key: "1", synonyms: "buy\npurchase\nnew order\npricing" });
  await form.fold(`${options}/second`);
  await fillOption(form, "second", {
    id: "support",
    key: "2",
    synonyms: "help with\nproblem\nbroken\ntechnical support",
  });
  await form.press(`${options}/Add option`);
  await fillOption(form, "Option 3", { id: "billing", key: "3", synonyms: "invoice\npayment\nbill" });
}

interface Department {
  readonly id: string;
  readonly key: string;
  readonly synonyms: string;
}

async function fillOption(form: FormDriver, name: string, { id, key, synonyms }: Department): Promise<void> {
  const place = `Variables/dept/Options/${id}`;
  await form.rename(`Variables/dept/Options/${name}/Id`, id);
  await form.write(`${place}/Synonyms, one per line`, synonyms);
  await form.add(`${place}/DTMF`, key);
  await form.fold(place);
}

async function buildLookup({ edit }: Hands, form: FormDriver): Promise<void> {
  await form.node("Tool", "find", { node: "number", port: "next" });
  await form.press("Tool: go to lookup");
  await form.enter("Tools/lookup/Params/account", "param");
  await form.choose("Tools/lookup/Params/Params: account", "text");
  await form.write("Tools/lookup/HTTP", "GET https://crm.example.com/accounts/{{ account }}");
  await form.add("Tools/lookup/Timeout", "3s");
  await edit("find");
  await form.write("With: account", "account");
  await form.enter("Save/plan", "variable", "result.plan");
  await form.press("Add condition");
  await form.write("If, condition 1", 'plan == "enterprise"');
}

async function buildExits({ connect, edit }: Hands, form: FormDriver): Promise<void> {
  await connect({ node: "find", port: "error" }, "hours_check");
  await connect({ node: "find", port: "else" }, "hours_check");
  await form.node("Transfer", "priority", { node: "find", port: 'if plan == "enterprise"' });
  await form.write("Transfer", "sip:vip@pbx.example.com");
  await form.write("Say", "Thank you. You have a dedicated line.");
  await form.node("Transfer", "connect", { node: "hours_check", port: "if open" });
  await form.write("Transfer", "sip:{{ dept }}@pbx.example.com");
  await form.write("Say", "Connecting you to {{ dept }}.");
  await form.node("Record", "voicemail", { node: "hours_check", port: "else" });
  await form.write("Say", "Please leave a message after the tone.");
  await form.add("Barge in");
  await form.choose("Barge in", "No");
  await form.add("Max", "90s");
  await form.add("End silence", "3s");
  await form.press("Record: go to recording");
  await form.rename("Variables/recording/Name of variable recording", "message");
  await edit("voicemail");
  await edit("bye");
  await form.write("Say", "Thank you. We will call you back. Goodbye.");
  await form.write("End", "voicemail");
  await form.node("Branch", "operator");
  await form.write("If, condition 1", "open");
  await form.node("Transfer", "reception", { node: "operator", port: "if open" });
  await form.write("Transfer", "sip:reception@pbx.example.com");
  await form.write("Say", "One moment please.");
  await connect({ node: "operator", port: "else" }, "voicemail");
  for (const node of ["priority", "connect", "reception"]) {
    await connect({ node, port: "failed" }, "voicemail");
  }
}

async function fillFlowForm(form: FormDriver): Promise<void> {
  await form.press("The flow");
  await form.write("Id", "call-routing");
  await form.write("Name", "Front desk");
  await form.write(
    "Description",
    "Routes a call by voice or keys, and takes a message if a department does not answer.",
  );
  await form.add("Timezone", "Europe/London");
  await form.enter("Variables/plan", "variable");
  await form.enter("Variables/open", "variable");
  await form.write("Variables/open/Type", "boolean");
  await form.fold("Variables", "Tools");
  await form.fold("Defaults");
  await form.add("Defaults/Max attempts", "3");
  await form.write("Defaults/Give up", "operator");
  await form.add("Defaults/Listen");
  await form.add("Defaults/Listen/No input", "6s");
  await form.fold("Defaults", "Handlers");
  for (const name of ["operator", "repeat", "help"]) await form.enter(`Handlers/${name}`, "handler");
  await form.add("Handlers/operator/DTMF", "0");
  await form.write("Handlers/operator/Next", "operator");
  await form.add("Handlers/repeat/DTMF", "*");
  await form.write("Handlers/help/Say", "You can say sales, support or billing, or press zero for a person.");
  await form.fold("Handlers");
}

export type Step = Readonly<Record<string, unknown>>;

export interface DeskTest {
  readonly name: string;
  readonly now: string;
  readonly mocks?: { readonly lookup: { readonly plan?: string; readonly error?: string } };
  readonly script: readonly Step[];
}

/** The part of the example's document that tests use. */
export interface FrontDesk {
  readonly tests: readonly DeskTest[];
}

/** Writes tests into the form of the flow, which must be shown. */
export async function writeTests(hands: Hands, tests: readonly DeskTest[]): Promise<void> {
  const form = new FormDriver(hands);
  await form.fold("Tests");
  for (const [i, test] of tests.entries()) await writeTest(form, i + 1, test);
}

async function writeTest(
  form: FormDriver,
  count: number,
  { name, now, mocks, script }: DeskTest,
): Promise<void> {
  await form.press("Tests/Add test");
  await form.write(`Tests/Test ${count}/Name`, name);
  const place = `Tests/${name}`;
  await form.add(`${place}/Now`, now);
  if (mocks !== undefined) {
    const { plan, error } = mocks.lookup;
    await form.add(`${place}/Mocks`);
    await form.enter(`${place}/Mocks/lookup`, "mock");
    if (error === undefined) {
      await form.choose(`${place}/Mocks/lookup/Mocks: lookup: form of the value`, "map");
      await form.enter(`${place}/Mocks/lookup/plan`, "field", plan);
    } else {
      await form.choose(`${place}/Mocks/lookup/Error`, error);
    }
  }
  for (const [at, step] of script.entries()) await writeStep(form, `${place}/Script required`, at + 1, step);
  await form.fold(place);
}

async function writeStep(form: FormDriver, script: string, count: number, step: Step): Promise<void> {
  const [[kind, value] = ["", ""]] = Object.entries(step);
  const label = kind === "dtmf" ? "DTMF" : kind.slice(0, 1).toUpperCase() + kind.slice(1);
  await form.press(`${script}/Add step`);
  const place = `${script}/Step ${count}`;
  if (kind !== "user") await form.choose(`${place}/Kind of step`, label);
  if (kind === "hangup") return;
  if (kind === "transfer") await form.choose(`${place}/${label}`, String(value));
  else if (typeof value === "object" && value !== null) {
    for (const [name, each] of Object.entries(value))
      await form.enter(`${place}/${label}/${name}`, "variable", String(each));
  } else await form.write(`${place}/${label}`, String(value));
}
