export type { Browsers, FailedConnection, OpenBrowser } from './browser.ts'
export { createBrowsers } from './browsers.ts'
