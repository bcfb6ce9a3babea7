// Private parts of werift: looks methods up by name, for fixes from outside. A version without one of them fails at
// the first call.

/** Undefined if missing. */
export const property = (owner: unknown, name: string): unknown =>
  typeof owner === "object" && owner !== null ? Reflect.get(owner, name) : undefined;

/** Private method, bound to its owner. Throws if there is none of that name. */
export function method(owner: object, name: string): (...given: unknown[]) => unknown {
  const member: unknown = Reflect.get(owner, name);
  if (typeof member !== "function") throw new Error(`werift has no ${name} in this version`);
  return (...given) => Reflect.apply(member, owner, given) as unknown;
}
