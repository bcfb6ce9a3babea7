// The tab "Try it": what it takes is loaded when it is looked at first.

import { latePanel } from "../tests/late.tsx";

export const TryPanel = latePanel("try", () => import("./try-view.tsx").then(({ TryView }) => TryView));
