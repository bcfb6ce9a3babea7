// Download: hands content to the browser as a file.

/** Starts a download of the content under a file name. */
export function download(content: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // Revoking the URL at once would cancel a download that has not begun; after a minute it has.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
