/**
 * The thread in which pages are read, one after the other.
 *
 * @module
 */
import { parentPort } from 'node:worker_threads'
import { type PageRequest, readHtml } from './read-html.ts'
import { type PdfRequest, readPdfText } from './read-pdf.ts'

parentPort?.on('message', async (asked: PageRequest | PdfRequest) => {
  parentPort?.postMessage('bytes' in asked ? await readPdfText(asked) : readHtml(asked), [])
})
