// The tab "Tests": what it takes is loaded when it is looked at first.

import { latePanel } from "./late.tsx";

export const TestsPanel = latePanel("tests", () =>
  import("./tests-view.tsx").then(({ TestsView }) => TestsView),
);
