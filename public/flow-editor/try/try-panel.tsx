// In the making.

import type { ReactNode } from "react";

export function TryPanel(): ReactNode {
  return <p>TryPanel</p>;
}
