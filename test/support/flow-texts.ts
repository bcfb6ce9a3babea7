// Flow texts: flows of a folder and its subfolders, for tests that go through all of them.

/** Names, relative to the folder, and texts of its YAML files, in the order of their names. */
export async function textsOf(folder: string): Promise<[name: string, text: string][]> {
  const names = [...new Bun.Glob("**/*.yaml").scanSync(folder)].toSorted();
  return Promise.all(
    names.map(async (name): Promise<[string, string]> => [name, await Bun.file(`${folder}/${name}`).text()]),
  );
}
