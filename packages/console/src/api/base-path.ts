/**
 * The path under which the server serves this page and its API: empty, or `/toolyard` in another application's server. The server
 * writes it into the page.
 *
 * @module
 */

export function basePath(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="toolyard-base"]')?.content ?? ''
}

/** Where the API is, for programs elsewhere. */
export function apiAddress(): string {
  return location.origin + basePath()
}
