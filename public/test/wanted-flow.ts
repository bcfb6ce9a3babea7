// Wanted flow: keeps the address, the form and the account's list of agents consistent.

import { listAgents } from "../page/flow-list.ts";
import type { PageAccess } from "../page/page-access.ts";
import type { Notice } from "../voice/notices.ts";
import type { CallSettings, CallSettingsView } from "./call-settings.ts";
import { choiceNotice, type FlowChoice, flowChoice, type OwnFlows } from "./flow-choice.ts";

/** `/test?flow=<built-in name or flow id>` */
const parameter = "flow";

export class WantedFlow {
  readonly #settings: CallSettingsView;
  readonly #access: PageAccess;
  readonly #builtIn: readonly string[];
  #wanted = new URLSearchParams(location.search).get(parameter) ?? undefined;
  /** Until the signed-in account is known, the list may still contain any flow. */
  #own: OwnFlows = "loading";

  constructor(settings: CallSettingsView, access: PageAccess) {
    this.#settings = settings;
    this.#access = access;
    this.#builtIn = settings.flowIds;
    this.#choose();
  }

  get choice(): FlowChoice {
    return flowChoice(this.#wanted, { builtIn: this.#builtIn, own: this.#own });
  }

  get notice(): Notice | undefined {
    return choiceNotice(this.choice, this.#wanted ?? "", this.#access.signedInAs);
  }

  /** Settings of the call. A flow that is not listed yet is called all the same: the server knows it, or rejects it. */
  get settings(): CallSettings {
    const chosen = this.#settings.chosen;
    return this.choice === "loading" ? { ...chosen, mode: "flow", programId: this.#wanted } : chosen;
  }

  /** Takes the form's choice, and puts it into the address, which can be shared. */
  follow(): void {
    this.#wanted = this.#settings.chosen.programId;
    const query = this.#wanted === undefined ? "" : `?${parameter}=${encodeURIComponent(this.#wanted)}`;
    history.replaceState(null, "", `${location.pathname}${query}`);
  }

  /** Drops a flow that only an account may call. */
  leave(): void {
    if (this.#wanted === undefined || this.#builtIn.includes(this.#wanted)) return;
    this.#settings.chooseAssistant();
    this.follow();
  }

  /** Lists the flows of the signed-in account. Resolves when the form offers them. */
  async list(): Promise<void> {
    const token = this.#access.accountToken;
    this.#own = token === undefined ? undefined : "loading";
    const flows = token === undefined ? [] : await listAgents(token);
    if (this.#access.accountToken !== token) return;
    if (token !== undefined) this.#own = flows ?? "unlisted";
    this.#settings.showOwn(flows ?? []);
    this.#choose();
  }

  #choose(): void {
    if (this.#wanted !== undefined && this.choice === "chosen") this.#settings.choose(this.#wanted);
  }
}
