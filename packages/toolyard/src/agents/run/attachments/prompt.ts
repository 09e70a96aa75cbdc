/**
 * What is said to an agent: a text, or parts of which some are pictures and files.
 *
 * @module
 */

export type Prompt = string | readonly PromptPart[]

export type PromptPart =
  | { readonly type: 'text'; readonly text: string }
  /** `image`: refused if it is no picture. `file`: whatever the bytes are found to be. */
  | ({ readonly type: 'image' | 'file' } & (SentFile | WorkspaceFile))

/** Bytes that are sent along. */
export interface SentFile {
  /** The bytes, or base64. */
  readonly data: Uint8Array | string
  readonly name?: string | undefined
  /** What the sender takes it for. The bytes decide. */
  readonly mediaType?: string | undefined
}

/** A file of the workspace. */
export interface WorkspaceFile {
  readonly path: string
}

/** What one message may carry. Bytes are those of the file, not of its base64. */
export const attachmentLimits = {
  /** Of its words, in characters. */
  textLength: 5_000_000,
  files: 10,
  /** Services take pictures of five megabytes as base64. */
  imageBytes: 3_750_000,
  /** Of a side. */
  imagePixels: 8000,
  pdfBytes: 10_000_000,
  textBytes: 1_000_000,
  totalBytes: 12_000_000,
  nameLength: 200,
} as const
