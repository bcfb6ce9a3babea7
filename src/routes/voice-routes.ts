// Routes of voices: the built-in ones by name, each with a sample to listen to.

import { Elysia, t } from "elysia";
import { Type } from "typebox";
import { Fault } from "../base/fault.ts";
import { listedVoices, type VoiceSamples } from "../calls/ahead/voice-samples.ts";
import { operation } from "./http/route-operation.ts";
import { standard } from "./http/route-schema.ts";

const samplePath = (name: string): string => `/v1/voices/${name}/sample`;
const shown = listedVoices.map((name) => ({
  name,
  natural: true,
  sample: samplePath(name),
}));

const voice = Type.Object(
  {
    name: Type.String({ description: "Name for flows and TTS_VOICE" }),
    natural: Type.Boolean({ description: "Always true: other voices were removed" }),
    sample: Type.String({ description: "Address of a sample" }),
  },
  { examples: shown.slice(0, 1) },
);

export function voiceRoutes(samples: Pick<VoiceSamples, "of">) {
  return new Elysia({ name: "voices" })
    .get("/v1/voices", () => shown, {
      response: { 200: standard(Type.Array(voice, { examples: [shown.slice(0, 1)] })) },
      detail: operation({
        summary: "List the built-in voices",
        description: "All built-in voices speak English. Voices of vendors have other names.",
        tag: "providers",
      }),
    })
    .get(
      "/v1/voices/:voice/sample",
      async ({ params: { voice: name } }) => {
        const headers = { "content-type": "audio/wav", "cache-control": "public, max-age=86400" };
        const listed = listedVoices.find((each) => each === name);
        if (listed === undefined)
          throw new Fault("voice/not-found", "There is no such voice. GET /v1/voices lists all.");
        return new Response(await samples.of(listed), { headers });
      },
      {
        params: t.Object({ voice: t.String({ description: "Name from GET /v1/voices" }) }),
        detail: operation({
          summary: "Listen to a built-in voice",
          description: "Four seconds, 16 bit, mono, 16,000 samples per second.",
          tag: "providers",
          problems: ["voice/not-found", "speech/unavailable"],
          answer: { says: "The sample", types: ["audio/wav"] },
        }),
      },
    );
}
