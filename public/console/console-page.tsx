// Console entry: mounts the console below the bar of the page.

import { createRoot } from "react-dom/client";
import { PageAccess } from "../page/page-access.ts";
import { openTheme } from "../page/page-theme.ts";
import { ConsoleApp } from "./console-app.tsx";
import { takeLink } from "./one-time-link.ts";

const place = document.getElementById("console");
const toggle = document.getElementById("theme");
if (place === null || !(toggle instanceof HTMLButtonElement))
  throw new Error("The page has no place for the console");
openTheme(toggle);
const access = new PageAccess();
await access.open();
createRoot(place).render(<ConsoleApp access={access} link={takeLink()} />);
