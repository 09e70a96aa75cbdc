/**
 * Lines that stand for code which was left out (`// … rest of the file unchanged`, `(other methods stay as they are...)`): written
 * into a file, they would delete what they stand for.
 *
 * @module
 */
import type { Buffer } from 'node:buffer'
import { ToolyardError } from '../../../kernel/index.ts'

/** A comment, or a remark in brackets, alone on its line. */
const remark = /^(?:\/\/|\/\*|#|--|;|%|<!--|\{\/\*|\(|\[).*$/
const dots = /\.{3}|…/
/** What is left out is there already, and stays. */
const stays = /\b(?:rest|remain(?:s|ing|der)?|existing|unchanged|same|previous|other)\b|不变|省略|其余|其他/i

/** Throws `invalid_arguments` if the new text has such a line that the file has not. */
export function checkOmissions(content: Buffer, newString: string, subject: string): void {
  for (const line of newString.split(/\r?\n/)) {
    const text = line.trim()
    if (text.length > 200 || !remark.test(text) || !dots.test(text) || !stays.test(text)) continue
    if (content.includes(text)) continue
    throw new ToolyardError(
      'invalid_arguments',
      `${subject}: the line "${text}" stands for code that is left out, and would replace it`,
      { hint: 'Write out what belongs there, or leave that part out of old_string and new_string.' },
    )
  }
}
