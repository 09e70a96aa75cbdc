/**
 * Files that pages have sent, until a call saves them: a few at a time, the oldest is dropped.
 *
 * @module
 */
import { Buffer } from 'node:buffer'
import type { Download } from 'playwright-core'
import { type Clock, ToolyardError } from '../../../kernel/index.ts'
import { originOf } from './origins.ts'
import { quoted, shownAddress } from './page-words.ts'
import { type TimeLimit, within } from './time-limit.ts'

const mostKept = 5
const mostBytes = 32 * 1024 * 1024
/** An endless file is not taken in for ever. */
const patienceMs = 120_000

export class Downloads {
  readonly #clock: Clock
  readonly #waiting: Download[] = []
  #begun = Promise.withResolvers<void>()
  count = 0

  constructor(clock: Clock) {
    this.#clock = clock
  }

  add(download: Download): void {
    this.#waiting.push(download)
    this.count++
    const oldest = this.#waiting.length > mostKept ? this.#waiting.shift() : undefined
    if (oldest) drop(oldest)
    const late = this.#clock.after(patienceMs, () => void download.cancel().catch(() => undefined))
    download.failure().then(
      () => late.cancel(),
      () => late.cancel(),
    )
    this.#begun.resolve()
    this.#begun = Promise.withResolvers<void>()
  }

  /** Resolves when the next one begins. */
  get begun(): Promise<void> {
    return this.#begun.promise
  }

  /** The latest `count` that wait, in words. */
  told(count: number): readonly string[] {
    return this.#waiting.slice(-Math.min(count, mostKept)).map(describe)
  }

  /** The site that the latest one is of. */
  get origin(): string | undefined {
    return originOf(this.#waiting.at(-1)?.url() ?? '')
  }

  /** The bytes of the latest one, which is then forgotten. */
  async take(ms: number, limit: TimeLimit): Promise<{ readonly bytes: Buffer; readonly about: string }> {
    const download = this.#waiting.pop()
    if (!download)
      throw new ToolyardError('not_found', 'no download has started', {
        hint: 'Give the ref of the link or button that starts it.',
      })
    try {
      return { bytes: await within(readAll(download), ms, limit), about: describe(download) }
    } catch (error) {
      if (!ToolyardError.isInstance(error) || error.code !== 'timeout') throw error
      throw new ToolyardError('timeout', `the download ${describe(download)} did not end within ${ms} ms`, {
        hint: 'Start it again with a larger timeout_ms (at most 60000).',
        cause: error,
      })
    } finally {
      drop(download)
    }
  }

  clear(): void {
    for (const download of this.#waiting.splice(0)) drop(download)
  }
}

async function readAll(download: Download): Promise<Buffer> {
  const failure = await download.failure()
  if (failure !== null)
    throw new ToolyardError('tool_failed', `the download ${describe(download)} failed: ${quoted(failure)}`, {
      hint: 'Start it again, or fetch the address with http_request.',
    })
  const parts: Buffer[] = []
  let size = 0
  for await (const part of await download.createReadStream()) {
    const bytes = part as Buffer
    size += bytes.length
    if (size > mostBytes)
      throw new ToolyardError(
        'too_large',
        `the download ${describe(download)} is larger than ${mostBytes / 1024 / 1024} MB`,
        { hint: 'It was not saved. Ask the user to fetch it.' },
      )
    parts.push(bytes)
  }
  return Buffer.concat(parts)
}

function describe(download: Download): string {
  return `${quoted(download.suggestedFilename(), 100)} from ${shownAddress(download.url(), 200)}`
}

function drop(download: Download): void {
  void download
    .cancel()
    .then(() => download.delete())
    .catch(() => undefined)
}
