export type {
  Browsers,
  BrowserSandbox,
  FailedConnection,
  OpenBrowser,
  OpenBrowserOptions,
} from './browser.ts'
export { createBrowsers } from './browsers.ts'
