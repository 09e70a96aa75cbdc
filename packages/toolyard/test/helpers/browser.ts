/** Chromium of this machine, as the tests of pages start it: no window, no word to anybody but the page's own server. */
import { type Browser, chromium } from 'playwright-core'

const flags = [
  '--no-sandbox',
  '--headless',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: '/usr/bin/chromium', args: flags })
}
