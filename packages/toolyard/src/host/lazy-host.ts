/**
 * `HostAccess` whose resources are loaded and made when they are first used: a call pays only for what it touches, and a program
 * that touches nothing pays nothing.
 *
 * @module
 */
import { join } from 'node:path'
import { lazyBeside } from '../kernel/index.ts'
import type * as BrowserModule from './browser/index.ts'
import type * as FilesModule from './files/index.ts'
import type { HostAccess, HostSettings } from './host-access.ts'
import type * as NetModule from './net/index.ts'
import type * as ProcModule from './proc/index.ts'
import type * as SearchModule from './search/index.ts'
import type * as SecretsModule from './secrets/index.ts'
import { homeFolder, workspaceState } from './state/index.ts'

const browser = lazyBeside(import.meta.url, './browser/index') as () => typeof BrowserModule
const files = lazyBeside(import.meta.url, './files/index') as () => typeof FilesModule
const net = lazyBeside(import.meta.url, './net/index') as () => typeof NetModule
const proc = lazyBeside(import.meta.url, './proc/index') as () => typeof ProcModule
const search = lazyBeside(import.meta.url, './search/index') as () => typeof SearchModule
const secrets = lazyBeside(import.meta.url, './secrets/index') as () => typeof SecretsModule

type Made = { -readonly [Name in keyof HostAccess]?: HostAccess[Name] }

export function createLazyHost(settings: HostSettings): HostAccess {
  const made: Made = {}
  const host: HostAccess = {
    settings,
    get files() {
      return (made.files ??= files().createWorkspace(settings))
    },
    get changes() {
      return (made.changes ??= settings.changes ?? files().createMemoryChanges())
    },
    get programs() {
      return (made.programs ??= proc().createPrograms(settings))
    },
    get search() {
      return (made.search ??= search().createSearch(host.files, host.programs))
    },
    get lasting() {
      return host
    },
    get net() {
      return (made.net ??= net().createNet(settings.network))
    },
    get browsers() {
      return (made.browsers ??= browsersOf(host))
    },
    get secrets() {
      return (made.secrets ??=
        settings.secrets ?? secrets().createSecretReader(settings.environment, secrets().createRedactor()))
    },
    close: async () => {
      await made.browsers?.close()
      await Promise.all([made.programs?.close(), made.net?.close()])
    },
  }
  return host
}

function browsersOf(host: HostAccess): HostAccess['browsers'] {
  const { environment, sandbox, trust, workspace, roots = [], statePaths = [] } = host.settings
  const { bothPaths, isWithin } = files()
  const places = bothPaths([workspace, ...roots.map(({ path }) => path)], workspace)
  return browser().createBrowsers({
    programs: host.programs,
    net: host.net,
    sandbox,
    trust,
    environment,
    hidden: [...places, ...statePaths, homeFolder(environment)],
    isOpen: (path) => places.some((root) => isWithin(root, path)) && !host.files.isProtected(path),
    profiles: () => join(workspaceState(workspace, environment), 'browser-profiles'),
  })
}
