// Engine events: what happens in a call without the flow, by the names that flows know.

/** A caller who was put through is back. */
export const returnedEvent = "call.returned";
