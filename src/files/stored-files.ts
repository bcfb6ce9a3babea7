// Stored files: the port for files that outlive their process, in a folder or in S3-compatible storage. Names consist
// of ids, in folders divided by slashes; they never contain a caller's words.

export interface StoredFile {
  readonly name: string;
  readonly bytes: number;
  /** Milliseconds of the Unix epoch. */
  readonly changedAtMs: number;
}

/** A file with random access; it may be deleted meanwhile, and the next read then throws. */
export interface OpenFile {
  readonly bytes: number;
  /** Bytes from an offset; fewer at the end. */
  readonly read: (from: number, bytes: number) => Promise<Uint8Array>;
}

/** Every operation throws a `FilesError` if the storage fails, and none waits forever. */
export interface StoredFiles {
  /** Atomic: the whole content or none, replacing an earlier file of this name. Holds only a few parts in memory. */
  put(name: string, content: AsyncIterable<Uint8Array>): Promise<void>;
  /** Undefined if there is none. */
  open(name: string): Promise<OpenFile | undefined>;
  /** All files with this prefix. */
  list(prefix: string): Promise<readonly StoredFile[]>;
  /** A missing file is no error. */
  delete(name: string): Promise<void>;
}

/** Failed storage, or content that differs from the stored one. The message is a clause without secrets. */
export class FilesError extends Error {
  /** Error name of the storage, such as AccessDenied; undefined without an answer of the storage. */
  readonly code: string | undefined;

  constructor(message: string, options: { readonly code?: string; readonly cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.name = "FilesError";
    this.code = options.code;
  }
}

/** Bytes in memory of a file in transit. */
const pieceBytes = 256 * 1024;

export async function* piecesOf({ bytes, read }: OpenFile): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes; at += pieceBytes) yield await read(at, Math.min(pieceBytes, bytes - at));
}

export function isFileName(text: string): boolean {
  return /^\w[\w.-]*(?:\/\w[\w.-]*)*$/.test(text) && text.length <= 512;
}

/** Throws for a name that leads out of its folder, or that some storage does not allow. */
export function checkFileName(text: string): void {
  if (!isFileName(text)) throw new Error(`${JSON.stringify(text)} is no name for a stored file`);
}

export async function* inOnePiece(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(bytes);
}
