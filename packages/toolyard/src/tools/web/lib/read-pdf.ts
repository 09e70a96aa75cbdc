/**
 * A PDF as text by page. The library that reads it is an optional peer: `unpdf`.
 *
 * @module
 */
import type { getDocumentProxy } from 'unpdf'
import type { PlainText } from './read-text.ts'

const mostPages = 500
/** What is left of the thread's time goes to sending the answer. */
const mostMs = 15_000

export async function readPdfText(bytes: Uint8Array): Promise<PlainText> {
  const { getDocumentProxy: open } = await import('unpdf')
  const pdf = await open(bytes, { verbosity: 0 })
  const end = Date.now() + mostMs
  const pages: string[] = []
  while (pages.length < Math.min(pdf.numPages, mostPages) && Date.now() < end)
    pages.push(`[page ${pages.length + 1} of ${pdf.numPages}]\n${await textOfPage(pdf, pages.length + 1)}`)
  const left = pdf.numPages - pages.length
  return {
    title: await titleOf(pdf),
    text: pages.join('\n\n'),
    leftOut: left > 0 ? [`the last ${left} pages`] : [],
  }
}

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>

async function textOfPage(pdf: Pdf, number: number): Promise<string> {
  const page = await pdf.getPage(number)
  const { items } = await page.getTextContent()
  page.cleanup()
  return items
    .map((item) => ('str' in item ? `${item.str}${item.hasEOL ? '\n' : ''}` : ''))
    .join('')
    .trim()
}

async function titleOf(pdf: Pdf): Promise<string> {
  const { info } = await pdf.getMetadata().catch(() => ({ info: {} }))
  const title: unknown = Reflect.get(info, 'Title')
  return typeof title === 'string' ? title.slice(0, 300) : ''
}
