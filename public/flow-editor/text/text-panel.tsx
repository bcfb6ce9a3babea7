// In the making.

import type { ReactNode } from "react";

export function TextPanel(): ReactNode {
  return <p>TextPanel</p>;
}
