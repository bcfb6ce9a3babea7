// Private parts of werift: methods that are looked up by name, for what has to be mended from outside. A version
// without one of them is noticed at the first call.

/** Undefined where it has none. */
export const property = (owner: unknown, name: string): unknown =>
  typeof owner === "object" && owner !== null ? Reflect.get(owner, name) : undefined;

/** A private method, bound to its owner. Throws when there is none of that name. */
export function method(owner: object, name: string): (...given: unknown[]) => unknown {
  const member: unknown = Reflect.get(owner, name);
  if (typeof member !== "function") throw new Error(`werift has no ${name} in this version`);
  return (...given) => Reflect.apply(member, owner, given) as unknown;
}
