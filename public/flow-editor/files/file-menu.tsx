// In the making.

import type { ReactNode } from "react";

export function FileMenu(): ReactNode {
  return <p>FileMenu</p>;
}
