/**
 * Markdown for platforms that read most of it themselves: what one of them does not know is written in another way, and what
 * would notify all members of a room is made plain text.
 *
 * @module
 */
import { tableLine, tableRule } from './markdown.ts'

/** Discord has no tables, and underlines what Markdown makes bold with `__`. */
export function discordMarkdown(markdown: string): string {
  return outsideCode(markdown, (text) =>
    withCodeTables(text).replaceAll(/(?<!\w)__(?=\S)([^_\n]{1,999})__(?!\w)/g, '**$1**'),
  )
}

/** Slack reads `<!channel>` and the like as a call to all. */
export function slackMarkdown(markdown: string): string {
  return markdown.replaceAll(/<(?=[!@])/g, '&lt;')
}

/** Cards read `<at id=all></at>` as a call to all, and `<person>` as one of its members. */
export function feishuMarkdown(markdown: string): string {
  return markdown.replaceAll(/<(?=[\s/]{0,20}(?:at|person)\b)/gi, '&lt;')
}

/** DingTalk breaks a line only if two blanks stand before it. */
export function dingtalkMarkdown(markdown: string): string {
  return outsideCode(markdown, (text) => withCodeTables(text).replaceAll(/(?<! {2}|\n)\n(?!\n)/g, '  \n'))
}

/** WeCom reads `<@userid>` as a call to that person. */
export function wecomMarkdown(markdown: string): string {
  return markdown.replaceAll(/<(?=@)/g, '&lt;')
}

/** Tables as code, so that their columns stay below each other. */
function withCodeTables(text: string): string {
  const lines = text.split('\n')
  const written: string[] = []
  for (let at = 0; at < lines.length;) {
    if (tableLine.test(lines[at] ?? '') && tableRule.test(lines[at + 1] ?? '')) {
      let end = at
      while (tableLine.test(lines[end] ?? '')) end++
      written.push('```', ...lines.slice(at, end), '```')
      at = end
    } else written.push(lines[at++] ?? '')
  }
  return written.join('\n')
}

/** Changes what stands outside code fences. */
function outsideCode(markdown: string, change: (text: string) => string): string {
  return markdown
    .split(/(^ {0,3}```[^`\n]*\n[^]*?^ {0,3}```[ \t]*$)/m)
    .map((part, index) => (index % 2 === 0 ? change(part) : part))
    .join('')
}
