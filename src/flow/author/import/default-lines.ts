// Default lines: what an imported flow says where its export has no words of its own, in the languages that have a pack.

const english = {
  goodbye: "Thank you. Goodbye.",
  noModel: "I am sorry, I can not help you right now. Goodbye.",
  tellMe: "Please tell me: ",
  moment: "One moment, please.",
};

const german: typeof english = {
  goodbye: "Vielen Dank. Auf Wiederhören.",
  noModel: "Es tut mir leid, ich kann Ihnen gerade nicht helfen. Auf Wiederhören.",
  tellMe: "Bitte sagen Sie mir: ",
  moment: "Einen Moment, bitte.",
};

export function stockLinesIn(language: string): typeof english {
  return language === "de" ? german : english;
}
