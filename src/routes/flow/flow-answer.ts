// Answers about stored flows: their bodies, and the revision tags by which client and server agree on a version.

import type { FlowHead, StoredFlow } from "../../../db/port/flow-store.ts";
import { seconds } from "../http/seconds.ts";

export function wholeOf(flow: StoredFlow) {
  return {
    ...headOf(flow),
    yaml_content: flow.source,
    updated_at: seconds(flow.updatedAt),
    revision: flow.revision,
  };
}

export function etagOf({ revision }: StoredFlow): string {
  return `"${revision}"`;
}

/** Revisions that an If-Match allows. A weak tag matches nothing (RFC 9110, 13.1.1). */
export function revisionsOf(ifMatch: string | undefined): readonly number[] | undefined {
  if (ifMatch === undefined || ifMatch.trim() === "*") return undefined;
  return ifMatch.split(",").flatMap((tag) => {
    const [, revision] = /^"(\d+)"$/.exec(tag.trim()) ?? [];
    return revision === undefined ? [] : [Number(revision)];
  });
}

export function headOf({ id, name, createdAt }: FlowHead) {
  return { id, name, created_at: seconds(createdAt) };
}
