/**
 * Buttons as lines with links, for platforms that have none.
 *
 * @module
 */
import type { MessageButton } from '../define/index.ts'

export function withButtonLines(text: string, buttons: readonly MessageButton[]): string {
  const lines = buttons.map((button) => `[${button.text.replaceAll(/[[\]]/g, '')}](${button.url})`)
  return [text, ...lines].join('\n\n')
}
