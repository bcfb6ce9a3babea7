// Conformance ability: an ability that some providers lack, and the place of the reason in their catalogue row.

/**
 * Reason why a check does not apply to a provider: the clause of its row's `lacks` that begins with the ability and a
 * colon. Undefined: it applies.
 */
export function reasonToSkip(
  { needs }: { readonly needs?: string },
  lacks: readonly string[] = [],
): string | undefined {
  return needs === undefined ? undefined : lacks.find((clause) => clause.startsWith(`${needs}:`));
}
