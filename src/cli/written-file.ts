// Written file: output of a command on the disk, or the sentence with the reason why not.

/** False, with the reason printed, if the file cannot be written. Missing parent folders are created. */
export async function writeOrSay(path: string, content: string | Uint8Array): Promise<boolean> {
  try {
    await Bun.write(path, content);
    return true;
  } catch (error) {
    const { code } = error as { code?: unknown };
    const why = typeof code === "string" ? (reasons[code] ?? ` (${code})`) : "";
    console.error(`${path} cannot be written${why}. Choose another path.`);
    return false;
  }
}

const reasons: Readonly<Record<string, string>> = {
  EISDIR: ", because it is a folder (EISDIR)",
  ENOTDIR: ", because its folder is a file (ENOTDIR)",
  EACCES: ", because this user has no permission (EACCES)",
  EROFS: ", because the file system is read only (EROFS)",
};
