// Routes of diagnostics: health of the engine, its abilities, and the ICE servers that get a caller through a
// firewall.

import { Elysia } from "elysia";
import { Type } from "typebox";
import { version } from "../base/version.ts";
import { findProvider } from "../providers/catalog/catalog.ts";
import type { FetchIceServers } from "../providers/relay/ice-servers.ts";
import { operation } from "./http/route-operation.ts";
import { standard } from "./http/route-schema.ts";

/** Engine facts: a provider's name is `builtin`, a vendor's, or `none`. */
export interface EngineFacts {
  readonly stt: { readonly provider: string };
  readonly tts: { readonly provider: string };
  readonly llm: { readonly provider: string; readonly model: string };
  /** The relay. */
  readonly turn: { readonly provider: string };
  readonly llmConfigured: boolean;
  readonly systemPromptConfigured: boolean;
}

export interface EngineOptions {
  readonly facts: EngineFacts;
  /** True if a new call is answered without waiting. */
  readonly ready: () => boolean;
  /** True if the data's disk is full. */
  readonly full: () => boolean;
  /** True if it will soon be full: less than the required space is free. */
  readonly short: () => boolean;
  /** Relay credentials for one caller. Never fails. */
  readonly fetchIceServers: FetchIceServers;
  /** Account of the credentials. */
  readonly userOf: (request: Request) => string;
}

const health = Type.Object(
  {
    status: Type.Union([Type.Literal("ok"), Type.Literal("degraded")]),
    reason: Type.Optional(Type.String({ description: "Reason of the degradation" })),
    service: Type.Literal("voice-flow"),
    version: Type.String(),
    ready: Type.Boolean({ description: "Speech is loaded: calls are answered without a delay" }),
    transport: Type.String({ description: "The preferred transport" }),
    stt_provider: Type.String(),
    tts_provider: Type.String(),
    llm_provider: Type.String(),
    turn_provider: Type.String(),
    stt_configured: Type.Boolean(),
    tts_configured: Type.Boolean(),
    llm_configured: Type.Boolean(),
    turn_configured: Type.Boolean(),
    system_prompt_configured: Type.Boolean(),
  },
  {
    examples: [
      {
        status: "ok",
        service: "voice-flow",
        version: "0.1.0",
        ready: true,
        transport: "webrtc",
        stt_provider: "builtin",
        tts_provider: "builtin",
        llm_provider: "builtin",
        turn_provider: "none",
        stt_configured: true,
        tts_configured: true,
        llm_configured: false,
        turn_configured: false,
        system_prompt_configured: false,
      },
    ],
  },
);

const capabilities = Type.Object(
  {
    stt: Type.Object({
      provider: Type.String(),
      guided: Type.Boolean({ description: "Always false: every recogniser understands free speech" }),
    }),
    tts: Type.Object({ provider: Type.String() }),
    llm: Type.Object({
      provider: Type.String(),
      model: Type.String(),
      audio: Type.Boolean({ description: "The model hears callers and speaks itself, without stt and tts" }),
    }),
    turn: Type.Object({ provider: Type.String() }),
    transport: Type.Object({ webrtc: Type.Boolean(), websocket: Type.Boolean() }),
  },
  {
    examples: [
      {
        stt: { provider: "builtin", guided: false },
        tts: { provider: "builtin" },
        llm: { provider: "builtin", model: "builtin", audio: false },
        turn: { provider: "none" },
        transport: { webrtc: true, websocket: true },
      },
    ],
  },
);

const iceServers = Type.Object(
  {
    iceServers: Type.Array(
      Type.Object({
        urls: Type.String(),
        username: Type.Optional(Type.String()),
        credential: Type.Optional(Type.String()),
      }),
    ),
    ttlSeconds: Type.Integer({ minimum: 1 }),
  },
  {
    examples: [
      {
        iceServers: [
          { urls: "turn:turn.example.com:3478", username: "1795222000:caller", credential: "kD8mQ…" },
        ],
        ttlSeconds: 3_600,
      },
    ],
  },
);

const diskFull =
  "The disk is full. No data can be stored and no session can be started until space is freed. Running calls continue.";

const diskShort = "Free disk space is below DISK_FREE_MIB_MIN. Send no new calls. Data is still stored.";

function standing(reason: string | undefined) {
  return reason === undefined ? { status: "ok" as const } : { status: "degraded" as const, reason };
}

export function engineRoutes({ facts, ready, full, short, fetchIceServers, userOf }: EngineOptions) {
  const configured = (provider: string): boolean => provider !== "none";
  return new Elysia({ name: "engine" })
    .get(
      "/health",
      () => ({
        ...standing(full() ? diskFull : short() ? diskShort : undefined),
        service: "voice-flow" as const,
        version,
        ready: ready(),
        transport: "webrtc",
        stt_provider: facts.stt.provider,
        tts_provider: facts.tts.provider,
        llm_provider: facts.llm.provider,
        turn_provider: facts.turn.provider,
        stt_configured: configured(facts.stt.provider),
        tts_configured: configured(facts.tts.provider),
        llm_configured: facts.llmConfigured,
        turn_configured: configured(facts.turn.provider),
        system_prompt_configured: facts.systemPromptConfigured,
      }),
      {
        response: { 200: standard(health) },
        detail: operation({
          summary: "Health",
          description:
            "State of the server and its engines. `degraded`: a part is missing, which `reason` names.",
          tag: "engine",
        }),
      },
    )
    .get(
      "/capabilities",
      () => ({
        stt: { provider: facts.stt.provider, guided: false },
        tts: { provider: facts.tts.provider },
        llm: modelOf(facts),
        turn: { provider: facts.turn.provider },
        transport: { webrtc: true, websocket: true },
      }),
      {
        response: { 200: standard(capabilities) },
        detail: operation({
          summary: "Capabilities",
          description: "Providers and transports of calls.",
          tag: "engine",
        }),
      },
    )
    .get(
      "/ice-servers",
      async ({ request }) => {
        const { iceServers: servers, ttlSeconds } = await fetchIceServers(userOf(request));
        return { iceServers: servers.map((server) => ({ ...server })), ttlSeconds };
      },
      {
        response: { 200: standard(iceServers) },
        detail: operation({
          summary: "ICE servers",
          description:
            "Configuration for a peer connection, with credentials valid for `ttlSeconds`. Empty without a relay.",
          tag: "engine",
          access: "engine",
        }),
      },
    );
}

function modelOf({ llm: { provider, model } }: EngineFacts) {
  return { provider, model, audio: findProvider("llm", provider)?.audio === true };
}
