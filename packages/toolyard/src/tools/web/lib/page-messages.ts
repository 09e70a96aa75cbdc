/**
 * What the thread that reads pages is asked, and what it answers.
 *
 * @module
 */
import type { PageRequest, PageText } from './read-html.ts'
import type { PlainText } from './read-text.ts'

/** Bytes are transferred: the sender no longer has them. */
export type PageReadRequest =
  | { readonly kind: 'pdf'; readonly bytes: Uint8Array }
  | { readonly kind: 'text'; readonly bytes: Uint8Array; readonly contentType: string }
  | {
      readonly kind: 'page'
      readonly bytes: Uint8Array
      readonly contentType: string
      readonly url: string
      readonly format: PageRequest['format']
    }

export type ReadAnswer = PageText | PlainText
