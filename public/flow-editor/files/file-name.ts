// File name: the name of a flow on a disk. Pure.

/** A file name of at most 80 ASCII characters and the ending, valid on every file system. */
export function fileNameOf(name: string, ending: string): string {
  const plain = name
    .normalize("NFKD")
    .replaceAll(/[^\w-]+/g, "-")
    .replaceAll(/^-+|-+$/g, "")
    .slice(0, 80);
  return `${plain === "" ? "flow" : plain.toLowerCase()}${ending}`;
}
