/**
 * One browser from its start to its end: its folder, its proxy, its process, and what is left of them, which is nothing.
 *
 * @module
 */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BrowserContext, BrowserType } from 'playwright-core'
import { type Clock, ToolyardError } from '../../kernel/index.ts'
import type { Net } from '../net/index.ts'
import type { FailedConnection, OpenBrowser, OpenBrowserOptions } from './browser.ts'
import { type BrowserPlace, makePlace } from './browser-place.ts'
import { chromiumFlags, chromiumPolicy } from './chromium-flags.ts'
import { enclose, startOutside, withoutInherited } from './enclose.ts'
import { guardPages } from './page-guard.ts'
import { BrowserProxy } from './proxy.ts'

export interface StartParts {
  readonly chromium: BrowserType
  readonly program: string
  /** The program that makes the sandbox; undefined if there is none. */
  readonly bwrap: string | undefined
  readonly shell: string | undefined
  /** Folders that the browser must not see. */
  readonly hidden: readonly string[]
  readonly environment: Readonly<Record<string, string>>
  readonly net: Pick<Net, 'connect'>
  readonly clock: Clock
  /** Of a kept profile. */
  readonly profile: string | undefined
  readonly ownSandbox: boolean
}

const usualIdleMs = 600_000
const startMs = 60_000
/** How long a browser may take to close before its processes are ended. */
const graceMs = 5000

/** Rejects with what the browser said, when it does not start. Leaves nothing then. */
export async function startBrowser(parts: StartParts, options: OpenBrowserOptions): Promise<OpenBrowser> {
  const place = await makePlace()
  const proxy = new BrowserProxy({ net: parts.net, allowed: options.allowed })
  const abort = (): void => void proxy.close()
  try {
    await proxy.listen(place.socket)
    options.signal?.addEventListener('abort', abort)
    options.signal?.throwIfAborted()
    const context = await launch(parts, place)
    if (options.signal?.aborted) await context.close().catch(() => {})
    options.signal?.throwIfAborted()
    return new RunningBrowser({ context, proxy, place, parts, idleMs: options.idleMs ?? usualIdleMs })
  } catch (error) {
    await proxy.close()
    await place.remove()
    throw options.signal?.aborted ? cancelled(options.signal) : error
  } finally {
    options.signal?.removeEventListener('abort', abort)
  }
}

async function launch(parts: StartParts, place: BrowserPlace): Promise<BrowserContext> {
  const { chromium, program, bwrap, hidden, ownSandbox, environment } = parts
  const profile = parts.profile ?? place.profile
  const policy = join(place.folder, 'policy.json')
  await writeFile(policy, JSON.stringify(chromiumPolicy))
  const argv = [program, ...chromiumFlags(profile, ownSandbox)]
  const command =
    bwrap === undefined
      ? startOutside(argv, place)
      : enclose({ bwrap, argv, place, profile, policy, hidden, ownSandbox })
  const [executablePath = '', ...args] = withoutInherited(command, parts.shell)
  return await chromium.launchPersistentContext(profile, {
    executablePath,
    args,
    // They would stand before ours, and be read by the sandbox.
    ignoreDefaultArgs: true,
    artifactsDir: place.files,
    downloadsPath: place.files,
    env: { ...environment, HOME: profile, TMPDIR: bwrap === undefined ? place.files : '/tmp' },
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    timeout: startMs,
    viewport: { width: 1280, height: 800 },
  })
}

interface RunningParts {
  readonly context: BrowserContext
  readonly proxy: BrowserProxy
  readonly place: BrowserPlace
  readonly parts: StartParts
  readonly idleMs: number
}

class RunningBrowser implements OpenBrowser<BrowserContext> {
  readonly context: BrowserContext
  readonly sandbox: OpenBrowser['sandbox']
  readonly folder: string
  readonly failures: readonly FailedConnection[]
  readonly ended: Promise<string | undefined>
  readonly #own: RunningParts
  readonly #gone = Promise.withResolvers<void>()
  #why: string | undefined
  #isClosing = false
  #users = 0
  #idle: ReturnType<Clock['after']> | undefined

  constructor(own: RunningParts) {
    this.#own = own
    this.context = own.context
    this.sandbox = own.parts.bwrap === undefined ? 'none' : 'sandbox'
    this.folder = own.place.files
    this.failures = own.proxy.failures
    guardPages(this.context, (url) =>
      own.proxy.tell(url.slice(0, 80), 'only http and https pages are shown.'),
    )
    this.context.once('close', () => this.#gone.resolve())
    this.ended = this.#gone.promise.then(() => this.#clear())
    this.touch()
  }

  use(): Disposable {
    this.#users++
    this.touch()
    return {
      [Symbol.dispose]: () => {
        this.#users--
        this.touch()
      },
    }
  }

  touch(): void {
    if (this.#isClosing) return
    const { parts, idleMs } = this.#own
    this.#idle?.cancel()
    if (this.#users > 0) return
    this.#idle = parts.clock.after(idleMs, () => {
      this.#why = `the browser was not used for ${Math.round(idleMs / 1000)} s and was closed.`
      void this.close()
    })
  }

  async close(): Promise<void> {
    if (!this.#isClosing) {
      this.#isClosing = true
      const late = this.#own.parts.clock.after(graceMs, () => void this.#own.proxy.close())
      await this.context.close().catch(() => {})
      late.cancel()
      this.#gone.resolve()
    }
    await this.ended
  }

  async #clear(): Promise<string | undefined> {
    const { proxy, place } = this.#own
    const why = this.#isClosing ? this.#why : 'the browser ended by itself: it crashed or was killed.'
    this.#isClosing = true
    this.#idle?.cancel()
    await proxy.close()
    await place.remove()
    return why
  }
}

function cancelled(signal: AbortSignal): ToolyardError {
  const reason: unknown = signal.reason
  if (ToolyardError.isInstance(reason)) return reason
  return new ToolyardError('cancelled', 'the browser was not opened: the call was cancelled.', {
    cause: reason,
  })
}
