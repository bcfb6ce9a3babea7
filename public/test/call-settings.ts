// Call settings: the form for what answers, the microphone and the transport.

import type { Transport } from "../voice/voice-client.ts";
import { microphones } from "../voice/microphone.ts";
import { make, need, setText } from "./dom.ts";

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
}

export class CallSettingsView {
  readonly #form = need("settings", HTMLFormElement);
  readonly #fields = need("settings-fields", HTMLFieldSetElement);
  readonly #flow = need("flow", HTMLSelectElement);
  readonly #device = need("device", HTMLSelectElement);
  readonly #transport = need("transport", HTMLSelectElement);
  readonly #deviceField = need("device-field", HTMLElement);

  constructor(changed: () => void) {
    this.#form.addEventListener("submit", (event) => event.preventDefault());
    this.#form.addEventListener("change", changed);
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

  /** Hides the form during a call. */
  lock(locked: boolean): void {
    this.#form.hidden = locked;
    this.#fields.disabled = locked;
  }

  showModel({ model }: Capabilities): void {
    const words =
      model === undefined
        ? "No language model is connected yet, so the built-in welcome flow answers"
        : `Talks freely, with ${model}`;
    setText(need("assistant-says", HTMLElement), words);
  }

  /** Browsers reveal device names only after permission. With fewer than two microphones the list is hidden. */
  async listDevices(inUse: string | undefined): Promise<void> {
    const found = await microphones();
    this.#deviceField.hidden = found.length < 2;
    if (found.length < 2) return;
    const kept = this.#device.value === "" ? (inUse ?? "") : this.#device.value;
    this.#device.replaceChildren(
      ...found.map(({ id, name }) => {
        const option = make("option", "", name);
        option.value = id;
        option.selected = id === kept;
        return option;
      }),
    );
  }
}

/** Undefined when the server does not answer, which the call itself will report. */
export async function readCapabilities(): Promise<Capabilities | undefined> {
  try {
    const response = await fetch("/capabilities");
    const said: unknown = await response.json();
    const stt = fieldOf(fieldOf(said, "stt"), "provider");
    const provider = fieldOf(fieldOf(said, "llm"), "provider");
    const model = fieldOf(fieldOf(said, "llm"), "model");
    return { speech: stt !== "none", model: provider === "builtin" ? undefined : String(model) };
  } catch {
    return undefined;
  }
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}
