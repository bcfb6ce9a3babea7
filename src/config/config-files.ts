// Configuration of files: retention of recordings and other data of calls, and the storage of recordings if it is not
// DATA_DIR.

import { Secret } from "../base/secret.ts";
import { endpoint, oneOf, optional, row, whole, type ValuesOf } from "../base/setting-reader.ts";
import type { S3Place } from "../files/s3-files.ts";

export const filesVariables = {
  RECORD: row("off", {
    unit: "on, off",
    about: "Record calls: audio of both sides, events and decisions; a session can override it",
    parse: oneOf(["on", "off"]),
  }),
  RECORDING_DAYS: row("30", {
    unit: "days",
    about: "Retention of recordings, which are in DATA_DIR/recordings or at FILES_URL",
    parse: whole(1, 3_650),
  }),
  RECORDING_MAX_MIB: row("1024", {
    unit: "MiB",
    about: "Storage limit of recordings, on disk and at FILES_URL each; above it, the oldest are deleted",
    parse: whole(1, 1_048_576),
  }),
  RETENTION_WORDS_DAYS: row("90", {
    unit: "days",
    about: "Days to keep transcripts; accounts can set fewer; 0: do not store",
    parse: whole(0, 3_650),
  }),
  RETENTION_VALUES_DAYS: row("90", {
    unit: "days",
    about: "Days to keep a session's context and metadata; accounts can set fewer; 0: do not store",
    parse: whole(0, 3_650),
  }),
  RETENTION_NUMBERS_DAYS: row("400", {
    unit: "days",
    about: "Days to keep times, outcomes and measurements of a session, and the session itself",
    parse: whole(1, 3_650),
  }),
  FILES_URL: row("", {
    unit: "s3://bucket/prefix",
    about: "S3-compatible storage for recordings and sounds, encrypted with the master key; unset: DATA_DIR",
    parse: optional(place),
  }),
  S3_ENDPOINT: row("", {
    unit: "URL",
    about: "URL of the S3 server for FILES_URL, such as https://minio.internal:9000; unset: Amazon S3",
    parse: optional(endpoint),
  }),
  AWS_REGION: row("us-east-1", {
    unit: "region",
    about: "Region of FILES_URL",
    parse: region,
  }),
  AWS_ACCESS_KEY_ID: row("", {
    unit: "id",
    about: "Access key for FILES_URL; needs AWS_SECRET_ACCESS_KEY",
    parse: optional(String),
  }),
  AWS_SECRET_ACCESS_KEY: row("", {
    unit: "secret",
    about: "Secret of AWS_ACCESS_KEY_ID",
    parse: optional((text) => new Secret(text)),
  }),
};

type Values = ValuesOf<typeof filesVariables>;

/** Days of each class of sessions' data. */
export function retentionConfig(values: Values) {
  return {
    audio: values.RECORDING_DAYS,
    words: values.RETENTION_WORDS_DAYS,
    values: values.RETENTION_VALUES_DAYS,
    numbers: values.RETENTION_NUMBERS_DAYS,
  };
}

/** Undefined: files are in DATA_DIR. Errors are added to `problems`. */
export function filesConfig(values: Values, problems: string[]): S3Place | undefined {
  const { FILES_URL: where, AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = values;
  if (where === undefined) return undefined;
  if (accessKeyId === undefined || secretAccessKey === undefined) {
    problems.push("FILES_URL needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY. Set both.");
    return undefined;
  }
  return { ...where, endpoint: values.S3_ENDPOINT, region: values.AWS_REGION, accessKeyId, secretAccessKey };
}

/** Never repeats the value: people put passwords into URLs. */
function place(text: string): { readonly bucket: string; readonly prefix: string } {
  const [, bucket, path = ""] =
    /^s3:\/\/([a-z\d][a-z\d.-]{1,62})(?:\/((?:[\w.-]+(?:\/[\w.-]+)*\/?)?))?$/.exec(text) ?? [];
  if (bucket === undefined) throw new Error("must be a bucket and a prefix such as s3://bucket/voice-flow");
  const prefix = path.replace(/\/+$/, "");
  return { bucket, prefix: prefix === "" ? "" : `${prefix}/` };
}

function region(text: string): string {
  if (/^[a-z\d-]{1,64}$/i.test(text)) return text;
  throw new Error(`must be the name of a region such as eu-central-1, not "${text}"`);
}
