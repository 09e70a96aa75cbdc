/** Pictures and files that were sent in the caller's conversation: for `save_attachment` and `read_result`. */
import type { Part } from '../part.ts'

/** Where the bytes of one file wait that is to be put into the workspace. Who can't guess the handle can't name it. */
export function uploadScope(handle: string): string {
  return `upload ${handle}`
}

export const attachments: Part = {
  name: 'attachments',
  start: ({ store: { attachments: kept } }) => ({
    services: ({ threadId }) => ({
      attachments: {
        read: async (handle) =>
          (threadId === undefined ? undefined : await kept.read(threadId, handle)) ??
          (await kept.read(uploadScope(handle), handle)),
      },
    }),
  }),
}
