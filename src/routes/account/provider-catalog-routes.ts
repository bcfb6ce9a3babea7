// Route of the provider catalog: the available providers, and the settings that the operator must make for the others.

import { Elysia } from "elysia";
import { Type } from "typebox";
import { priceListDate } from "../../billing/price-list.ts";
import { standingOf, type StandingParts } from "../../calls/provider-standing.ts";
import type { CatalogRow } from "../../providers/catalog/catalog-row.ts";
import { catalog } from "../../providers/catalog/catalog.ts";
import { operation } from "../http/route-operation.ts";
import { standard } from "../http/route-schema.ts";

const catalogAnswer = Type.Object(
  {
    prices_read_on: Type.String({
      description: "Date of the price list for the server's keys (ISO 8601)",
    }),
    providers: Type.Array(
      Type.Object({
        kind: Type.Union([Type.Literal("stt"), Type.Literal("tts"), Type.Literal("llm")]),
        name: Type.String(),
        title: Type.String(),
        about: Type.String(),
        key: Type.Union([Type.Literal("never"), Type.Literal("maybe"), Type.Literal("always")]),
        guided: Type.Boolean({ description: "Always false: every recogniser understands free speech" }),
        own_server: Type.Boolean({ description: "Needs a server of this kind, run by the operator" }),
        operator_sets: Type.Union([Type.String(), Type.Null()], {
          description:
            "Environment variable that the operator must set before accounts can choose the provider; null: it can be chosen",
        }),
        service_key: Type.Boolean({
          description:
            "The server has a key for this provider. Accounts need none; usage is charged to their credit",
        }),
        models: Type.Array(Type.String(), { description: "The first one is the default; empty: any name" }),
        default_voice: Type.Union([Type.String(), Type.Null()]),
        unit: Type.Union([Type.String(), Type.Null()], { description: "Billing unit of the provider" }),
        audio: Type.Boolean({
          description: "The model hears callers and speaks itself: assistants need neither stt nor tts",
        }),
        lacks: Type.Array(Type.String()),
      }),
    ),
  },
  {
    examples: [
      {
        prices_read_on: "2026-11-20",
        providers: [
          {
            kind: "tts",
            name: "cartesia",
            title: "Cartesia",
            about: "Sonic over a socket, with word times.",
            key: "always",
            guided: false,
            own_server: false,
            operator_sets: null,
            service_key: false,
            models: ["sonic-3.5"],
            default_voice: null,
            unit: "chars",
            audio: false,
            lacks: [],
          },
        ],
      },
    ],
  },
);

function catalogEntry(row: CatalogRow, { deployment, prices }: StandingParts) {
  const { kind, name, title, about, key, models = [], voice = null, unit = null, lacks = [] } = row;
  const nothing = { name, key: undefined, model: undefined, voice: undefined };
  const standing = standingOf(kind, nothing, { deployment, prices });
  const needs = standing.state === "refused" ? standing : undefined;
  return {
    kind,
    name,
    title,
    about,
    key,
    guided: false,
    own_server: row.address === undefined && name !== "builtin",
    operator_sets: needs?.operatorSets ?? null,
    service_key:
      standing.state === "ready" ? standing.settings?.apiKey !== undefined : needs?.why === "no-model",
    models: [...models],
    default_voice: voice,
    unit,
    audio: row.audio === true,
    lacks: [...lacks],
  };
}

export function providerCatalogRoutes(parts: StandingParts) {
  return new Elysia({ name: "provider-catalog" }).get(
    "/v1/providers/catalog",
    () => ({
      prices_read_on: priceListDate,
      providers: catalog.map((row) => catalogEntry(row, parts)),
    }),
    {
      response: { 200: standard(catalogAnswer) },
      detail: operation({
        summary: "List providers",
        description: "All providers by kind and name, with models, billing unit and unsupported features.",
        tag: "providers",
      }),
    },
  );
}
