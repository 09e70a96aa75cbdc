/** How alike two texts in Markdown are: by their words, and by the parts that Markdown keeps. */

/** Words as often as they occur; each character of a script without spaces is one. Signs and targets of links don't count. */
function wordsOf(markdown: string): string[] {
  return (
    markdown
      .replaceAll(/\]\((?:[^()\s]|\([^()\s]*\))*\)/g, ']')
      .toLowerCase()
      .match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{N}\p{M}]+/gu) ?? []
  )
}

function withoutTargets(markdown = ''): string {
  return markdown.replaceAll(/\[([^[\]]*)\]\([^()\s]*\)/g, '$1')
}

/** From 0 to 1: the harmonic mean of how much of the wanted is there, and how much of what is there is wanted. */
export function wordF1(shown: string, wanted: string): number {
  const [have, want] = [wordsOf(shown), wordsOf(wanted)]
  const left = new Map<string, number>()
  for (const word of want) left.set(word, (left.get(word) ?? 0) + 1)
  let common = 0
  for (const word of have) {
    const count = left.get(word) ?? 0
    if (count === 0) continue
    common++
    left.set(word, count - 1)
  }
  return have.length + want.length === 0 ? 1 : (2 * common) / (have.length + want.length)
}

/** Headings, rows of tables, code with its language, and links: each as one line that can be compared. */
export function partsOf(markdown: string): string[] {
  const code = [...markdown.matchAll(/^```(\S*)\n([\s\S]*?)\n```$/gm)].map(
    ([, language, text]) => `code ${language}: ${text?.trimEnd()}`,
  )
  const prose = markdown.replaceAll(/^```[\s\S]*?^```$/gm, '').replaceAll(/\\([[\]_*<])/g, '$1')
  const headings = [...prose.matchAll(/^(#{1,6}) (.*)$/gm)].map(
    ([, level, text]) => `${level} ${withoutTargets(text)}`,
  )
  const rows = [...prose.matchAll(/^\|(.*)\|$/gm)]
    .map(([, cells = '']) => cells.split(/(?<!\\)\|/).map((cell) => cell.trim()))
    .filter((cells) => !cells.every((cell) => /^:?-+:?$/.test(cell)))
    .map((cells) => `row ${cells.join(' | ')}`)
  const links = [...prose.matchAll(/\[([^[\]]*)\]\(([^()\s]*)\)/g)].map(
    ([, text, target]) => `link ${text} → ${target}`,
  )
  return [...code, ...headings, ...rows, ...links]
}
