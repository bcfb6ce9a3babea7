// Cluster world: a real Postgres, some nodes of the program as processes of their own, and HAProxy with the README's
// lines in front of them. Nodes can be killed, stopped and started again; everything ends with the test.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { blockOf, documentation } from "../markdown.ts";
import { answer, signUpAt, type Person } from "../people.ts";
import { freePort, isListening } from "../servers/free-port.ts";
import { Program } from "../servers/program.ts";
import { json } from "../json-request.ts";
import { until } from "../until.ts";
import { countingFlow } from "./counting-caller.ts";
import { product } from "../servers/product.ts";

export interface ClusterOptions {
  readonly nodes: number;
  /** URL of the shared database, for the node of this number. */
  readonly databaseUrl: (index: number) => string;
  /** Settings of every node besides those of a cluster. */
  readonly env?: Readonly<Record<string, string>>;
  /** Setting of one of them, read at each start. */
  readonly setting?: (index: number) => NodeSetting;
}

export interface NodeSetting {
  /** Command of the program; absent: from source. */
  readonly command?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** The address of one node, and its program. */
export interface ClusterNode {
  readonly name: string;
  readonly port: number;
  readonly url: string;
  program: Program | undefined;
  /** Log lines of its processes, one object a line. */
  readonly lines: LogLine[];
}

export type LogLine = {
  /** ISO 8601, in UTC. */
  readonly time?: string;
  readonly event?: string;
  readonly level?: string;
  readonly [field: string]: unknown;
};

const masterKey = "5a".repeat(32);
/** Time for a node to be ready on a busy machine. */
const readyMsMax = 120_000;

export class ClusterWorld implements AsyncDisposable {
  readonly #o: ClusterOptions;
  readonly #folder: string;
  readonly nodes: readonly ClusterNode[];
  /** Address of HAProxy for callers. */
  readonly url: string;
  readonly #haproxy: Program;

  private constructor(
    options: ClusterOptions,
    parts: { folder: string; nodes: readonly ClusterNode[]; url: string; haproxy: Program },
  ) {
    this.#o = options;
    this.#folder = parts.folder;
    this.nodes = parts.nodes;
    this.url = parts.url;
    this.#haproxy = parts.haproxy;
  }

  /** Resolves when all nodes are ready and the balancer knows it. */
  static async open(options: ClusterOptions): Promise<ClusterWorld> {
    const folder = await mkdtemp(join(tmpdir(), "voice-flow-cluster-"));
    const nodes: ClusterNode[] = [];
    for (let i = 0; i < options.nodes; i++) {
      const port = await freePort();
      nodes.push({
        name: `node${i + 1}`,
        port,
        url: `http://127.0.0.1:${port}`,
        program: undefined,
        lines: [],
      });
    }
    const port = await freePort();
    const config = join(folder, "haproxy.cfg");
    await Bun.write(config, await haproxyConfig(port, nodes));
    const command = ["/usr/sbin/haproxy", "-db", "-f", config];
    const haproxy = new Program(command, { env: { PATH: "/usr/bin:/bin" }, cwd: folder });
    const world = new ClusterWorld(options, { folder, nodes, url: `http://127.0.0.1:${port}`, haproxy });
    try {
      await until("balancer", () => isListening(port));
      await Promise.all(nodes.map((node) => world.start(node)));
      await until("balancer that knows its nodes", async () => (await world.ask("/ready")).ok);
      return world;
    } catch (error) {
      await world[Symbol.asyncDispose]();
      throw error;
    }
  }

  /** Resolves when the node is ready for calls. */
  async start(node: ClusterNode): Promise<void> {
    const index = this.nodes.indexOf(node);
    const { env = {}, databaseUrl, setting } = this.#o;
    const { command = product, env: own = {} } = setting?.(index) ?? {};
    node.program = new Program(command, {
      env: {
        PATH: process.env["PATH"],
        HOME: this.#folder,
        HOST: "127.0.0.1",
        PORT: String(node.port),
        PUBLIC_URL: this.url,
        DATA_DIR: join(this.#folder, node.name),
        DATABASE_URL: databaseUrl(index),
        MASTER_KEY: masterKey,
        TRUSTED_PROXIES: "127.0.0.1",
        ENGINE_AUTH: "required",
        PASSWORD_MEMORY_MIB: "1",
        LOG_FORMAT: "json",
        DRAIN_SECONDS: "20",
        ...env,
        ...own,
      },
      line: (text) => void node.lines.push(parsed(text)),
    });
    await until(`node ${node.name} that is ready`, () => isReady(node), readyMsMax);
  }

  /** Kills the node like a power cut. */
  async kill(node: ClusterNode): Promise<void> {
    node.program?.child.kill("SIGKILL");
    await node.program?.child.exited;
    node.program = undefined;
  }

  /** The node hangs with all its connections, like a machine that has lost its power. */
  hang(node: ClusterNode): Promise<void> {
    node.program?.child.kill("SIGSTOP");
    return Promise.resolve();
  }

  /** Stops the node like an operator. Resolves to its exit code when its calls are gone. */
  async stop(node: ClusterNode): Promise<number> {
    const { program } = node;
    program?.child.kill("SIGTERM");
    const code = (await program?.child.exited) ?? 0;
    node.program = undefined;
    return code;
  }

  ask(path: string, init: RequestInit = {}): Promise<Response> {
    return fetch(this.url + path, init);
  }

  /** An account with the counting flow, through the balancer. */
  async person(): Promise<Person & { readonly flowId: string }> {
    const person = await signUpAt(this);
    const body = { name: "Counting", yaml_content: countingFlow };
    const made = this.ask("/v1/flows", json("POST", body, person.service));
    const { id: flowId } = await answer<{ id: string }>(made, 201);
    return { ...person, flowId };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.nodes.map((node) => this.kill(node)));
    await this.#haproxy[Symbol.asyncDispose]();
    await rm(this.#folder, { recursive: true, force: true });
  }
}

/** The README's lines, with the addresses of this test. */
export async function haproxyConfig(
  port: number,
  nodes: readonly Pick<ClusterNode, "name" | "port">[],
): Promise<string> {
  const lines = blockOf(documentation, "haproxy").split("\n");
  const servers = nodes.map((node) => `  server ${node.name} 127.0.0.1:${node.port}`);
  const at = lines.findIndex((line) => line.trim().startsWith("server "));
  if (at < 0) throw new Error("The README's lines for HAProxy name no server");
  const others = lines.filter((line) => !line.trim().startsWith("server "));
  const all = [...others.slice(0, at), ...servers, ...others.slice(at)];
  return `global\n  maxconn 4000\n${all.join("\n").replace(/bind .*/, `bind 127.0.0.1:${port}`)}\n`;
}

async function isReady(node: ClusterNode): Promise<boolean> {
  const { child } = node.program ?? {};
  if (child?.exitCode !== null && child?.exitCode !== undefined)
    throw new Error(`${node.name} ended with ${child.exitCode}: ${JSON.stringify(node.lines.slice(-5))}`);
  const response = await fetch(`${node.url}/ready`).catch(() => undefined);
  return response?.ok === true;
}

function parsed(text: string): LogLine {
  try {
    return JSON.parse(text) as LogLine;
  } catch {
    return { event: text };
  }
}
