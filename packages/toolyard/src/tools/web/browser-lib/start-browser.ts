/**
 * Starts the browser of a conversation, behind the guard of the network and the rules on origins. If it can't be kept in the
 * sandbox, a person is asked first.
 *
 * @module
 */
import type { BrowserContext } from 'playwright-core'
import type { ToolContext } from '../../../define/index.ts'
import type { OpenBrowser } from '../../../host/index.ts'
import { ToolyardError } from '../../../kernel/index.ts'

export interface BrowserStart {
  readonly profile: string | undefined
  /** Why nothing of an origin may be requested. */
  readonly allowed: (origin: string) => Promise<string | undefined>
}

const yes = 'Open it without a sandbox'
const no = 'Do not open it'

export async function startBrowser(
  context: ToolContext,
  start: BrowserStart,
): Promise<OpenBrowser<BrowserContext>> {
  const { host, services, signal } = context
  const { executable, most, idleMs } = services?.web?.browser ?? {}
  const withoutSandbox = await mayGoWithout(context)
  const browser = await host.browsers.open({ ...start, signal, withoutSandbox, executable, most, idleMs })
  return browser as OpenBrowser<BrowserContext>
}

/** Whether a person allowed it to run without a sandbox, if a person has to. */
async function mayGoWithout({ host, ask }: ToolContext): Promise<boolean> {
  const { asks, reason = 'it does not work here' } = await host.browsers.how()
  if (!asks || host.settings.sandbox === 'required') return false
  const answer = await ask({
    question: `The browser can't be kept in a sandbox (${reason}): pages would run with the rights of this program's user. Open it all the same?`,
    choices: [no, yes],
  })
  if (answer === yes) return true
  throw new ToolyardError('rejected', 'the browser may not be opened without a sandbox', {
    hint: 'Use web_fetch, or ask the user to install bubblewrap.',
  })
}
