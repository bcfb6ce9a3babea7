// Call settings: the form for the agent, the microphone and the transport.

import type { Transport } from "../voice/connection/return-way.ts";
import { microphones } from "../voice/microphone.ts";
import type { FlowListItem } from "../page/flow-list.ts";
import { request } from "../page/api-request.ts";
import { answerTo } from "../page/send-request.ts";
import { make, need, setText } from "../page/dom.ts";

export interface CallSettings {
  readonly mode: "assistant" | "flow";
  readonly programId: string | undefined;
  readonly deviceId: string | undefined;
  readonly transport: Transport;
}

/** The part of the server's /capabilities that this page needs. */
export interface Capabilities {
  readonly speech: boolean;
  readonly model: string | undefined;
  /** The model hears and speaks itself. */
  readonly audio: boolean;
}

export class CallSettingsView {
  readonly #form = need("settings", HTMLFormElement);
  readonly #fields = need("settings-fields", HTMLFieldSetElement);
  readonly #flow = need("flow", HTMLSelectElement);
  readonly #device = need("device", HTMLSelectElement);
  readonly #transport = need("transport", HTMLSelectElement);
  readonly #deviceField = need("device-field", HTMLElement);

  readonly #own = make("optgroup");

  /** `changed`: another agent was chosen. */
  constructor(changed: () => void) {
    this.#own.label = "Your agents";
    this.#form.addEventListener("submit", (event) => event.preventDefault());
    this.#form.addEventListener("change", ({ target }) => {
      if (target === this.#flow || target instanceof HTMLInputElement) changed();
    });
    this.#flow.addEventListener("input", () => (need("mode-flow", HTMLInputElement).checked = true));
  }

  get chosen(): CallSettings {
    const mode = new FormData(this.#form).get("mode") === "flow" ? "flow" : "assistant";
    const programId = mode === "flow" ? this.#flow.value : undefined;
    return {
      mode,
      programId,
      deviceId: this.#device.value === "" ? undefined : this.#device.value,
      transport: this.#transport.value === "websocket" ? "websocket" : "webrtc",
    };
  }

  /** Ids of the flows that can be chosen. */
  get flowIds(): readonly string[] {
    return Array.from(this.#flow.options, ({ value }) => value);
  }

  choose(flowId: string): void {
    need("mode-flow", HTMLInputElement).checked = true;
    this.#flow.value = flowId;
  }

  chooseAssistant(): void {
    need("mode-assistant", HTMLInputElement).checked = true;
  }

  /** Lists the account's own flows above the built-in ones. */
  showOwn(flows: readonly FlowListItem[]): void {
    const kept = this.#flow.value;
    this.#own.replaceChildren(
      ...flows.map(({ id, name }) => {
        const option = make("option", "", name);
        option.value = id;
        return option;
      }),
    );
    if (flows.length === 0) this.#own.remove();
    else this.#flow.prepend(this.#own);
    if (this.flowIds.includes(kept)) this.#flow.value = kept;
  }

  /** Hides the form during a call. */
  lock(locked: boolean): void {
    this.#form.hidden = locked;
    this.#fields.disabled = locked;
  }

  showModel(capabilities: Capabilities): void {
    setText(need("assistant-says", HTMLElement), assistantInWords(capabilities));
  }

  /** Browsers reveal device names only after permission. With fewer than two microphones the list is hidden. */
  async listDevices(inUse: string | undefined): Promise<void> {
    const devices = await microphones();
    this.#deviceField.hidden = devices.length < 2;
    if (devices.length < 2) return;
    const kept = this.#device.value === "" ? (inUse ?? "") : this.#device.value;
    this.#device.replaceChildren(
      ...devices.map(({ id, name }) => {
        const option = make("option", "", name);
        option.value = id;
        option.selected = id === kept;
        return option;
      }),
    );
  }
}

function assistantInWords({ model, audio }: Capabilities): string {
  if (model === undefined) return "No language model is set up: the built-in welcome flow answers";
  return audio ? `Talks freely: ${model} hears and speaks itself` : `Talks freely, with ${model}`;
}

/** Undefined if the server does not answer, which the call itself will report. */
export async function readCapabilities(): Promise<Capabilities | undefined> {
  try {
    const { stt, llm } = await answerTo(request("GET /capabilities"));
    const model = llm.provider === "builtin" ? undefined : llm.model;
    return { speech: stt.provider !== "none", model, audio: llm.audio };
  } catch {
    return undefined;
  }
}
