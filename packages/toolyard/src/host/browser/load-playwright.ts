/**
 * Loads playwright-core, which drives Chromium, from beside Toolyard: never from a folder that tools have written to.
 *
 * @module
 */
import { pathToFileURL } from 'node:url'
import type { BrowserType } from 'playwright-core'
import { messageOf, ToolyardError } from '../../kernel/index.ts'
import { findPlaywright, type PlaywrightGround } from './find-playwright.ts'

/** The one that we are tested with. */
const install = 'npm install playwright-core@1.65.0'

/** Throws `unavailable` with the line that installs it, and `untrusted` where tools could have written it. */
export async function loadPlaywright({ trust, isOpen }: PlaywrightGround): Promise<BrowserType> {
  const file = findPlaywright()
  if (file === undefined)
    throw new ToolyardError('unavailable', 'the browser needs the package playwright-core.', {
      hint: `Install it beside Toolyard: ${install}`,
    })
  if (trust) await trust.files([file])
  else if (isOpen(file))
    throw new ToolyardError('untrusted', `${file} is in a folder that tools can write to.`, {
      hint: 'Install playwright-core beside Toolyard.',
    })
  try {
    const loaded = (await import(pathToFileURL(file).href)) as PlaywrightModule
    return (loaded.chromium ?? loaded.default?.chromium) as BrowserType
  } catch (error) {
    throw new ToolyardError('unavailable', `playwright-core can't be loaded: ${messageOf(error)}`, {
      hint: `Install the version that is known to work: ${install}`,
      cause: error,
    })
  }
}

interface PlaywrightModule {
  readonly chromium?: BrowserType
  readonly default?: { readonly chromium: BrowserType }
}
