/**
 * Whether the tool that browses can work here, and whether its browser is kept from the rest of the machine.
 *
 * @module
 */
import { findPlaywright, type HostAccess } from '../../../host/index.ts'
import type { Finding } from './finding.ts'

export async function browserFinding(
  { browsers }: Pick<HostAccess, 'browsers'>,
  executable: string | undefined,
): Promise<Finding> {
  const program = await browsers.find(executable)
  if (program === undefined)
    return {
      state: 'less',
      text: `${executable ?? 'Chromium or Chrome'} was not found: use_browser does not work`,
      remedy:
        'Install it (Debian and Ubuntu: apt-get install chromium), or set web: { browser: { executable } }.',
    }
  if (findPlaywright() === undefined)
    return {
      state: 'less',
      text: `${program}, but playwright-core is not installed: use_browser does not work`,
      remedy: 'Run "npm install playwright-core".',
    }
  const { level, reason, asks } = await browsers.how()
  if (level === 'sandbox')
    return { state: 'well', text: `${program}, in a sandbox whose only network is the guard` }
  return {
    state: 'less',
    text: `${program}, without a sandbox${asks ? ': use_browser asks first' : ''} (${reason ?? 'it does not work here'})`,
    remedy: 'Install bubblewrap (Debian and Ubuntu: apt-get install bubblewrap).',
  }
}
