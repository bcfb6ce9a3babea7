// Workflows of Dograh in the shapes that people publish, each with a conversation that it holds.

import { dograhEdge, dograhFlow, dograhNode } from "./dograh-exports.ts";
import type { RealShape } from "./retell-shapes.ts";

export const dograhShapes: readonly RealShape[] = [
  {
    name: "a start and an end",
    format: "dograh",
    data: dograhFlow(
      [
        dograhNode("1", "startCall", { greeting: "Hello there.", prompt: "Talk." }),
        dograhNode("2", "endCall", {}),
      ],
      [dograhEdge("1", "2", "Done")],
    ),
    answers: { utterances: [{ say: "", exit: "done" }] },
    says: ["Hello there.", ["bye", ""]],
    outcome: "done",
  },
  {
    name: "a webhook in the middle of the way",
    format: "dograh",
    data: dograhFlow(
      [
        dograhNode("s", "startCall", { greeting: "Hello.", prompt: "Qualify." }),
        dograhNode("w", "webhook", {
          endpoint_url: "https://crm.example.com/x",
          enabled: true,
          retry_config: { max: 2 },
        }),
        dograhNode("e", "endCall", { prompt: "Thank the caller." }),
      ],
      [dograhEdge("s", "w", "Qualified"), dograhEdge("w", "e", "always")],
    ),
    answers: { utterances: [{ say: "", exit: "qualified" }, { say: "Thank you." }] },
    says: ["Hello.", ["I am the owner", "Thank you."]],
    outcome: "done",
  },
  {
    name: "a workflow in German whose record names no language",
    format: "dograh",
    data: dograhFlow(
      [
        dograhNode("s", "startCall", {
          greeting: "Guten Tag, wie kann ich Ihnen helfen?",
          prompt: "Hilf dem Anrufer.",
        }),
        dograhNode("e", "endCall", {}),
      ],
      [dograhEdge("s", "e", "fertig")],
    ),
    says: ["Es tut mir leid, ich kann Ihnen gerade nicht helfen. Auf Wiederhören."],
    outcome: "no_model",
  },
  {
    name: "sales with a persona, values to note and two ways",
    format: "dograh",
    data: {
      name: "Sales",
      workflow_definition: dograhFlow(
        [
          dograhNode("g", "globalNode", { prompt: "You are Mia." }),
          dograhNode("s", "startCall", {
            greeting: "Hello {{first_name}}.",
            prompt: "Ask for the budget.",
            extraction_enabled: true,
            extraction_variables: [{ name: "budget", type: "number", prompt: "the budget" }],
            wait_for_user_response: true,
          }),
          dograhNode("y", "agentNode", { prompt: "Offer a date." }),
          dograhNode("e", "endCall", {}),
        ],
        [
          dograhEdge("s", "y", "Has a budget"),
          dograhEdge("s", "e", "No interest"),
          dograhEdge("y", "e", "Done"),
        ],
      ),
    },
    answers: {
      context: { first_name: "Ada" },
      utterances: [
        { say: "", exit: "has_a_budget", set: { budget: { value: 900, quote: "900" } } },
        { say: "How about Monday?" },
      ],
    },
    says: ["Hello Ada.", ["900 a month", "How about Monday?"]],
  },
  {
    name: "a trigger, a review and notes beside the way",
    format: "dograh",
    data: dograhFlow(
      [
        dograhNode("t", "trigger", { trigger_path: "x" }),
        dograhNode("s", "startCall", { greeting: "Hello.", prompt: "Help.", delayed_start: true }),
        dograhNode("q", "qa", { qa_enabled: true, qa_prompt: "Was it good?" }),
        dograhNode("e", "endCall", {}),
      ],
      [dograhEdge("t", "s"), dograhEdge("s", "e", "Done"), dograhEdge("e", "q")],
    ),
    answers: { utterances: [{ say: "", exit: "done" }] },
    says: ["Hello.", ["bye", ""]],
    outcome: "done",
  },
];
