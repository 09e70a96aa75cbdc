/**
 * The language of a page's code, written the one way that the writer of Markdown reads, whichever way the page has it.
 *
 * @module
 */
import type { PageElement } from './page-libraries.ts'

const named =
  /(?:^|\s)(?:language|lang|highlight-source|highlight|brush:?)[-\s:]?\s?([a-z][\w+#.-]{0,30})(?:\s|$)/i
/** Classes of libraries that colour code, beside the language. */
const notLanguages =
  /^(?:hljs|prism|shiki|code|pre|block|notranslate|default|text|none|copy|wrap|highlight|line-numbers)$/i

export function markLanguages(elements: readonly PageElement[]): void {
  for (const block of elements) {
    if (block.localName !== 'pre') continue
    const code = block.firstElementChild?.localName === 'code' ? block.firstElementChild : undefined
    const language =
      (code && languageOf(code)) ??
      languageOf(block) ??
      (block.parentElement && languageOf(block.parentElement))
    if (!language) continue
    const target = code ?? block
    target.setAttribute('class', `language-${language.toLowerCase()}`)
  }
}

function languageOf(element: PageElement): string | undefined {
  const said = element.getAttribute('data-lang') ?? element.getAttribute('data-language')
  if (said && /^[a-z][\w+#.-]{0,30}$/i.test(said)) return said
  const names = element.getAttribute('class') ?? ''
  const [, found] = named.exec(names) ?? []
  if (found !== undefined && !notLanguages.test(found)) return found
  // Only highlight.js writes the bare name, beside its own.
  const words = /(?:^|\s)hljs(?:\s|$)/.test(names) ? names.split(/\s+/) : []
  return words.find((word) => word !== '' && !notLanguages.test(word))
}
