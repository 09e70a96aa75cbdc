/**
 * Actions that take files of the workspace to a page, or bring some from it: `upload`, `download`, `pdf`. Files are reached
 * through the workspace alone; the browser sees bytes, never paths.
 *
 * @module
 */
import type { Buffer } from 'node:buffer'
import { basename, extname } from 'node:path'
import type { ToolContext } from '../../../../define/index.ts'
import { ToolyardError } from '../../../../kernel/index.ts'
import { requireNamed } from '../../../files/lib/secret-files.ts'
import { type BrowserAction, timeoutOf } from '../action.ts'
import { asActionError } from '../action-error.ts'
import { mayRead } from '../origins.ts'
import { pageFunction } from '../page-function.ts'
import { elementOf, required } from '../refs.ts'
import { settled } from '../settle.ts'
import { within } from '../time-limit.ts'

const mostUploaded = 20 * 1024 * 1024
const downloadMs = 60_000

const types: Readonly<Record<string, string>> = {
  '.txt': 'text/plain',
  '.md': 'text/markdown',
  '.csv': 'text/csv',
  '.html': 'text/html',
  '.json': 'application/json',
  '.xml': 'application/xml',
  '.pdf': 'application/pdf',
  '.zip': 'application/zip',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
  '.svg': 'image/svg+xml',
}

const isFileField = pageFunction(`(element) => element.type === 'file'`)

interface UploadPayload {
  readonly name: string
  readonly mimeType: string
  readonly buffer: Buffer
}

export const upload: BrowserAction = async (act, input) => {
  const ref = required(input.ref, 'ref', 'upload')
  const files = await payloadsOf(act.context, required(input.paths, 'paths', 'upload'))
  const element = await elementOf(act, ref)
  const { page } = act.tab
  await settled(act, {
    what: `nothing can be uploaded at ${ref}`,
    timeoutMs: input.timeout_ms ?? 15_000,
    async run(timeout) {
      const isField = await element.evaluate(isFileField, undefined, { timeout })
      if (isField) return element.setInputFiles([...files], { timeout })
      // A button that opens the window in which people choose files.
      const [chooser] = await Promise.all([
        page.waitForEvent('filechooser', { timeout }),
        element.click({ timeout }),
      ])
      return chooser.setFiles([...files], { timeout })
    },
  })
  const size = files.reduce((sum, { buffer }) => sum + buffer.length, 0)
  return { said: `Uploaded ${files.map(({ name }) => name).join(', ')} (${size} bytes).`, show: 'changes' }
}

async function payloadsOf(
  { host }: ToolContext,
  paths: readonly string[],
): Promise<readonly UploadPayload[]> {
  const payloads: UploadPayload[] = []
  let left = mostUploaded
  for (const request of paths) {
    using file = host.files.openRead(request)
    requireNamed(host.files, request, file.path)
    left -= file.size
    if (left < 0)
      throw new ToolyardError('too_large', `the files are larger than ${mostUploaded / 1024 / 1024} MB`, {
        hint: 'Upload fewer or smaller ones.',
      })
    const name = basename(file.path)
    const mimeType = types[extname(name).toLowerCase()] ?? 'application/octet-stream'
    payloads.push({ name, mimeType, buffer: await file.readPart(0, file.size) })
  }
  return payloads
}

export const download: BrowserAction = async (act, input) => {
  const path = required(input.path, 'path', 'download')
  const { session, context } = act
  requireFree(context, path)
  const ms = input.timeout_ms ?? downloadMs
  if (input.ref !== undefined) {
    const element = await elementOf(act, input.ref)
    const { begun } = session.downloads
    await settled(act, {
      what: `${input.ref} starts no download`,
      timeoutMs: ms,
      async run(timeout) {
        await element.click({ timeout: Math.min(timeout, 10_000) })
        await within(begun, Math.min(timeout, 15_000), context).catch(() => undefined)
      },
    })
    if (act.tab.dialogs.open !== undefined) return { show: 'nothing' }
  }
  const { origin } = session.downloads
  if (!mayRead(context, { origin }))
    throw new ToolyardError('denied', `the file comes from ${origin}, which this call did not name`, {
      hint: 'Call again with path and without ref: it is judged by that site as well.',
    })
  const { bytes, about } = await session.downloads.take(ms, context)
  const file = await save(context, path, bytes)
  return { said: `${file.said}: ${about}.`, saved: file.saved, show: 'nothing' }
}

export const pdf: BrowserAction = async ({ tab, context }, input) => {
  const path = required(input.path, 'path', 'pdf')
  requireFree(context, path)
  try {
    const bytes = await within(tab.page.pdf({ printBackground: true }), timeoutOf(input) + 25_000, context)
    if (!mayRead(context, tab))
      throw new ToolyardError('denied', 'the page went to another site while it was printed', {
        hint: 'Call again: it is judged by where the page is now.',
      })
    const file = await save(context, path, bytes)
    return { said: `${file.said}.`, saved: file.saved, show: 'nothing' }
  } catch (error) {
    throw asActionError(error, "the page can't be printed")
  }
}

/** Before anything is fetched for it. */
function requireFree({ host }: ToolContext, path: string): void {
  if (!host.files.resolve(path, 'write').exists) return
  throw new ToolyardError('conflict', `"${path}" exists`, { hint: 'Choose a path where no file is yet.' })
}

async function save({ host }: ToolContext, path: string, bytes: Buffer) {
  const { shown, size } = await host.files.write(path, [bytes], { mode: 'create', expected: 'nothing' })
  return { said: `Saved ${shown} (${size} bytes)`, saved: { saved: shown, bytes: size } }
}
