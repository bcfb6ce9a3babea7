// Schemas of embeds: their shapes in requests and answers.

import { type TSchema, Type } from "typebox";
import { mustBe } from "../../base/words/schema-sentence.ts";
import { originsMax } from "../../cloud/account-embeds.ts";
import { orNull, requestBody } from "../http/route-schema.ts";
import { momentWords } from "../http/seconds.ts";

const centsMax = 1_000_000_000;

const optionalOrNull = <T extends TSchema>(type: T, description: string) =>
  Type.Optional(orNull(type, description));

/** Limit in base64: about 24 KiB of a picture, which is enough for 256 pixels. */
const pictureCharsMax = 32 * 1_024;
const brand = {
  agent_name: optionalOrNull(
    Type.String({ minLength: 1, maxLength: 80 }),
    "Name of the agent for visitors; null: name of the flow",
  ),
  picture: optionalOrNull(
    Type.String({
      maxLength: pictureCharsMax,
      pattern: "^data:image/(png|jpeg|webp|gif);base64,[A-Za-z0-9+/]+={0,2}$",
      [mustBe]: "a PNG, JPEG, WebP or GIF as a data URL of at most 32 KiB",
    }),
    "Picture of the agent; null: animated bars",
  ),
  colour: optionalOrNull(
    Type.String({ pattern: "^#[0-9a-fA-F]{6}$", [mustBe]: "a colour, such as #1a7f5a" }),
    "Colour of buttons and rings, adjusted for contrast; null: default colour",
  ),
  greeting: optionalOrNull(
    Type.String({ minLength: 1, maxLength: 300 }),
    "Text under the name before the call",
  ),
};

const brandShown = {
  agent_name: orNull(Type.String()),
  picture: orNull(Type.String()),
  colour: orNull(Type.String()),
  greeting: orNull(Type.String()),
};
export const shownBrand = Type.Object(brandShown, {
  examples: [{ agent_name: "Ada", picture: null, colour: "#1a7f5a", greeting: "Ask me about your order." }],
});

const settings = {
  ...brand,
  label: Type.Optional(
    Type.String({ maxLength: 128, description: "Name for your lists. Visitors do not see it" }),
  ),
  origins: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 256 }), {
      maxItems: originsMax,
      description:
        "Origins of pages that may use the embed, such as https://shop.example. The page at /talk/{token} is always allowed",
    }),
  ),
  sessions_per_hour: optionalOrNull(
    Type.Integer({ minimum: 1, maximum: 10_000 }),
    "Maximum number of new sessions per hour; null: unlimited",
  ),
  minutes_per_day: optionalOrNull(
    Type.Integer({ minimum: 1, maximum: 1_000_000 }),
    "Maximum minutes per day (UTC) of all sessions together; null: unlimited",
  ),
  budget_usd_cents: optionalOrNull(
    Type.Integer({ minimum: 0, maximum: centsMax }),
    "Maximum total cost of all sessions; null: the account's balance",
  ),
  expires_at: optionalOrNull(
    Type.Number({
      minimum: 0,
      maximum: 1e11,
      description: "Seconds since the Unix epoch",
      [mustBe]: momentWords,
    }),
    "End of the embed, in seconds since the Unix epoch; null: never",
  ),
};
const settingsExample = {
  agent_name: "Ada",
  picture: "data:image/webp;base64,UklGRhYAAABXRUJQVlA4TAoAAAAvAAAAAAfQ//73fw==",
  colour: "#1a7f5a",
  greeting: "Ask me about your order.",
  label: "Shop, contact page",
  origins: ["https://shop.example"],
  sessions_per_hour: 30,
  minutes_per_day: 120,
  budget_usd_cents: 2_000,
  expires_at: 1_924_992_000,
};
export const wanted = requestBody(
  {
    flow_id: Type.String({ minLength: 1, maxLength: 128, description: "Id of a flow or an assistant" }),
    ...settings,
  },
  { examples: [{ flow_id: "flow_01JD5V2Q0X4T8N6M3R7W9Y1Z5K", ...settingsExample }] },
);
export const changes = requestBody(settings, {
  examples: [{ origins: settingsExample.origins, minutes_per_day: 60 }],
});

const shownFields = {
  embed_id: Type.String(),
  token: Type.String({ description: "Public token for pages. It can only start sessions of this flow" }),
  flow_id: Type.String(),
  talk_url: Type.String({ description: "Link to share. Pages of `origins` may show it in a frame" }),
  content_security_policy: Type.String({
    description: "Sources to add to a page's Content-Security-Policy",
  }),
  label: Type.String(),
  origins: Type.Array(Type.String()),
  ...brandShown,
  sessions_per_hour: orNull(Type.Integer()),
  minutes_per_day: orNull(Type.Integer()),
  budget_usd_cents: orNull(Type.Integer()),
  used_usd_cents: Type.Integer({
    description: "Spent, plus the amount reserved for running sessions; rounded up",
  }),
  expires_at: orNull(Type.Number()),
  revoked_at: orNull(Type.Number()),
  created_at: Type.Number(),
};
const shownExample = {
  embed_id: "emb_01KAGW8Y7RZQ4M2N5T6V3X9B1C",
  token: "vfe_3nVx0Qd8RkT1yLw5ZcB7mJp9",
  flow_id: "flow_01JD5V2Q0X4T8N6M3R7W9Y1Z5K",
  talk_url: "https://voice.example/talk/vfe_3nVx0Qd8RkT1yLw5ZcB7mJp9",
  content_security_policy:
    "script-src https://voice.example; connect-src https://voice.example wss://voice.example",
  ...settingsExample,
  used_usd_cents: 36,
  revoked_at: null,
  created_at: 1_795_168_800.25,
};
const wholeFields = {
  ...shownFields,
  sessions_last_hour: Type.Integer(),
  minutes_today: Type.Number({ description: "Running sessions count to the end of their current minute" }),
  refusals: Type.Array(
    Type.Object({
      reason: Type.String({
        description: "origin, expired, revoked, sessions, minutes, budget, credits, busy or flow",
      }),
      count: Type.Integer(),
      last_at: Type.Number(),
    }),
    { description: "Refused visitors, by reason" },
  ),
};
const wholeExample = {
  ...shownExample,
  sessions_last_hour: 4,
  minutes_today: 11.5,
  refusals: [{ reason: "origin", count: 2, last_at: 1_795_170_000.5 }],
};
export const whole = Type.Object(wholeFields, { examples: [wholeExample] });
export const listed = Type.Object(
  { embeds: Type.Array(Type.Object(shownFields)) },
  { examples: [{ embeds: [shownExample] }] },
);
