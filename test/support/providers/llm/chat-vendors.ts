// Chat vendors: accepted and refused fields of each vendor and server behind the chat completions protocol, as the
// fakes check them. Written from their documentation and from their errors, not from our presets.

import { type ChatVendor, plainVendor } from "../../servers/chat-server.ts";

const penalties = ["frequency_penalty", "presence_penalty", "logit_bias"];

/** By the name in the catalogue. */
export const chatVendors: Readonly<Record<string, ChatVendor>> = {
  "openai-compatible": {
    ...plainVendor,
    refuses: [...plainVendor.refuses, "response_format", "reasoning_effort"],
  },
  openai: {
    ...plainVendor,
    streamOptions: '{"include_usage":true,"include_obfuscation":false}',
    refuses: ["max_tokens", "thinking", "reasoning"],
    // Thinking models reject sampling parameters.
    refusedBy: { temperature: /^(?:gpt-[5-9]|o[1-9])/ },
  },
  groq: { ...plainVendor, refuses: [...plainVendor.refuses, "logprobs", "logit_bias", "top_logprobs", "n"] },
  cerebras: { ...plainVendor, refuses: [...plainVendor.refuses, ...penalties, "parallel_tool_calls"] },
  openrouter: plainVendor,
  together: plainVendor,
  fireworks: plainVendor,
  mistral: {
    streamOptions: undefined,
    refuses: [...plainVendor.refuses, "stream_options", "reasoning_effort", "thinking"],
    toolChoices: ["auto", "none", "any"],
    toolIds: /^[A-Za-z0-9]{9}$/,
  },
  deepseek: plainVendor,
  xai: { ...plainVendor, refuses: [...plainVendor.refuses, ...penalties, "stop"] },
  ollama: plainVendor,
  vllm: plainVendor,
  llamacpp: plainVendor,
  "lm-studio": plainVendor,
};
