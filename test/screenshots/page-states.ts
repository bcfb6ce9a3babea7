// Page states: every page of the product in every state that a person can see, as rows of a table.

import type { Page } from "playwright-core";
import { type CallSteps, calling } from "../support/browser/console-steps.ts";
import { newEmail, ownerEmail, type PageWorld, password } from "./page-world.ts";

export interface StateWorld extends PageWorld {
  readonly recorded: string;
}

/** Opens the state, and waits until it is visible. */
export type Scene = (page: Page, world: StateWorld) => Promise<void>;

const press = (page: Page, name: string | RegExp): Promise<void> =>
  page
    .getByRole("button", typeof name === "string" ? { name, exact: true } : { name })
    .first()
    .click();
const text = (page: Page, words: string | RegExp): Promise<void> => page.getByText(words).first().waitFor();
const loaded = (page: Page): Promise<void> =>
  page.getByText("Loading…").first().waitFor({ state: "detached" });

/** A page of the program, once this part of it is visible. */
const at =
  (path: string, marker: string): Scene =>
  async (page, { origin }) => {
    await page.goto(origin + path);
    await page.locator(marker).first().waitFor({ state: "attached" });
  };

/** A view of the console, as the owner or as a person without any data; then these steps. */
const view =
  (hash: string, then?: Scene, email = ownerEmail): Scene =>
  async (page, world) => {
    await page.goto(`${world.origin}/console#/${hash}`);
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password").fill(password);
    await press(page, "Sign in");
    await page.locator(".console h1").waitFor();
    await loaded(page);
    await then?.(page, world);
  };
const empty = (hash: string): Scene => view(hash, undefined, newEmail);

const opened =
  (button: string | RegExp, fields: Readonly<Record<string, string>> = {}, then?: string): Scene =>
  async (page) => {
    await press(page, button);
    for (const [label, value] of Object.entries(fields))
      await page.getByLabel(label, { exact: true }).first().fill(value);
    if (then !== undefined) await press(page, then);
  };

const steps =
  (...scenes: readonly Scene[]): Scene =>
  async (page, world) => {
    for (const scene of scenes) await scene(page, world);
  };

const shows =
  (words: string | RegExp): Scene =>
  (page) =>
    text(page, words);

/** The server fails this request. */
const failing =
  (path: RegExp): Scene =>
  async (page) => {
    await page.route(path, (route) => route.abort());
  };

/** A call that runs as long as the page is open. */
const live: Scene = async (page, { origin }) => {
  const call: CallSteps = await calling(origin, ownerEmail);
  page.once("close", () => void call.caller.close());
  call.caller.send({ label: "rtvi-ai", type: "send-text", id: "t", data: { content: "one moment" } });
};

const talking: Scene = steps(at("/test?flow=table-booking", "#ideas li"), async (page) => {
  await press(page, "Start without a microphone");
  await page.locator("#state").filter({ hasText: "Your turn" }).waitFor();
  await page.locator("#text").fill("for four people on friday");
  await page.keyboard.press("Enter");
  await page.locator(".entry.agent:not(.blank)").nth(1).waitFor();
  await page.locator("#state").filter({ hasText: "Your turn" }).waitFor();
});

const editing = (tab: string, then?: Scene): Scene =>
  steps(at("/flow-editor?example=table-booking", ".react-flow__node"), async (page, world) => {
    await page.getByRole("tab", { name: tab, exact: true }).click();
    await then?.(page, world);
  });

const visiting: Scene = async (page, { site }) => {
  await page.goto(site);
  await press(page, /Talk to/);
};

export const pageStates: Readonly<Record<string, Scene>> = {
  "sign-in": at("/console", ".sign-in form"),
  "sign-in-error": steps(at("/console", ".sign-in form"), async (page) => {
    await page.getByLabel("Email").fill(ownerEmail);
    await page.getByLabel("Password").fill("wrong horse battery");
    await press(page, "Sign in");
    await page.locator(".problem:not(:empty)").waitFor();
  }),
  "sign-in-invited": steps(
    async (page) => {
      await page.route(/auth\/standing/, (route) => route.fulfill({ json: { signup: "invite" } }));
    },
    at("/console", ".sign-in form"),
    shows("by invitation only"),
  ),
  join: at("/console#/join?link=x", ".sign-in form"),
  reset: at("/console#/reset?link=x", "form"),
  confirm: at("/console#/confirm?link=x", "#console button"),

  home: view("", (page) => page.locator(".calls tbody tr").first().waitFor()),
  "home-empty": empty(""),
  calls: view("calls", (page) => page.locator(".calls tbody tr").nth(5).waitFor()),
  "calls-filters": view("calls", async (page) => await page.getByText("More filters").click()),
  "calls-none": view("calls?q=giraffe", shows("No calls match")),
  "calls-empty": empty("calls"),
  "calls-error": steps(failing(/v1\/calls/), view("calls", shows("Request failed"))),
  call: async (page, world) =>
    await view(`calls/${world.recorded}`, async () => {
      await press(page, "Load recording");
      await page.getByRole("slider").waitFor();
    })(page, world),
  "call-deletion": async (page, world) =>
    await view(`calls/${world.recorded}`, opened("Delete"))(page, world),
  "call-absent": view("calls/ses_none", shows("Request failed")),
  live: steps(
    live,
    view("live", (page) => page.locator(".calls tbody tr").first().waitFor()),
  ),
  "live-call": steps(
    live,
    view("live", async (page) => {
      await page.locator(".calls tbody a").first().click();
      await page.getByRole("button", { name: "Listen in" }).waitFor();
    }),
  ),
  "live-empty": empty("live"),
  flows: view("flows", shows("Table booking")),
  "flows-empty": empty("flows"),
  flow: async (page, world) =>
    await view(`flows/${world.flowId}`, async () => {
      await press(page, /^Compare/);
      await page.locator(".diff").waitFor();
    })(page, world),
  assistants: view("assistants", shows("Front desk")),
  "assistants-form": view("assistants", opened("Create assistant")),
  "assistants-edit": view("assistants", opened("Edit: Front desk")),
  "assistants-empty": empty("assistants"),
  knowledge: view(
    "knowledge",
    steps(shows("Opening hours"), async (page) => {
      await page.getByRole("textbox", { name: "Question" }).fill("when are you open");
      await press(page, "Ask");
      await text(page, "From five to eleven.");
    }),
  ),
  "knowledge-form": view("knowledge", opened("Add source")),
  "knowledge-empty": empty("knowledge"),
  providers: view("providers", (page) => page.getByLabel("Provider").first().waitFor()),
  "providers-error": view("providers", async (page) => {
    await page.locator("select").nth(2).selectOption({ index: 2 });
    await page.getByRole("button", { name: "Save", exact: true }).nth(2).click();
    await page.getByRole("alert").filter({ hasText: /./ }).first().waitFor();
  }),
  widgets: view("embeds", shows("widget.js")),
  "widgets-form": view("embeds", opened("Create widget")),
  "widgets-error": view("embeds", opened("Create widget", { "Minutes per day": "many" }, "Create widget")),
  "widgets-empty": empty("embeds"),
  phone: view("phone", shows("Reception")),
  "phone-form": view("phone", opened("Connect")),
  "phone-empty": empty("phone"),
  webhooks: view("hooks", shows("crm.harbour")),
  "webhooks-form": view("hooks", opened("Create webhook")),
  "webhooks-secret": view(
    "hooks",
    opened("Create webhook", { URL: "https://crm.harbour-restaurant.example/second" }, "Create webhook"),
  ),
  "webhooks-empty": empty("hooks"),
  keys: view("keys", shows("Booking page")),
  "keys-secret": view("keys", opened("Create key", { Name: "Reminders" }, "Create key")),
  "keys-revoking": view("keys", opened("Revoke: Booking page")),
  "keys-empty": empty("keys"),
  secrets: view("secrets", shows("CRM_TOKEN")),
  "secrets-form": view("secrets", opened("Set secret")),
  "secrets-empty": empty("secrets"),
  usage: view("money", shows("Ledger")),
  "usage-empty": empty("money"),
  people: view("people", shows("Bob from support")),
  "people-link": view("people", opened("Invite a person", { Name: "Carol" }, "Invite a person")),
  "people-closing": view("people", opened(/^Close: /)),
  account: view("account", shows("this browser")),
  "account-error": view("account", async (page) => {
    await page.getByLabel("Current password").fill("wrong horse battery");
    await page.getByLabel("New password").fill("staple tomorrow orbit");
    await press(page, "Change password");
    await page.getByRole("alert").filter({ hasText: /./ }).first().waitFor();
  }),
  "account-empty": empty("account"),
  system: view("system", shows("Settings")),
  "system-search": view("system", async (page) => {
    await page.getByRole("searchbox").fill("retention");
    await page.locator("details[open]").first().waitFor();
  }),

  test: at("/test", "#ideas li"),
  "test-call": talking,
  "test-keypad": steps(talking, opened("Keypad")),
  "test-ended": steps(talking, opened("Hang up"), shows("You hung up.")),
  "test-error": steps(at("/test", "#ideas li"), async (page) => {
    await page.evaluate(() => {
      navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException("No", "NotFoundError"));
    });
    await page.locator("#call").click();
    await text(page, "No microphone found");
  }),
  editor: at("/flow-editor", ".react-flow__node"),
  "editor-example": editing("Form"),
  "editor-node": editing("Form", async (page) => {
    await page.locator('.react-flow__node[data-id="details"]').focus();
    await page.keyboard.press("Enter");
  }),
  "editor-text": editing("YAML", (page) => page.locator(".cm-line").first().waitFor()),
  "editor-try": editing("Try it", async (page) => {
    await press(page, "Start");
    await page.getByLabel("Your words").fill("a table for four on friday");
    await page.keyboard.press("Enter");
    await page.getByRole("log").getByText("a table for four on friday").waitFor();
  }),
  "editor-tests": editing("Tests", async (page) => {
    await press(page, /^Run \d/);
    await text(page, /pass, in/);
  }),
  "editor-open": editing("Form", async (page) => {
    await press(page, "Open…");
    await page.locator("dialog[open]").waitFor();
  }),
  "editor-more": editing("Form", opened("More")),
  "editor-save": editing("Form", async (page) => {
    await press(page, "Save");
    await page.locator("dialog[open]").waitFor();
  }),
  "editor-problems": steps(at("/flow-editor?example=table-booking", ".react-flow__node"), async (page) => {
    await page.getByRole("tab", { name: "YAML", exact: true }).click();
    await page.locator(".cm-content").click();
    await page.keyboard.press("Control+End");
    await page.keyboard.type("\nstrange: true\n");
    await text(page, /\d error/);
  }),
  talk: async (page, { talkUrl }) => {
    await page.goto(talkUrl);
    await page.getByRole("button", { name: "Talk" }).waitFor();
  },
  "talk-call": async (page, { talkUrl }) => {
    await page.goto(talkUrl);
    await press(page, "Talk");
    await page.getByRole("status").filter({ hasText: "Listening" }).waitFor();
  },
  "talk-ended": async (page, { talkUrl }) => {
    await page.goto(talkUrl);
    await press(page, "Talk");
    await page.getByRole("status").filter({ hasText: "Listening" }).waitFor();
    await press(page, "Hang up");
    await page.getByRole("button", { name: "Call again" }).waitFor();
  },
  "talk-absent": at("/talk/vfe_none", "main"),
  "widget-closed": async (page, { site }) => {
    await page.goto(site);
    await page.getByRole("button", { name: /Talk to/ }).waitFor();
  },
  "widget-open": visiting,
  "widget-call": steps(visiting, shows("Listening")),
  "widget-refused": async (page, { strangerSite }) => {
    await page.goto(strangerSite);
    await press(page, /Talk to/);
    await page.getByRole("alert").filter({ hasText: /./ }).first().waitFor();
  },

  docs: at("/docs", "main picture"),
  "docs-guide": at("/docs/deploy", "main pre"),
  "docs-tables": at("/docs/configuration", "main table"),
  "docs-search": steps(at("/docs", "main picture"), async (page) => {
    await page.keyboard.press("/");
    await page.keyboard.type("nginx");
    await page.locator("#results a").first().waitFor();
  }),
  "flow-language": at("/flow-language", "main .example"),
  "wire-protocol": at("/wire-protocol", "main table"),
  swagger: at("/swagger", ".opblock"),
  "swagger-operation": steps(at("/swagger", ".opblock"), async (page) => {
    await page.locator(".opblock-summary-control").nth(2).click();
    await page.locator(".opblock.is-open .opblock-body").waitFor();
  }),
  "not-found": at("/nowhere", "main"),
};
