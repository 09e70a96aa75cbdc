/**
 * What the doctor looks at, one function each. A check that throws has found something wrong.
 *
 * @module
 */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { missingSecrets } from '../../../channels/index.ts'
import { createLazyHost, workspaceState } from '../../../host/index.ts'
import { requireNode } from '../../../kernel/index.ts'
import type { LoadedConfig } from '../../../runtime/index.ts'
import { allowedBacklog, consoleFolder, listenBacklog, whoListens } from '../../../serve/http/index.ts'
import type { Store } from '../../../store/index.ts'
import type { CommandContext } from '../../command.ts'
import type { CommonFlags } from '../../common-flags.ts'
import { count, firstSentence } from '../../terminal/layout.ts'
import { nearPath } from '../../terminal/near-path.ts'
import { withKnownStore } from '../../yard/known-store.ts'
import { engineSettings, openYard } from '../../yard/open-yard.ts'
import { loadTrusted } from '../../yard/trusted-config.ts'
import { readPort } from '../server/serve-http.ts'
import { browserFinding } from './browser-finding.ts'
import { engineFinding } from './engine-finding.ts'
import type { Finding } from './finding.ts'
import { stateFinding } from './state-finding.ts'

export interface CheckedSetup {
  readonly flags: CommonFlags
  readonly port: string | undefined
  readonly context: CommandContext
}

type Check = (patient: CheckedSetup) => Promise<Finding>

const notLookedAt: Finding = {
  state: 'less',
  text: 'not looked at: the configuration has to be loaded first',
}
const well = (text: string): Finding => ({ state: 'well', text })

export const checks: Readonly<Record<string, Check>> = {
  node: async () => {
    requireNode(process.versions.node)
    return well(process.versions.node)
  },

  configuration: async ({ flags }) => {
    const { configFile: file } = await loadTrusted(flags)
    if (file === undefined)
      return {
        state: 'less',
        text: 'none here or above: only built-in tools',
        remedy: 'Make a project with "toolyard init".',
      }
    return well(nearPath(file))
  },

  /** As `ls` loads and counts them. */
  tools: async ({ flags, context }) => {
    if (!(await configOf(flags)).isUsable) return notLookedAt
    const { yard } = await openYard(context, { database: 'never' })
    await using _ = yard
    const [first, ...more] = yard.problems
    if (first)
      return {
        state: 'wrong',
        text: `${nearPath(first.file)} is not loaded: ${firstSentence(first.reason, 300)}${more.length > 0 ? ` (and ${count(more.length, 'other')})` : ''}`,
        remedy: first.hint ?? 'Run "toolyard check" to see all of it.',
      }
    return well(count(yard.registry.listAll().length, 'tool'))
  },

  state: async ({ flags }) => stateFinding((await configOf(flags)).workspace),

  database: async ({ flags }) => {
    const { config, workspace } = await configOf(flags)
    const told = await withKnownStore({ config, workspace }, async (store) => {
      await store.revision()
      // Changes nothing, and needs the right to change.
      await store.tokens.touch('', 0)
      return `${store.location} answers, can be written, and has the tables of this version`
    })
    return well(told ?? 'made at the first start, in the state folder')
  },

  engine: async ({ flags }) => {
    const { config, workspace, isUsable } = await configOf(flags)
    if (!isUsable) return notLookedAt
    const settings = engineSettings(config, '')
    let isOpen = false
    const look = (store: Store): Promise<Finding> => {
      isOpen = true
      return engineFinding({ settings, store, workspace })
    }
    try {
      const found = await withKnownStore({ config, workspace }, look)
      return found ?? well('jobs are kept with the database, from the first start')
    } catch (error) {
      if (isOpen) throw error
      return { state: 'less', text: 'not looked at: the database has to be opened first' }
    }
  },

  token: async ({ flags }) => {
    const { workspace } = await configOf(flags)
    const file = join(workspaceState(workspace), 'token')
    if (process.env['TOOLYARD_TOKEN'] !== undefined) return well('set by TOOLYARD_TOKEN')
    if (!existsSync(file)) return well('made at the first "toolyard serve"')
    const { mode } = await stat(file)
    if ((mode & 0o077) === 0) return well(`${nearPath(file)}, for its owner only`)
    return {
      state: 'wrong',
      text: `${nearPath(file)} can be read by others`,
      remedy: `Run "chmod 600 ${nearPath(file)}"; take the token back in the settings of the console if others may have read it.`,
    }
  },

  sandbox: async ({ flags }) => {
    const { config, workspace } = await configOf(flags)
    const { sandbox } = config
    const host = createLazyHost({ workspace, environment: process.env, ...(sandbox && { sandbox }) })
    try {
      const { level, reason } = await host.programs.sandbox()
      if (level !== 'none') return well(`${level}: nothing gets out of it`)
      return {
        state: sandbox === 'required' ? 'wrong' : 'less',
        text: `programs run without one: ${reason ?? 'it does not work here'}`,
        remedy: 'Install bubblewrap (Debian: apt-get install bubblewrap).',
      }
    } finally {
      await host.close()
    }
  },

  /** Only the tool that browses needs it. */
  browser: async ({ flags }) => {
    const { config, workspace } = await configOf(flags)
    const { sandbox, web } = config
    const host = createLazyHost({ workspace, environment: process.env, ...(sandbox && { sandbox }) })
    try {
      return await browserFinding(host, web?.browser?.executable)
    } finally {
      await host.close()
    }
  },

  ripgrep: async () => {
    const { rgPath } = await import('@vscode/ripgrep')
    const { stdout } = await promisify(execFile)(rgPath, ['--version'])
    return well(stdout.split('\n')[0] ?? '')
  },

  channels: async ({ flags }) => {
    const { config, isUsable } = await configOf(flags)
    if (!isUsable) return notLookedAt
    const { channels = {} } = config
    const names = Object.keys(channels)
    const missing = missingSecrets(channels, process.env)
    if (names.length === 0) return well('none configured: messages go to the log')
    if (missing.length === 0) return well(names.join(', '))
    return {
      state: 'wrong',
      text: missing.map(({ place, variable }) => `${place}: ${variable} is not set`).join('; '),
      remedy: `Set ${[...new Set(missing.map(({ variable }) => variable))].join(', ')} for the process that runs Toolyard.`,
    }
  },

  port: async ({ port: given }) => {
    const port = readPort(given)
    if (await isFree(port)) return well(`${port} is free`)
    const holder = await whoListens(port)
    return {
      state: 'less',
      text: `${port} is taken${holder === undefined ? '' : ` by ${holder}`}`,
      remedy: `End that program, or serve on another port: toolyard serve --port ${port + 1}.`,
    }
  },

  connections: async () => {
    const allowed = await allowedBacklog()
    if (allowed === undefined || allowed >= listenBacklog)
      return well(`up to ${listenBacklog} wait while the server is busy`)
    return {
      state: 'less',
      text: `at most ${allowed} wait while the server is busy; more are refused`,
      remedy: `Run "sysctl -w net.core.somaxconn=${listenBacklog}".`,
    }
  },

  console: async () =>
    existsSync(join(consoleFolder, 'index.html'))
      ? well('built')
      : {
          state: 'less',
          text: 'not built: the API works without it',
          remedy: 'Run "npm run build -w @toolyard/console" in the repository.',
        },
}

interface Project {
  readonly config: LoadedConfig
  readonly workspace: string
  readonly isUsable: boolean
}

/** Nothing of a configuration that can't be used: another check tells of that. */
async function configOf(flags: CommonFlags): Promise<Project> {
  const trusted = await loadTrusted(flags).catch(() => undefined)
  const config: LoadedConfig = trusted?.config ?? {}
  const workspace = flags.workspace ?? process.env['TOOLYARD_WORKSPACE'] ?? config.workspace
  return { config, workspace: resolve(workspace ?? '.'), isUsable: trusted !== undefined }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolveFree) => {
    const server = createServer()
    server.once('error', () => resolveFree(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolveFree(true)))
  })
}
