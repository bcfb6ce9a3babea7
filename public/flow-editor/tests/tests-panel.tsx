// In the making.

import type { ReactNode } from "react";

export function TestsPanel(): ReactNode {
  return <p>TestsPanel</p>;
}
