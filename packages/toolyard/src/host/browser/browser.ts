/**
 * `Browsers`: browsers that reach the network through our guard alone.
 *
 * Each one is a Chromium process of its own with a profile of its own. It runs in the sandbox, in a network of its own whose
 * one way out is our proxy: whatever a page, a worker or the browser itself tries, the guard decides on the address. Where the
 * sandbox does not work a browser starts only if that was configured or a person allowed it.
 *
 * What a browser is driven by, a `BrowserContext` of playwright-core, is named by those who use it: its types are not there where it is
 * not installed.
 *
 * @module
 */

/** How a browser is kept from the rest of the machine. */
export interface BrowserSandbox {
  readonly level: 'sandbox' | 'none'
  /** Why it is `none`. */
  readonly reason?: string | undefined
  /** Whether a person has to allow a browser without a sandbox: `open` needs `withoutSandbox` then. */
  readonly asks: boolean
}

export interface OpenBrowserOptions {
  /**
   * Why nothing of this origin (`https://example.com`, `http://localhost:3000`) may be requested; `undefined` if it may.
   * Asked for each connection that the browser opens, not for each request, before the guard of the network, which refuses what it refuses
   * whatever this says. `ws:` and `wss:` are asked about as `http:` and `https:`.
   */
  readonly allowed: (origin: string) => Promise<string | undefined>
  /** Ends the opening. An open browser is closed by `close`. */
  readonly signal?: AbortSignal | undefined
  /** A kept profile (cookies, storage) of this name; otherwise it is thrown away. One browser at a time has it. */
  readonly profile?: string | undefined
  /** A person allowed it to run without a sandbox. */
  readonly withoutSandbox?: boolean | undefined
  /** The program; the system's Chromium or Chrome by default. */
  readonly executable?: string | undefined
  /** How many browsers may be open at once; 4 by default. */
  readonly most?: number | undefined
  /** A browser that is not used for so long is closed; 10 minutes by default. */
  readonly idleMs?: number | undefined
}

/** A connection that was not made. */
export interface FailedConnection {
  /** `https://example.com`. */
  readonly origin: string
  /** What happened and what to do, in a sentence or two. */
  readonly why: string
}

export interface OpenBrowser<Context = unknown> {
  /**
   * Without a page at first. After a `goto` that failed Chromium goes on to its own error page: the next navigation, or the
   * `close` of the page, has to wait for that (`chrome-error:`), or it is interrupted or never answered.
   */
  readonly context: Context
  readonly sandbox: BrowserSandbox['level']
  /** A folder of ours for files that the browser reads and writes, thrown away with it: what is uploaded has to be in here. */
  readonly folder: string
  /** Connections that the guard or `allowed` refused, or that failed: the last 50, the latest last. Pages see only that there is no answer. */
  readonly failures: readonly FailedConnection[]
  /** Resolves when it has ended, whatever the reason: closed, idle, crashed, killed. The text is why; `undefined` if it was closed. */
  readonly ended: Promise<string | undefined>
  /** It is in use: the idle time starts anew. */
  touch(): void
  /** It is in use until this is disposed: it does not end as idle meanwhile. */
  use(): Disposable
  /** When it resolves, no process and no thrown-away folder is left. */
  close(): Promise<void>
}

export interface Browsers<Context = unknown> {
  /**
   * Starts a browser. Rejects with a `ToolyardError`: `busy` if too many are open, `unavailable` if Chromium or
   * playwright-core is missing (and what to install), `denied` if it would run without a sandbox and no one allowed that.
   */
  open(options: OpenBrowserOptions): Promise<OpenBrowser<Context>>
  /** How a browser would run. */
  how(): Promise<BrowserSandbox>
  /** Where the program is; `undefined` if there is none. */
  find(executable?: string): Promise<string | undefined>
  /** Closes all of them. */
  close(): Promise<void>
}
