// In the making.

import type { ReactNode } from "react";

export function InspectorPanel(): ReactNode {
  return <p>InspectorPanel</p>;
}
