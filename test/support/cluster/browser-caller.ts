// Browser caller: a person at the test page of a cluster, in the middle of numbered questions, who answers by typing.
// It reports the node of the call, and the time of its page without a question.

import { expect } from "bun:test";
import type { Browser, Page } from "playwright-core";
import { keepStates, open, type WatchedPage } from "../browser/browser.ts";
import type { Person } from "../people.ts";
import { until } from "../until.ts";
import type { ClusterNode, ClusterWorld } from "./cluster-world.ts";

export interface BrowserCallerOptions {
  readonly browser: Browser;
  readonly world: ClusterWorld;
  readonly person: Person & { readonly flowId: string };
  readonly transport: "websocket" | "webrtc";
}

/** Milliseconds since the command that ended the call's node. */
export interface Gap {
  /** Time until the page showed the question again. */
  readonly shownMs: number;
  /** Time until the question was heard again. */
  readonly heardMs: number;
  /** States of the call on the page in between. */
  readonly states: readonly string[];
}

/** Louder than an idle line. */
const audible = 0.02;

export class BrowserCaller implements AsyncDisposable {
  readonly #world: ClusterWorld;
  readonly #watched: WatchedPage;
  readonly #sessionId: string;
  /** The last question that the caller was asked. */
  #asked = 1;

  private constructor(world: ClusterWorld, watched: WatchedPage, sessionId: string) {
    this.#world = world;
    this.#watched = watched;
    this.#sessionId = sessionId;
  }

  /** Resolves when the caller has signed in and was asked the first question. */
  static async begin({ browser, world, person, transport }: BrowserCallerOptions): Promise<BrowserCaller> {
    const watched = await open(browser, `${world.url}/test?flow=${person.flowId}`);
    const { page } = watched;
    await page.getByLabel("Email").fill(person.email);
    await page.getByLabel("Password").fill(person.password);
    await press(page, "Sign in");
    await page.getByText(person.email).waitFor();
    await page.getByLabel("Connection").selectOption(transport);
    await press(page, "Start without a microphone");
    await page.evaluate(keepStates);
    await questions(page, 1).first().waitFor();
    const { messages } = await watched.measured();
    const session = messages.find(({ data }) => data?.["type"] === "session")?.data;
    return new BrowserCaller(world, watched, String(session?.["session_id"]));
  }

  get page(): Page {
    return this.#watched.page;
  }

  /** Types the answer, and resolves when the page shows the next question. */
  async answer(): Promise<void> {
    const { page } = this;
    await page.getByRole("textbox").fill(`1 ${this.#asked % 10}`);
    await page.getByRole("textbox").press("Enter");
    this.#asked += 1;
    await questions(page, this.#asked).first().waitFor();
  }

  /** The node that has the call. */
  home(): ClusterNode {
    const began = ({ lines }: ClusterNode): string =>
      lines.findLast(({ event, session }) => event === "call.started" && session === this.#sessionId)?.time ??
      "";
    const [last] = this.#world.nodes.toSorted((a, b) => began(b).localeCompare(began(a)));
    if (last === undefined || began(last) === "") throw new Error("No node has begun this call");
    return last;
  }

  /** Experience of the caller during an event of the call's node. */
  async meets(event: (home: ClusterNode) => Promise<unknown>): Promise<Gap> {
    const { page } = this;
    // No audio of earlier sentences is playing.
    await this.#watched.state("Your turn");
    const home = this.home();
    const question = questions(page, this.#asked);
    const before = await question.count();
    await page.evaluate(() => void (globalThis.states.length = 0));
    const from = await page.evaluate(() => performance.now());
    const happening = event(home);
    await question.nth(before).waitFor();
    const shownAt = await page.evaluate(
      ({ words, since }) =>
        globalThis.measured.messages.find(
          ({ at, type, data }) =>
            at > since &&
            type === "bot-output" &&
            data?.["spoken_status"] === "new" &&
            String(data["text"]).startsWith(words),
        )?.at,
      { words: `Question ${this.#asked}:`, since: from },
    );
    const heard = await page.waitForFunction(
      ({ since, loud }) => globalThis.measured.played.find(({ at, rms }) => at > since && rms > loud)?.at,
      { since: shownAt ?? from, loud: audible },
    );
    const heardAt = (await heard.jsonValue()) as number;
    const states = await page.evaluate(() => globalThis.states);
    await happening;
    await until("other node with the call", () => this.home() !== home);
    return { shownMs: (shownAt ?? NaN) - from, heardMs: heardAt - from, states };
  }

  /** Hangs up, and expects no complaint. */
  async leave(): Promise<void> {
    await this.page.locator("#call", { hasText: "Hang up" }).click();
    await this.page.getByText("You hung up.").waitFor();
    expect(this.#watched.complaints).toEqual([]);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#watched[Symbol.asyncDispose]();
  }
}

const press = (page: Page, name: string): Promise<void> =>
  page.getByRole("button", { name, exact: true }).click();

/** All occurrences of this question on the page. */
const questions = (page: Page, number: number) =>
  page.locator(".entry.agent").filter({ hasText: `Question ${number}:` });
