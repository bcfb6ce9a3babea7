// Call transcript: words of both sides, and their heard part. Pure functions from one transcript to the next.

export interface TranscriptSentence {
  readonly segment: number;
  readonly text: string;
  readonly status: "written" | "speaking" | "spoken" | "cut";
  /** The heard part of an interrupted sentence. */
  readonly heard?: string;
}

/** Entries keep their place: an entry's id is its position. */
export type TranscriptEntry =
  | { readonly who: "agent"; readonly id: number; readonly sentences: readonly TranscriptSentence[] }
  | {
      readonly who: "caller";
      readonly id: number;
      readonly how: "said" | "typed" | "keyed";
      readonly text: string;
      /** False for words that were heard but not understood. */
      readonly understood: boolean;
      /** Spoken over the agent's last words. */
      readonly unanswered?: true;
      /** The server sends recognised words twice; true once the repetition has come. */
      readonly repeated: boolean;
    };

type Transcript = readonly TranscriptEntry[];

interface Said {
  readonly text: string;
  readonly rejected: boolean;
  readonly unanswered: true | undefined;
}

/** Adds a final recognition result. */
export function addSpoken(transcript: Transcript, { text, rejected, unanswered }: Said): Transcript {
  if (text === "" && !rejected) return transcript;
  const entry = { who: "caller", how: "said", text, understood: !rejected, repeated: false } as const;
  return [...transcript, { ...entry, ...(unanswered && { unanswered }), id: transcript.length }];
}

/** Adds typed words or keys. The server's repetition of words that were just recognised adds nothing. */
export function addTyped(
  transcript: Transcript,
  text: string,
  { how, unanswered }: { readonly how: "typed" | "keyed"; readonly unanswered?: true | undefined },
): Transcript {
  const last = transcript.at(-1);
  if (
    last?.who === "caller" &&
    how === "typed" &&
    last.how === "said" &&
    !last.repeated &&
    last.text === text
  )
    return replaced(transcript, { ...last, repeated: true });
  if (last?.who === "caller" && how === "keyed" && last.how === "keyed")
    return replaced(transcript, { ...last, text: last.text + text });
  const entry = { who: "caller", how, text, understood: true, repeated: true } as const;
  return [...transcript, { ...entry, ...(unanswered && { unanswered }), id: transcript.length }];
}

/**
 * Begins a reply. Sentences of earlier replies that were not begun will never be spoken, so they are marked as cut.
 */
export function beginReply(transcript: Transcript): Transcript {
  const cut = transcript.map((entry) =>
    entry.who === "agent" && entry.sentences.some(({ status }) => status === "written")
      ? { ...entry, sentences: entry.sentences.map((one) => (one.status === "written" ? unheard(one) : one)) }
      : entry,
  );
  const last = cut.at(-1);
  if (last?.who === "agent" && last.sentences.length === 0) return cut;
  return [...cut, { who: "agent", id: cut.length, sentences: [] }];
}

export interface SentenceOutput {
  readonly segment_id: number;
  readonly text: string;
  readonly spoken_status: "new" | "in-progress" | "completed";
}

const statuses = { new: "written", "in-progress": "speaking", completed: "spoken" } as const;

/** Sets a sentence's status, or appends a new sentence to the agent's last entry. */
export function updateSentence(transcript: Transcript, output: SentenceOutput): Transcript {
  const { segment_id: segment, text, spoken_status } = output;
  const sentence: TranscriptSentence = { segment, text, status: statuses[spoken_status] };
  const agentEntry = entryOf(transcript, segment);
  if (agentEntry !== undefined) {
    const sentences = agentEntry.sentences.map((one) => (one.segment === segment ? sentence : one));
    return replaced(transcript, { ...agentEntry, sentences });
  }
  const open = transcript.findLast((entry) => entry.who === "agent");
  // After an entry of the caller the agent's sentences form a new entry.
  if (open === undefined || open.id !== transcript.length - 1)
    return [...transcript, { who: "agent", id: transcript.length, sentences: [sentence] }];
  return replaced(transcript, { ...open, sentences: [...open.sentences, sentence] });
}

/** Marks a sentence as interrupted after `heard`, and all later ones of its entry as not heard. */
export function cutSentence(transcript: Transcript, segment: number, heard: string): Transcript {
  const entry = entryOf(transcript, segment);
  if (entry === undefined) return transcript;
  const sentences = entry.sentences.map((one): TranscriptSentence => {
    if (one.segment < segment) return one.status === "spoken" ? one : { ...one, status: "spoken" };
    if (one.segment > segment) return unheard(one);
    return heard === one.text ? { ...one, status: "spoken" } : { ...one, status: "cut", heard };
  });
  return replaced(transcript, { ...entry, sentences });
}

function unheard(sentence: TranscriptSentence): TranscriptSentence {
  return { ...sentence, status: "cut", heard: "" };
}

type AgentEntry = Extract<TranscriptEntry, { who: "agent" }>;

function entryOf(transcript: Transcript, segment: number): AgentEntry | undefined {
  return transcript.findLast(
    (entry): entry is AgentEntry =>
      entry.who === "agent" && entry.sentences.some((one) => one.segment === segment),
  );
}

function replaced(transcript: Transcript, entry: TranscriptEntry): Transcript {
  return transcript.with(entry.id, entry);
}

/** The agent's last entry as one text, including parts that were not heard. */
export function lastWords(transcript: Transcript): string {
  const entry = transcript.findLast(({ who }) => who === "agent");
  return entry?.who === "agent" ? entry.sentences.map(({ text }) => text).join(" ") : "";
}

/** The transcript as plain text for a file. */
export function asText(transcript: Transcript): string {
  const lines = transcript.flatMap((entry) => {
    if (entry.who === "caller") {
      if (!entry.understood) return [`You: ${entry.text || "…"} (not understood)`];
      if (entry.unanswered) return [`You: ${entry.text} (not answered)`];
      return [entry.how === "keyed" ? `You: [keys ${entry.text}]` : `You: ${entry.text}`];
    }
    return entry.sentences.length === 0 ? [] : [`Agent: ${heardWords(entry, " —")}`];
  });
  return `${lines.join("\n")}\n`;
}

/** Words of the agent in an entry, without the unheard part; `cut` follows each sentence that was cut off. */
export function heardWords({ sentences }: AgentEntry, cut = ""): string {
  const texts = sentences.map(({ status, text, heard }) => (status === "cut" ? `${heard}${cut}` : text));
  return texts.filter((text) => text !== cut && text !== "").join(" ");
}
