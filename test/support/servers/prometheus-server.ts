// Prometheus server: Debian's own, which scrapes the servers of a test, and answers queries.

import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { until } from "../until.ts";
import { freePort } from "./free-port.ts";

export interface PrometheusOptions {
  /** Such as `127.0.0.1:9464`, of one job. */
  readonly targets: readonly string[];
  /** Its bearer token. */
  readonly token: string;
  /** The text of a rule file. */
  readonly rules: string;
}

interface Answer<T> {
  readonly status: string;
  readonly data: T;
  readonly error?: string;
}

interface Vector {
  readonly result: readonly {
    readonly metric: Readonly<Record<string, string>>;
    readonly value: readonly [at: number, value: string];
  }[];
}

interface Target {
  readonly health: string;
  readonly lastError: string;
}

interface Rule {
  readonly name: string;
  readonly health: string;
  readonly state: string;
}

export class PrometheusServer implements AsyncDisposable {
  readonly #folder: string;
  readonly #url: string;
  readonly #child: Bun.Subprocess;

  private constructor(folder: string, port: number) {
    this.#folder = folder;
    this.#url = `http://127.0.0.1:${port}`;
    this.#child = Bun.spawn(
      [
        "prometheus",
        `--config.file=${folder}/prometheus.yml`,
        `--storage.tsdb.path=${folder}/data`,
        `--web.listen-address=127.0.0.1:${port}`,
        "--log.level=error",
      ],
      { stdin: "ignore", stdout: "ignore", stderr: "inherit" },
    );
  }

  /** Resolves when it answers. It scrapes each second. */
  static async start({ targets, token, rules }: PrometheusOptions): Promise<PrometheusServer> {
    const folder = await mkdtemp(join(tmpdir(), "voice-flow-prometheus-"));
    const configuration = {
      global: { scrape_interval: "1s", scrape_timeout: "1s", evaluation_interval: "1s" },
      rule_files: [`${folder}/rules.yml`],
      scrape_configs: [
        {
          job_name: "voice-flow",
          authorization: { credentials: token },
          static_configs: [{ targets }],
        },
      ],
    };
    await writeFile(join(folder, "rules.yml"), rules);
    await writeFile(join(folder, "prometheus.yml"), JSON.stringify(configuration));
    const server = new PrometheusServer(folder, await freePort());
    await until("Prometheus", () =>
      fetch(`${server.#url}/-/ready`).then(
        ({ ok }) => ok,
        () => false,
      ),
    );
    return server;
  }

  /** The present values of an expression, by the labels of each as JSON. Throws the error of Prometheus. */
  async ask(expression: string): Promise<ReadonlyMap<string, number>> {
    const { result } = await this.#get<Vector>(`query?query=${encodeURIComponent(expression)}`);
    return new Map(result.map(({ metric, value }) => [JSON.stringify(metric), Number(value[1])]));
  }

  /** The only value of an expression without labels; undefined: it has none. */
  async one(expression: string): Promise<number | undefined> {
    const [value] = (await this.ask(expression)).values();
    return value;
  }

  /** State of each target at its last scrape: "up", or the error. */
  async targets(): Promise<readonly string[]> {
    const { activeTargets } = await this.#get<{ activeTargets: readonly Target[] }>("targets?state=active");
    return activeTargets.map(({ health, lastError }) =>
      health === "up" ? health : `${health} ${lastError}`,
    );
  }

  async rules(): Promise<readonly Rule[]> {
    const { groups } = await this.#get<{ groups: readonly { rules: readonly Rule[] }[] }>("rules?type=alert");
    return groups.flatMap(({ rules }) => rules);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#child.kill();
    await this.#child.exited;
    await rm(this.#folder, { recursive: true, force: true });
  }

  async #get<T>(path: string): Promise<T> {
    const answer = (await (await fetch(`${this.#url}/api/v1/${path}`)).json()) as Answer<T>;
    if (answer.status !== "success") throw new Error(`Prometheus: ${answer.error}`);
    return answer.data;
  }
}
