/**
 * A file's name on one line, with everything in it that can't be seen shown as a mark.
 *
 * @module
 */
import { visibleText } from '../../../kernel/index.ts'

export function visibleName(name: string): string {
  return visibleText(name).replaceAll('\n', '⟨U+000A⟩').replaceAll('\t', '⟨U+0009⟩')
}
