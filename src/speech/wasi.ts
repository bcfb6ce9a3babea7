// Just enough of a system (WASI preview 1) for a program that writes one file: arguments, a clock that stands
// still, an empty directory, and a file in memory. Nothing of the machine can be reached through it.

const ok = 0;
const badDescriptor = 8;
const notSeekable = 70;
const directory = 3;
const file = 4;
const isDirectory = 3;
const isRegularFile = 4;
const isCharacterDevice = 2;

/** How a program ends: it unwinds the stack. */
class Exit extends Error {
  readonly code: number;

  constructor(code: number) {
    super(`exit ${code}`);
    this.code = code;
  }
}

type Seek = readonly [offset: bigint, whence: number, resultAt: number];
type Vectors = readonly [vectors: number, count: number, resultAt: number];

interface Exports {
  readonly memory: WebAssembly.Memory;
  readonly _start: () => void;
}

/**
 * Runs a WASI program to its end, synchronously, and answers with the bytes of the one file it wrote.
 * Throws when it ends with a code other than 0.
 */
export function runProgram(program: WebAssembly.Module, args: readonly string[]): Uint8Array {
  const system = new System(args);
  const instance = new WebAssembly.Instance(program, { wasi_snapshot_preview1: system.calls });
  const exports = instance.exports as unknown as Exports;
  system.memory = exports.memory;
  try {
    exports._start();
  } catch (error) {
    if (!(error instanceof Exit)) throw error;
    if (error.code !== 0) throw new Error(`The program ended with code ${error.code}`, { cause: error });
  }
  return system.written();
}

class System {
  memory: WebAssembly.Memory | undefined;
  readonly #args: readonly Uint8Array[];
  #content = new Uint8Array(1 << 18);
  #size = 0;
  #position = 0;

  constructor(args: readonly string[]) {
    this.#args = args.map((arg) => new TextEncoder().encode(`${arg}\0`));
  }

  written(): Uint8Array {
    return this.#content.subarray(0, this.#size);
  }

  /** The thirteen calls that the program imports, by their names in the standard. */
  readonly calls = {
    args_sizes_get: (countAt: number, bytesAt: number): number => {
      this.#view().setUint32(countAt, this.#args.length, true);
      const bytes = this.#args.reduce((sum, arg) => sum + arg.length, 0);
      this.#view().setUint32(bytesAt, bytes, true);
      return ok;
    },
    args_get: (pointersAt: number, textAt: number): number => {
      let at = textAt;
      this.#args.forEach((arg, i) => {
        this.#view().setUint32(pointersAt + i * 4, at, true);
        this.#bytes().set(arg, at);
        at += arg.length;
      });
      return ok;
    },
    clock_time_get: (_clock: number, _precision: bigint, resultAt: number): number => {
      this.#view().setBigUint64(resultAt, 0n, true);
      return ok;
    },
    fd_prestat_get: (descriptor: number, resultAt: number): number => {
      if (descriptor !== directory) return badDescriptor;
      this.#view().setUint8(resultAt, 0);
      this.#view().setUint32(resultAt + 4, 1, true);
      return ok;
    },
    fd_prestat_dir_name: (descriptor: number, nameAt: number): number => {
      if (descriptor !== directory) return badDescriptor;
      this.#bytes()[nameAt] = ".".charCodeAt(0);
      return ok;
    },
    fd_fdstat_get: (descriptor: number, resultAt: number): number => {
      const view = this.#view();
      const other = descriptor < directory ? isCharacterDevice : isRegularFile;
      view.setUint8(resultAt, descriptor === directory ? isDirectory : other);
      view.setUint16(resultAt + 2, 0, true);
      view.setBigUint64(resultAt + 8, 0xffff_ffffn, true);
      view.setBigUint64(resultAt + 16, 0xffff_ffffn, true);
      return ok;
    },
    fd_fdstat_set_flags: (): number => ok,
    fd_close: (): number => ok,
    fd_seek: (descriptor: number, ...[offset, whence, resultAt]: Seek): number => {
      if (descriptor !== file) return notSeekable;
      const base = [0, this.#position, this.#size][whence] ?? 0;
      this.#position = Number(offset) + base;
      this.#view().setBigUint64(resultAt, BigInt(this.#position), true);
      return ok;
    },
    // What goes to or comes from another descriptor (messages on stderr) leads nowhere.
    fd_read: (descriptor: number, ...[vectors, count, resultAt]: Vectors): number => {
      const read = descriptor === file ? this.#each(vectors, count, (at, n) => this.#read(at, n)) : 0;
      this.#view().setUint32(resultAt, read, true);
      return ok;
    },
    fd_write: (descriptor: number, ...[vectors, count, resultAt]: Vectors): number => {
      const put = (at: number, n: number): number => (descriptor === file ? this.#write(at, n) : n);
      this.#view().setUint32(resultAt, this.#each(vectors, count, put), true);
      return ok;
    },
    path_open: (...args: readonly unknown[]): number => {
      this.#position = 0;
      this.#view().setUint32(Number(args[8]), file, true);
      return ok;
    },
    proc_exit: (code: number): never => {
      throw new Exit(code);
    },
  };

  /** Walks a list of (address, length) pairs in memory and sums what `move` moved. */
  #each(vectors: number, count: number, move: (at: number, length: number) => number): number {
    let sum = 0;
    for (let i = 0; i < count; i++) {
      const view = this.#view();
      sum += move(view.getUint32(vectors + 8 * i, true), view.getUint32(vectors + 8 * i + 4, true));
    }
    return sum;
  }

  #read(at: number, length: number): number {
    const piece = this.#content.subarray(this.#position, Math.min(this.#position + length, this.#size));
    this.#bytes().set(piece, at);
    this.#position += piece.length;
    return piece.length;
  }

  #write(at: number, length: number): number {
    const end = this.#position + length;
    if (end > this.#content.length) {
      const larger = new Uint8Array(Math.max(this.#content.length * 2, end));
      larger.set(this.#content);
      this.#content = larger;
    }
    this.#content.set(this.#bytes().subarray(at, at + length), this.#position);
    this.#position = end;
    this.#size = Math.max(this.#size, end);
    return length;
  }

  // Views are made anew each time: they come loose when the memory grows.
  #view(): DataView {
    return new DataView(this.#buffer());
  }

  #bytes(): Uint8Array {
    return new Uint8Array(this.#buffer());
  }

  #buffer(): ArrayBuffer {
    if (this.memory === undefined) throw new Error("The program called before it was started");
    return this.memory.buffer;
  }
}
