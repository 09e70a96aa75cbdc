/**
 * The thread in which pages are read, one after the other.
 *
 * @module
 */
import { parentPort } from 'node:worker_threads'
import { decodeText } from './decode-text.ts'
import type { ReadAnswer, PageReadRequest } from './page-messages.ts'
import { readHtml } from './read-html.ts'
import { readPdfText } from './read-pdf.ts'
import { readText } from './read-text.ts'

parentPort?.on('message', async (asked: PageReadRequest) => parentPort?.postMessage(await read(asked), []))

async function read(asked: PageReadRequest): Promise<ReadAnswer> {
  if (asked.kind === 'pdf') return readPdfText(asked.bytes)
  if (asked.kind === 'text') return readText(asked.bytes, asked.contentType)
  const { bytes, contentType, url, format } = asked
  return readHtml({ html: decodeText(bytes, contentType).text, url, format })
}
