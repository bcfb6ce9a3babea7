// Picture field: a picture from a file, shrunk for a visitor's page, as a data URL in a form.

import { type ChangeEvent, type ReactNode, useState } from "react";
import { words } from "../console-words.ts";

interface PictureFieldProps {
  readonly id: string;
  readonly name: string;
  readonly label: string;
  readonly hint: string | undefined;
  /** A data URL or the address of a picture; empty: none. */
  readonly value: string;
  readonly fault: string | undefined;
}

/** Width and height in pixels: sharp at twice the size of the orb. */
const sidePixels = 256;
/** Qualities in the order of the attempts, until the picture is small enough. */
const qualities = [0.85, 0.6, 0.35] as const;
/** The server's limit. */
const charsMax = 32 * 1_024;

export function PictureField({ id, name, label, hint, value, fault }: PictureFieldProps): ReactNode {
  const [picture, setPicture] = useState(value);
  const [isUnreadable, setUnreadable] = useState(false);
  const text = words.embeds;
  const read = async ({ currentTarget }: ChangeEvent<HTMLInputElement>): Promise<void> => {
    const [file] = currentTarget.files ?? [];
    if (file === undefined) return;
    const small = await smallPicture(file);
    setUnreadable(small === undefined);
    if (small !== undefined) setPicture(small);
  };
  const problem = isUnreadable ? text.pictureUnreadable : fault;
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input type="hidden" name={name} value={picture} />
      <div className="picture-field">
        {picture !== "" && <img src={picture} alt={text.pictureShown} />}
        <input
          id={id}
          type="file"
          accept="image/*"
          aria-invalid={problem !== undefined}
          aria-describedby={`${id}-hint ${id}-fault`}
          onChange={(event) => void read(event)}
        />
        {picture !== "" && (
          <button type="button" className="quiet" onClick={() => setPicture("")}>
            {text.pictureRemove}
          </button>
        )}
      </div>
      <span className="soft small" id={`${id}-hint`}>
        {hint}
      </span>
      <p className="field-problem small" id={`${id}-fault`} role="alert">
        {problem}
      </p>
    </div>
  );
}

/** The middle of a picture as a square; undefined: this browser cannot read the file. */
async function smallPicture(file: Blob): Promise<string | undefined> {
  try {
    using bitmap = disposable(await createImageBitmap(file));
    const { width, height } = bitmap.image;
    const side = Math.min(width, height);
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = Math.min(sidePixels, side);
    const from = [(width - side) / 2, (height - side) / 2, side, side] as const;
    canvas.getContext("2d")?.drawImage(bitmap.image, ...from, 0, 0, canvas.width, canvas.height);
    const tries = qualities.map((quality) => canvas.toDataURL("image/webp", quality));
    return tries.find(({ length }) => length <= charsMax);
  } catch {
    return undefined;
  }
}

const disposable = (image: ImageBitmap): Disposable & { readonly image: ImageBitmap } => ({
  image,
  [Symbol.dispose]: () => image.close(),
});
