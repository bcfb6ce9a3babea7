// Deployment: the Dockerfile, the systemd unit and the README's proxies agree with the program.

import { expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { parse } from "yaml";
import { variables } from "../src/config.ts";
import { engines, scarfSettings } from "../package.json";
import { blockOf, documentation } from "./support/markdown.ts";

/** A line of a Dockerfile with its continuations joined. */
interface Instruction {
  readonly name: string;
  readonly rest: string;
}

const dockerfile: readonly Instruction[] = (await Bun.file("Dockerfile").text())
  .replaceAll(/^#.*\n/gm, "")
  .replaceAll(/\\\n\s*/g, "")
  .split("\n")
  .filter((line) => line.trim() !== "")
  .map((line) => ({ name: line.split(" ")[0]!, rest: line.slice(line.indexOf(" ") + 1) }));

const known = Object.keys(variables);
const drainSeconds = Number(variables.DRAIN_SECONDS.default);

function all(name: string): readonly string[] {
  return dockerfile.filter((each) => each.name === name).map((each) => each.rest);
}

const block = (language: string, holds = ""): string => blockOf(documentation, language, holds);

test("dockerfile: every line is an instruction, and the first is a stage", () => {
  const names = "FROM WORKDIR COPY RUN ENV EXPOSE LABEL USER VOLUME STOPSIGNAL HEALTHCHECK ENTRYPOINT".split(
    " ",
  );
  expect(dockerfile.filter(({ name }) => !names.includes(name))).toEqual([]);
  expect(dockerfile[0]?.name).toBe("FROM");
});

test("dockerfile: it builds with the pinned Bun, and names the release of its base", () => {
  const [build = "", ship = ""] = all("FROM");
  expect(build).toBe(`oven/bun:${engines.bun} AS build`);
  expect(ship).toMatch(/^gcr\.io\/distroless\/base-nossl-debian\d+:nonroot$/);
  expect(all("FROM")).toHaveLength(2);
});

test("dockerfile: every copied file of this repository exists and is not ignored", async () => {
  const ignored = (await Bun.file(".dockerignore").text()).trim().split("\n");
  const sources = all("COPY")
    .filter((rest) => !rest.includes("--from="))
    .flatMap((rest) => rest.split(" ").slice(0, -1));
  expect(sources).toContain("src");
  expect(sources.filter((path) => !existsSync(path) || ignored.includes(path))).toEqual([]);
});

test("dockerfile: all embedded files are copied", async () => {
  const copied = all("COPY").join(" ");
  const folders = [
    ...(await Bun.file("src/base/asset.ts").text()).matchAll(/: "(?!dist|node_modules)(\w+)\//g),
  ].map((each) => each[1]!);
  expect(folders.length).toBeGreaterThan(0);
  expect(folders.filter((folder) => !copied.includes(`${folder} ./${folder}`))).toEqual([]);
});

test("dockerfile: it runs without root, listens outside, keeps its data and has a health check", () => {
  expect(all("USER")).toEqual(["65532:65532"]);
  const environment = Object.fromEntries(
    all("ENV")
      .join(" ")
      .split(" ")
      .map((each) => each.split("=")),
  );
  expect(environment).toEqual({ HOST: "0.0.0.0", PORT: variables.PORT.default, DATA_DIR: "/data" });
  expect(Object.keys(environment).filter((name) => !known.includes(name))).toEqual([]);
  expect(all("VOLUME")).toEqual(["/data"]);
  expect(all("EXPOSE")).toEqual([variables.PORT.default]);
  expect(all("STOPSIGNAL")).toEqual(["SIGTERM"]);
  expect(all("HEALTHCHECK")[0]).toEndWith('CMD ["voice-flow", "health"]');
  expect(all("ENTRYPOINT")).toEqual(['["voice-flow"]']);
});

test("readme: the systemd unit is whole, hardened, and patient with running calls", () => {
  const lines = block("ini")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"));
  const sections = lines.filter((line) => line.startsWith("["));
  expect(sections).toEqual(["[Unit]", "[Service]", "[Install]"]);
  expect(lines.filter((line) => !/^(\[\w+\]|[A-Z]\w+=.*)$/.test(line))).toEqual([]);
  const set = lines.flatMap((line) => /^Environment=(\w+)=/.exec(line)?.[1] ?? []);
  expect(set).toContain("PUBLIC_URL");
  expect(set.filter((name) => !known.includes(name))).toEqual([]);
  for (const line of ["DynamicUser=yes", "ProtectSystem=strict", "NoNewPrivileges=yes", "Restart=on-failure"])
    expect(lines).toContain(line);
  expect(lines).toContain("StateDirectory=voice-flow");
  expect(lines).toContain("Environment=DATA_DIR=/var/lib/voice-flow");
  expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(block("ini"))?.[1])).toBeGreaterThan(drainSeconds);
});

test("readme: both proxies reach the default port, pass sockets on and wait longer than a quiet call", () => {
  const [nginx, caddy] = [block("nginx"), block("caddy")];
  const here = `127.0.0.1:${variables.PORT.default}`;
  expect(nginx).toContain(`proxy_pass http://${here};`);
  expect(caddy).toContain(`reverse_proxy ${here} {`);
  for (const header of ["Upgrade", "Connection", "Host", "X-Forwarded-For", "X-Forwarded-Proto"])
    expect(nginx).toContain(`proxy_set_header ${header} $`);
  for (const name of ["read", "send"]) {
    const seconds = Number(new RegExp(`proxy_${name}_timeout (\\d+)s;`).exec(nginx)?.[1]);
    expect(seconds).toBeGreaterThan(Number(variables.IDLE_SECONDS.default));
  }
  // Minutes of the delay, so that Caddy's reload outlasts any call.
  const delay = Number(/stream_close_delay (\d+)m$/m.exec(caddy)?.[1]);
  expect(delay).toBeGreaterThanOrEqual(Number(variables.CALL_MINUTES_MAX.default));
  for (const text of [nginx, caddy]) expect(text.split("{").length).toBe(text.split("}").length);
});

test("readme: the container is stopped after its calls had their time", () => {
  const line = block("sh", "docker run");
  expect(unknownIn(line)).toEqual([]);
  expect(Number(/--stop-timeout (\d+)/.exec(line)?.[1])).toBeGreaterThan(drainSeconds);
  expect(line).toContain("-v voice-flow:/data");
  // Docker starts nothing without the file, so the text before the line describes it.
  const [, file = ""] = /--env-file (\S+)/.exec(line) ?? [];
  expect(documentation.slice(0, documentation.indexOf(line))).toContain(`secrets from \`${file}\``);
});

test("readme: the compose file matches the container's line", () => {
  interface Compose {
    readonly services: { readonly "voice-flow": Readonly<Record<string, unknown>> };
    readonly volumes: object;
  }
  const { services, volumes } = parse(block("yaml", "services:")) as Compose;
  const service = services["voice-flow"];
  const line = block("sh", "docker run");
  const flags = (name: string): string[] =>
    [...line.matchAll(new RegExp(`${name}[ =](\\S+)`, "g"))].map((each) => each[1]!);
  const [, image] = / (\S+)\n$/.exec(line) ?? [];
  expect(service).toEqual({
    image,
    ports: flags("-p"),
    volumes: flags("-v"),
    env_file: flags("--env-file")[0],
    environment: Object.fromEntries(flags("-e").map((each) => each.split("="))),
    read_only: line.includes("--read-only"),
    cap_drop: flags("--cap-drop"),
    security_opt: flags("--security-opt").map((each) => `${each}:true`),
    stop_grace_period: `${flags("--stop-timeout")[0]}s`,
    restart: "unless-stopped",
  });
  expect(Object.keys(volumes)).toEqual(["voice-flow"]);
});

test("readme: a container publishes the UDP ports of its calls under the same numbers", () => {
  const line = block("sh", "ICE_PORTS");
  expect(unknownIn(line)).toEqual([]);
  const [, ports = ""] = /-e ICE_PORTS=([\d-]+)/.exec(line) ?? [];
  expect(line).toContain(`-p ${ports}:${ports}/udp`);
  expect(documentation).toContain(`\`-p ${ports}:${ports}/tcp\``);
});

/** Variables of a container's line that the program does not know. */
function unknownIn(line: string): readonly string[] {
  return [...line.matchAll(/-e (\w+)=/g)].map((each) => each[1]!).filter((name) => !known.includes(name));
}

test("install: no telemetry is sent to the makers of packages", () => {
  // Bun runs the reporter of swagger-ui-dist unless the reporter's own switch is off.
  expect(scarfSettings).toEqual({ enabled: false });
});
