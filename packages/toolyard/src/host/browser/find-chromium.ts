/**
 * Where Chromium is: the program itself where packages of the usual systems put it, else whatever the PATH has by a usual name.
 *
 * @module
 */
import { ToolyardError } from '../../kernel/index.ts'
import type { Programs } from '../proc/index.ts'

const names = [
  '/usr/lib/chromium/chromium',
  '/usr/lib/chromium-browser/chromium-browser',
  '/usr/lib64/chromium-browser/chromium-browser',
  '/opt/google/chrome/chrome',
  '/opt/microsoft/msedge/msedge',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
]

/** Only if no tool can write. */
export async function findChromium(
  programs: Pick<Programs, 'find'>,
  executable: string | undefined,
): Promise<string | undefined> {
  for (const name of executable === undefined ? names : [executable]) {
    const path = await programs.find(name, { own: true })
    if (path !== undefined) return path
  }
  return undefined
}

export function noChromium(executable: string | undefined): ToolyardError {
  return new ToolyardError(
    'unavailable',
    executable === undefined
      ? 'the browser needs Chromium or Chrome, and neither was found.'
      : `there is no program ${JSON.stringify(executable)}, or tools can write to its folder.`,
    {
      hint: 'Install it (Debian and Ubuntu: apt-get install chromium), or name the program in web: { browser: { executable } }.',
    },
  )
}
