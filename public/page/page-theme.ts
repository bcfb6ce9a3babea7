// Page theme: light or dark, as the system prefers or as the person chose.

const themes = ["auto", "light", "dark"] as const;
type Theme = (typeof themes)[number];

const storageKey = "voice-flow-theme";

/** Applies the stored theme and lets the button switch between auto, light and dark. */
export function openTheme(toggle: HTMLButtonElement): void {
  let theme = stored();
  const show = (): void => {
    document.documentElement.dataset["theme"] = theme;
    toggle.textContent = `Theme: ${theme}`;
  };
  toggle.addEventListener("click", () => {
    theme = themes[(themes.indexOf(theme) + 1) % themes.length] ?? "auto";
    store(theme);
    show();
  });
  show();
}

function stored(): Theme {
  try {
    const name = localStorage.getItem(storageKey);
    return themes.find((theme) => theme === name) ?? "auto";
  } catch {
    return "auto"; // The browser may forbid storage; the choice then lasts as long as the page.
  }
}

function store(theme: Theme): void {
  try {
    localStorage.setItem(storageKey, theme);
  } catch {
    // The browser may forbid storage; see above.
  }
}
