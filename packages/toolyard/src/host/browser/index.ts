export type {
  Browsers,
  BrowserSandbox,
  FailedConnection,
  OpenBrowser,
  OpenBrowserOptions,
} from './browser.ts'
