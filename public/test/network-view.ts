// Network view: shows the call's network figures, and checks the paths to the server without a call.

import type { NetworkFigures } from "../voice/connection/connection.ts";
import { checkNetwork, type PathResult } from "../voice/network-check.ts";
import { make, need, setText } from "../page/dom.ts";

/** Interval between readings of the figures. */
const figuresEveryMs = 1_000;

const names: Readonly<Record<PathResult["name"], string>> = {
  direct: "Directly",
  relay: "Through the relay",
};

export class NetworkView {
  readonly #box = need("network", HTMLDetailsElement);
  readonly #figures = need("figures", HTMLElement);
  readonly #check = need("check-network", HTMLButtonElement);
  readonly #results = need("ways", HTMLElement);
  #polling: ReturnType<typeof setInterval> | undefined;

  constructor(token: () => Promise<string | undefined>) {
    this.#check.addEventListener("click", () => void this.#try(token));
  }

  /** Shows a call's figures until `stop`. */
  start(read: () => Promise<NetworkFigures | undefined>): void {
    this.stop();
    this.#polling = setInterval(() => void read().then((figures) => this.#show(figures)), figuresEveryMs);
  }

  /** Stops reading; the last figures stay visible. */
  stop(): void {
    clearInterval(this.#polling);
    this.#polling = undefined;
  }

  #show(figures: NetworkFigures | undefined): void {
    if (figures === undefined || this.#polling === undefined) return;
    const rows = rowsOf(figures).map(([name, value, about]) => {
      const row = make("div", "", make("dt", "", name), make("dd", "", value));
      row.title = about;
      return row;
    });
    this.#figures.replaceChildren(...rows);
  }

  async #try(token: () => Promise<string | undefined>): Promise<void> {
    this.#check.disabled = true;
    setText(this.#check, "Checking …");
    this.#results.replaceChildren();
    const results = await checkNetwork(await token());
    this.#results.replaceChildren(...results.map(pathView));
    setText(this.#check, "Check network");
    this.#check.disabled = false;
    this.#box.open = true;
  }
}

function rowsOf({ lost, jitterMs, roundTripMs, concealed, path }: NetworkFigures) {
  const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;
  const rows: [name: string, value: string, about: string][] = [
    ["Lost", percent(lost), "lost packets of the agent's audio"],
    ["Jitter", `${Math.round(jitterMs)} ms`, "variation of the packets' arrival"],
    ["Concealed", percent(concealed), "of the audio, filled in because packets were lost or late"],
  ];
  if (roundTripMs !== undefined) {
    rows.splice(2, 0, ["Round trip", `${Math.round(roundTripMs)} ms`, "to the server and back"]);
  }
  if (path !== undefined) rows.push(["Way", path, "your address → the server's address"]);
  return rows;
}

function pathView({ name, works, pairs, why }: PathResult): HTMLElement {
  const title = make(
    "p",
    works ? "way works" : "way",
    `${names[name]}: ${works ? "works" : "does not work"}`,
  );
  const box = make("div", "", title);
  if (why !== undefined) box.append(make("p", "hint", why));
  const rows = pairs.map((pair) => {
    const after = pair.roundTripMs === undefined ? "" : ` · ${Math.round(pair.roundTripMs)} ms`;
    return make("li", pair.works ? "works" : "", `${pair.works ? "✓" : "–"} ${pair.path}${after}`);
  });
  if (rows.length > 0) box.append(make("ul", "pairs", ...rows));
  return box;
}
