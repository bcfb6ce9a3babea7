// View icons: a drawing of strokes for each view, 20 by 20, in the colour of its text.

import type { ReactNode } from "react";
import type { ViewName } from "./console-address.ts";

const paths: Readonly<Record<ViewName, string>> = {
  home: "M3 9.5 10 3.5l7 6V17h-4.5v-4.5h-5V17H3z",
  calls: "M3.5 5.5h13M3.5 10h13M3.5 14.5h8",
  live: "M10 10h.01M6.5 6.5a5 5 0 0 0 0 7M13.5 6.5a5 5 0 0 1 0 7M4 4a8.5 8.5 0 0 0 0 12M16 4a8.5 8.5 0 0 1 0 12",
  flows: "M3.5 3.5h5v4h-5zM11.5 12.5h5v4h-5zM6 7.5v7h5.5",
  assistants:
    "M6.5 6h7a2.5 2.5 0 0 1 2.5 2.5v5a2.5 2.5 0 0 1-2.5 2.5h-7A2.5 2.5 0 0 1 4 13.5v-5A2.5 2.5 0 0 1 6.5 6zM10 6V3.5M8 10.5h.01M12 10.5h.01M8 13.3h4",
  knowledge:
    "M10 5.5C8.5 4.2 6 4 3.5 4v11c2.5 0 5 .2 6.5 1.5 1.5-1.3 4-1.5 6.5-1.5V4c-2.5 0-5 .2-6.5 1.5zM10 5.5v11",
  providers: "M10 3v8M7 6v2a3 3 0 0 0 6 0V6M5 9a5 5 0 0 0 10 0M10 14v3",
  embeds: "M3.5 4.5h13v9h-6l-3.5 3v-3h-3.5z",
  phone:
    "M5 3.5h3l1.2 3.6L7.5 8.5a9 9 0 0 0 4 4l1.4-1.7 3.6 1.2v3a1.5 1.5 0 0 1-1.6 1.5C8.6 16 4 11.4 3.5 5.1A1.5 1.5 0 0 1 5 3.5z",
  hooks: "M8 6.5a3 3 0 1 1 3.5 3L9 14M12 14.5h3.5M5.5 10.5a3 3 0 1 0 3 3",
  keys: "M12.5 7.5h.01M9 11l-5.5 5.5v-3L8 9a4.2 4.2 0 1 1 3 3",
  secrets: "M5 9h10v7.5H5zM7 9V6.5a3 3 0 0 1 6 0V9",
  money: "M3.5 16.5v-6M8 16.5v-10M12.5 16.5v-7M17 16.5V4",
  people:
    "M7.5 9.5a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM2.5 16.5c0-3 2-5 5-5s5 2 5 5M13 4.5a2.6 2.6 0 0 1 0 5M14.5 12c2 .5 3 2.3 3 4.5",
  account: "M10 10a3.2 3.2 0 1 0 0-6.4 3.2 3.2 0 0 0 0 6.4zM4 17c0-3.3 2.6-5 6-5s6 1.7 6 5",
  system: "M3.5 4.5h13v4h-13zM3.5 11.5h13v4h-13zM6.5 6.5h.01M6.5 13.5h.01",
};

export function ViewIcon({ view }: { readonly view: ViewName }): ReactNode {
  return (
    <svg viewBox="0 0 20 20" width="18" height="18" aria-hidden="true" className="view-icon">
      <path d={paths[view]} />
    </svg>
  );
}
