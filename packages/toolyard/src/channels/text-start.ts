/**
 * The start of a text, for the places where platforms show little: subjects, titles, notifications.
 *
 * @module
 */

/** At most so many UTF-16 units, no character cut in two. */
export function textStart(text: string, length: number): string {
  return text.slice(0, length).replace(/[\ud800-\udbff]$/, '')
}

/** The first line of a Markdown text without its marks. */
export function titleOf(markdown: string, length: number): string {
  const [line = ''] = markdown.split('\n', 1)
  return textStart(line.replaceAll(/[#*_`>[\]]/g, '').trim(), length) || 'Message'
}
