/** Pictures and files that were sent in the caller's conversation. */
export interface AttachmentAccess {
  /** Undefined if there is none under this handle. */
  read(handle: string): Promise<AttachedBytes | undefined>
}

export interface AttachedBytes {
  readonly name: string
  /** As it was found from the bytes. */
  readonly mediaType: string
  readonly bytes: Uint8Array
}
