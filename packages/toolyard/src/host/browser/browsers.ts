/**
 * `Browsers` of this machine: how many, how they are enclosed, and what is told where one can't be had.
 *
 * @module
 */
import { type Clock, createClock, messageOf, ToolyardError } from '../../kernel/index.ts'
import type { Net } from '../net/index.ts'
import type { Programs } from '../proc/index.ts'
import type { Browsers, BrowserSandbox, OpenBrowser, OpenBrowserOptions } from './browser.ts'
import { findChromium, noChromium } from './find-chromium.ts'
import type { PlaywrightGround } from './find-playwright.ts'
import { holdProfile } from './profile.ts'
import type { StartParts } from './running-browser.ts'

export interface BrowsersParts extends PlaywrightGround {
  readonly programs: Pick<Programs, 'find' | 'sandbox'>
  readonly net: Pick<Net, 'connect'>
  /** As the settings have it. */
  readonly sandbox: 'none' | 'bwrap' | 'required' | undefined
  /** The home folder, the workspace and the like: not seen by a browser. */
  readonly hidden: readonly string[]
  readonly environment: NodeJS.ProcessEnv
  /** Where kept profiles are. */
  readonly profiles: () => string
}

const usualMost = 4
const inherited = ['LANG', 'TZ', 'LC_ALL', 'LC_CTYPE']

export function createBrowsers(parts: BrowsersParts): Browsers {
  return new HostBrowsers(parts)
}

class HostBrowsers implements Browsers {
  readonly #parts: BrowsersParts
  readonly #open = new Set<OpenBrowser>()
  readonly #opening = new Set<Promise<OpenBrowser>>()
  readonly #closing = new AbortController()
  #clock: Clock | undefined
  #swept: Promise<void> | undefined
  /** Whether Chromium makes its own sandbox inside ours: found out by trying. */
  #ownSandbox = true

  constructor(parts: BrowsersParts) {
    this.#parts = parts
  }

  async open(options: OpenBrowserOptions): Promise<OpenBrowser> {
    const { most = usualMost } = options
    if (this.#closing.signal.aborted) throw closed()
    if (this.#open.size + this.#opening.size >= most) throw busy(most)
    const opening = this.#start(options)
    this.#opening.add(opening)
    try {
      const browser = await opening
      this.#open.add(browser)
      void browser.ended.then(() => this.#open.delete(browser))
      return browser
    } finally {
      this.#opening.delete(opening)
    }
  }

  async how(): Promise<BrowserSandbox> {
    const { programs, sandbox } = this.#parts
    const { level, reason } = await programs.sandbox()
    if (level === 'bwrap') return { level: 'sandbox', asks: false }
    return { level: 'none', reason, asks: sandbox !== 'none' }
  }

  find(executable?: string): Promise<string | undefined> {
    return findChromium(this.#parts.programs, executable)
  }

  async close(): Promise<void> {
    this.#closing.abort(closed())
    await Promise.allSettled(this.#opening)
    await Promise.all([...this.#open].map((browser) => browser.close()))
    this.#clock?.close()
  }

  async #start(options: OpenBrowserOptions): Promise<OpenBrowser> {
    const { programs, profiles } = this.#parts
    const sandbox = await this.how()
    if (sandbox.level === 'none') this.#checkWithout(sandbox, options)
    const program = await this.find(options.executable)
    if (program === undefined) throw noChromium(options.executable)
    const bwrap = sandbox.level === 'none' ? undefined : await programs.find('bwrap', { own: true })
    const signal = AbortSignal.any([this.#closing.signal, ...(options.signal ? [options.signal] : [])])
    const held = options.profile === undefined ? undefined : await holdProfile(profiles(), options.profile)
    try {
      const browser = await this.#launch({ program, bwrap, profile: held?.folder }, { ...options, signal })
      void browser.ended.then(() => held?.release())
      return browser
    } catch (error) {
      await held?.release()
      throw error
    }
  }

  async #launch(
    given: Pick<StartParts, 'program' | 'bwrap' | 'profile'>,
    options: OpenBrowserOptions,
  ): Promise<OpenBrowser> {
    const { programs, net, hidden, environment } = this.#parts
    const [{ loadPlaywright }, { startBrowser }, { sweepPlaces }] = await Promise.all([
      import('./load-playwright.ts'),
      import('./running-browser.ts'),
      import('./browser-place.ts'),
    ])
    const chromium = await loadPlaywright(this.#parts)
    await (this.#swept ??= sweepPlaces())
    this.#clock ??= createClock({ quiet: true })
    const own = { own: true }
    const shell = (await programs.find('bash', own)) ?? (await programs.find('/bin/bash', own))
    const start = (ownSandbox: boolean): Promise<OpenBrowser> =>
      startBrowser(
        {
          ...given,
          chromium,
          shell,
          net,
          hidden,
          ownSandbox,
          environment: childEnvironment(environment),
          clock: this.#clock ?? createClock({ quiet: true }),
        },
        options,
      )
    try {
      return await start(this.#ownSandbox)
    } catch (error) {
      if (ToolyardError.isInstance(error)) throw error
      if (!this.#ownSandbox || !mayBeSandbox(error)) throw notStarted(error)
    }
    // Chromium's own sandbox needs user namespaces inside of ours, which not every system allows. Ours still encloses all of it.
    const browser = await start(false).catch((error: unknown) => {
      throw ToolyardError.isInstance(error) ? error : notStarted(error)
    })
    this.#ownSandbox = false
    return browser
  }

  #checkWithout({ reason, asks }: BrowserSandbox, { withoutSandbox = false }: OpenBrowserOptions): void {
    const { sandbox } = this.#parts
    const why = `a browser would run without a sandbox (${reason ?? 'it does not work here'})`
    if (sandbox === 'required')
      throw new ToolyardError('denied', `${why}, which the settings require.`, {
        hint: 'Install bubblewrap (Debian and Ubuntu: apt-get install bubblewrap).',
      })
    if (asks && !withoutSandbox)
      throw new ToolyardError('denied', `${why}, and nobody has allowed that.`, {
        hint: "Install bubblewrap (Debian and Ubuntu: apt-get install bubblewrap), or choose sandbox: 'none'.",
      })
  }
}

/** What Chromium, or bubblewrap for it, says where it can't make namespaces. */
function mayBeSandbox(error: unknown): boolean {
  return /No usable sandbox|SUID sandbox|Failed to move to new namespace|zygote_host_impl|credentials\.cc|user namespace|uid map|--uid/i.test(
    logOf(error),
  )
}

/** Without the command line, which is long and names the flags. */
function logOf(error: unknown): string {
  return messageOf(error)
    .split('\n')
    .filter((line) => !line.includes('<launching>'))
    .join('\n')
}

function notStarted(error: unknown): ToolyardError {
  const said = logOf(error)
    .split('\n')
    .map((line) => line.replace(/^.*?\[err\]\s*/, '').trim())
    .filter((line) => line !== '' && !/dbus|Call log|^╔|^║|^╚/.test(line))
    .slice(0, 4)
    .join(' ')
  return new ToolyardError('unavailable', `the browser did not start: ${said.slice(0, 600)}`, {
    hint: 'Run "toolyard doctor" to see what is missing.',
    cause: error,
  })
}

function childEnvironment(environment: NodeJS.ProcessEnv): Record<string, string> {
  const kept = inherited.flatMap((name) => {
    const value = environment[name]
    return value === undefined ? [] : [[name, value] as const]
  })
  return { PATH: '/usr/bin:/bin', ...Object.fromEntries(kept) }
}

function busy(most: number): ToolyardError {
  return new ToolyardError('busy', `${most} browsers are open already.`, {
    hint: 'Close one, or raise web: { browser: { most } }.',
    retryable: true,
  })
}

function closed(): ToolyardError {
  return new ToolyardError('closed', 'no browser is opened: Toolyard is shutting down.')
}
