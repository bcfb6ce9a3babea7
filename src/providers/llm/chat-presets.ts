// Chat presets: differences between vendors and servers of the chat completions protocol, as data. A server outside
// the table gets only fields that every such server accepts.

export interface ChatPreset {
  /** Name of the answer's limit. */
  readonly tokensName: "max_tokens" | "max_completion_tokens";
  /** Fields beside `stream`; undefined if the field is refused (the usage still comes). */
  readonly streamOptions: Readonly<Record<string, boolean>> | undefined;
  /** Promised form of JSON: a schema, any object, or nothing. */
  readonly json: "schema" | "object" | "words";
  /**
   * The server guarantees JSON beside tools too. Others refuse both together, or hold the model to JSON so strictly
   * that it can call no tool (github.com/vllm-project/vllm/issues/39929, github.com/ollama/ollama/issues/13750).
   */
  readonly jsonWithTools?: true;
  /** Value of `tool_choice` that demands a tool. */
  readonly required: "required" | "any";
  /** Requests with equal beginnings may be named. */
  readonly cacheKey?: true;
  /** Call ids that it accepts back. */
  readonly toolIds?: RegExp;
  /** The server wants its thoughts back after a tool call. */
  readonly wantsThoughts?: true;
  /** Fields of the body that turn thinking off, or down if it cannot be off: the first match of the model. */
  readonly effort: readonly (readonly [model: RegExp, fields: Readonly<Record<string, unknown>>])[];
  /** Models that refuse a temperature. */
  readonly ownTemperature?: RegExp;
  /** The vendor's server may have to load the model before it answers. */
  readonly loads?: true;
}

const anyModel = /^/;
/** Open models that think: gpt-oss cannot be stopped, Qwen can. */
const openModels: ChatPreset["effort"] = [
  [/gpt-oss/i, { reasoning_effort: "low" }],
  [/qwen-?3/i, { reasoning_effort: "none" }],
];

/** Fields that every server of the protocol accepts. */
export const plainPreset: ChatPreset = {
  tokensName: "max_tokens",
  streamOptions: { include_usage: true },
  json: "words",
  required: "required",
  effort: [],
  loads: true,
};

const { loads: _, ...always } = plainPreset;
const cloud: ChatPreset = { ...always, json: "schema" };
const ownServer: ChatPreset = { ...plainPreset, json: "schema" };

/** Presets by catalogue name. */
export const chatPresets: Readonly<Record<string, ChatPreset>> = {
  "openai-compatible": plainPreset,
  openai: {
    ...cloud,
    tokensName: "max_completion_tokens",
    // Padding against eavesdroppers, which an encrypted connection does not need.
    streamOptions: { include_usage: true, include_obfuscation: false },
    cacheKey: true,
    jsonWithTools: true,
    // Thinking models refuse it; some take it while they do not think, others are undocumented.
    ownTemperature: /^(?:gpt-[5-9]|o\d)/,
    effort: [
      // From version 5.1 on reasoning can be off, and must be: with tools, chat completions refuse all other values.
      [/^gpt-(?:5\.[1-9]|[6-9])/, { reasoning_effort: "none" }],
      [/^gpt-5/, { reasoning_effort: "minimal" }],
      [/^o\d/, { reasoning_effort: "low" }],
    ],
  },
  groq: {
    ...cloud,
    // A schema is refused together with streaming.
    json: "object",
    effort: openModels,
  },
  cerebras: { ...cloud, effort: openModels },
  openrouter: {
    ...cloud,
    effort: [
      [/gpt-oss/i, { reasoning: { effort: "low", exclude: true } }],
      [anyModel, { reasoning: { effort: "none", exclude: true } }],
    ],
  },
  together: { ...cloud, effort: openModels },
  fireworks: { ...cloud, effort: openModels },
  mistral: {
    ...cloud,
    // The server refuses unknown fields.
    streamOptions: undefined,
    required: "any",
    toolIds: /^[A-Za-z0-9]{9}$/,
  },
  deepseek: {
    ...cloud,
    json: "object",
    wantsThoughts: true,
    effort: [[anyModel, { thinking: { type: "disabled" } }]],
  },
  xai: {
    ...cloud,
    jsonWithTools: true,
    effort: [
      [/^grok-4\.3/, { reasoning_effort: "none" }],
      [/^grok-4\.[5-9]/, { reasoning_effort: "low" }],
    ],
  },
  ollama: {
    ...ownServer,
    effort: [
      [/gpt-oss/i, { reasoning_effort: "low" }],
      [/qwen-?3|deepseek-r1/i, { reasoning_effort: "none" }],
    ],
  },
  vllm: {
    ...ownServer,
    effort: [
      [/gpt-oss/i, { reasoning_effort: "low" }],
      [/qwen-?3/i, { chat_template_kwargs: { enable_thinking: false } }],
    ],
  },
  llamacpp: {
    ...ownServer,
    effort: [
      [/gpt-oss/i, { chat_template_kwargs: { reasoning_effort: "low" } }],
      [anyModel, { chat_template_kwargs: { enable_thinking: false } }],
    ],
  },
  "lm-studio": { ...ownServer, effort: [[/gpt-oss/i, { reasoning_effort: "low" }]] },
};
