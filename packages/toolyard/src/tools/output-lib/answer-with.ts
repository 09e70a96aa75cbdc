/**
 * An answer whose text can't be made of its data: it is longer than the data, or comes with a picture. All other tools return
 * their data and have `render`.
 *
 * @module
 */
import type { ContentBlock } from '../../define/index.ts'

export interface AnswerWith<Data> {
  readonly content: readonly ContentBlock[]
  readonly data: Data
}

export function answerWith<Data>(shown: string | readonly ContentBlock[], data: Data): AnswerWith<Data> {
  return { content: typeof shown === 'string' ? [{ type: 'text', text: shown }] : shown, data }
}
