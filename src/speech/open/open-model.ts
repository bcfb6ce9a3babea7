// Open model: the network of the open recogniser, as its callers use it: an answer is there at once, or comes later.

import type { EarsModel } from "../ears/ears-model.ts";

type Later<F> = F extends (...args: infer A) => infer R ? (...args: A) => R | Promise<R> : never;

export type OpenModel = Pick<EarsModel, "pick" | "shorten" | "release"> & {
  readonly [K in "encode" | "begin" | "next"]: Later<EarsModel[K]>;
};
