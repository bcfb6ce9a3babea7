// In the making.

import type { ReactNode } from "react";

export function Canvas(): ReactNode {
  return <p>Canvas</p>;
}
