// Stored files: the port by which files that outlive their process are kept, in a folder or in S3-compatible storage.
// Names are made of ids alone, in folders divided by slashes; no word of a caller stands in one.

export interface StoredFile {
  readonly name: string;
  readonly bytes: number;
  /** Milliseconds of the Unix epoch. */
  readonly changedAtMs: number;
}

/** A file that is read from any place; it may be deleted meanwhile, which the next read throws. */
export interface OpenFile {
  readonly bytes: number;
  /** So many bytes from an offset; fewer at the end. */
  readonly read: (from: number, bytes: number) => Promise<Uint8Array>;
}

/** All of it throws a `FilesError` where the storage fails, and none of it waits for ever. */
export interface StoredFiles {
  /** The whole content or none of it; in place of what had the name before. Holds a few parts of it in memory at most. */
  put(name: string, content: AsyncIterable<Uint8Array>): Promise<void>;
  /** Undefined where there is none. */
  open(name: string): Promise<OpenFile | undefined>;
  /** All whose names begin so. */
  list(prefix: string): Promise<readonly StoredFile[]>;
  /** A missing file is no error. */
  delete(name: string): Promise<void>;
}

/** The storage failed, or what it holds is not what was put there. The message is a clause without secrets. */
export class FilesError extends Error {
  /** Error name of the storage, such as AccessDenied; undefined for what is no answer of it. */
  readonly code: string | undefined;

  constructor(message: string, options: { readonly code?: string; readonly cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.name = "FilesError";
    this.code = options.code;
  }
}

/** Bytes in memory of a file that is passed on. */
const pieceBytes = 256 * 1024;

export async function* piecesOf({ bytes, read }: OpenFile): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes; at += pieceBytes) yield await read(at, Math.min(pieceBytes, bytes - at));
}

export function isFileName(text: string): boolean {
  return /^\w[\w.-]*(?:\/\w[\w.-]*)*$/.test(text) && text.length <= 512;
}

/** Throws for what would leave its folder, or could not be a name everywhere. */
export function checkFileName(text: string): void {
  if (!isFileName(text)) throw new Error(`${JSON.stringify(text)} is no name for a stored file`);
}

export async function* inOnePiece(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(bytes);
}
