/**
 * `HostAccess` that is made when it is first used: most programs never do, and what it is made of takes as long
 * to load as the rest of Toolyard.
 *
 * @module
 */
import { lazyBeside } from '../kernel/index.ts'
import type { HostAccess, HostSettings } from './host-access.ts'

export function createLazyHost(settings: HostSettings): HostAccess {
  const load = lazyBeside(import.meta.url, './host-access')
  let made: HostAccess | undefined
  const host = (): HostAccess =>
    (made ??= (load() as { createHostAccess: (given: HostSettings) => HostAccess }).createHostAccess(
      settings,
    ))
  return {
    settings,
    get files() {
      return host().files
    },
    get changes() {
      return host().changes
    },
    get programs() {
      return host().programs
    },
    get search() {
      return host().search
    },
    get languages() {
      return host().languages
    },
    get net() {
      return host().net
    },
    get browsers() {
      return host().browsers
    },
    get secrets() {
      return host().secrets
    },
    close: async () => made?.close(),
  }
}
