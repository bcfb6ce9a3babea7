// Figures: numbers, sums and shares that are written in digits.

const figure = /\d|[€$£¥%]/u;

export const hasFigures = (text: string): boolean => figure.test(text);
