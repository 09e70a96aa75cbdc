/**
 * Title and description of a tool in the reader's language, if it has them; else as everybody reads them.
 *
 * @module
 */
import type { ToolSummary } from '../api/types.ts'

type Worded = Pick<ToolSummary, 'title' | 'description' | 'titles' | 'descriptions'>

export function titleIn(tool: Pick<Worded, 'title' | 'titles'>, language: string): string | undefined {
  return inLanguage(tool.titles, language) ?? tool.title
}

export function descriptionIn(tool: Pick<Worded, 'description' | 'descriptions'>, language: string): string {
  return inLanguage(tool.descriptions, language) ?? tool.description
}

/** Everything that is said of a tool, in every language, for a search that ignores capital letters. */
export function searchTextOf(tool: Worded & Pick<ToolSummary, 'name' | 'category' | 'tags'>): string {
  return [
    tool.name,
    tool.title ?? '',
    tool.description,
    ...Object.values(tool.titles ?? {}),
    ...Object.values(tool.descriptions ?? {}),
    tool.category,
    ...tool.tags,
  ]
    .join('\n')
    .toLowerCase()
}

/** `zh-CN` will do for a reader of `zh`, and the other way round. */
function inLanguage(
  words: Readonly<Record<string, string>> | undefined,
  language: string,
): string | undefined {
  if (!words) return undefined
  const [base = language] = language.split('-')
  const near = Object.keys(words).find((code) => code === base || code.startsWith(`${base}-`))
  return words[language] ?? (near === undefined ? undefined : words[near])
}
