/**
 * The settings as the runtime reads them: every group opened, earlier names put where they belong.
 *
 * @module
 */
import type { ModelSettings } from '../agents/index.ts'
import type { AnyTool } from '../define/index.ts'
import type { NetSettings } from '../host/index.ts'
import { checkKeys, isPlainObject, tellValue, ToolyardError } from '../kernel/index.ts'
import type { PolicySpec } from '../pipeline/index.ts'
import type { Store } from '../store/index.ts'
import type { EarlierNames } from './earlier-names.ts'
import type { AgentSettings, OptionGroups, ServerSettings } from './option-groups.ts'
import type { ToolyardOptions } from './options.ts'

/** One name for each setting. */
export interface Settings extends EarlierNames {
  readonly tools?: readonly AnyTool[] | undefined
  readonly network?: NetSettings | undefined
  readonly policy?: PolicySpec | undefined
  readonly database?: string | Store | undefined
  readonly server?: Omit<ServerSettings, 'triggers'> | undefined
  readonly agents?: Omit<AgentSettings, 'claude' | 'runners'> | undefined
  readonly models?: ModelSettings | undefined
  readonly channels?: OptionGroups['channels'] | undefined
  readonly engine?: OptionGroups['engine'] | undefined
  readonly secrets?: readonly string[] | undefined
}

interface Group {
  /** What the runtime calls each of its members. */
  readonly members: Readonly<Record<string, keyof Settings>>
  /** Whether it has other members, which stay together under its own name. */
  readonly isOpen?: boolean | undefined
  /** The member that a value means which is no object of settings: `tools: [a, b]`. */
  readonly short?: { readonly is: (value: unknown) => boolean; readonly words: string } | undefined
}

export const groups: Readonly<Partial<Record<keyof OptionGroups, Group>>> = {
  tools: {
    short: { is: Array.isArray, words: 'a list or an object' },
    members: {
      list: 'tools',
      folders: 'toolFolders',
      builtins: 'builtins',
      programs: 'programs',
      rest: 'rest',
      openapi: 'openapi',
      plugins: 'plugins',
      registry: 'toolRegistry',
      disable: 'disable',
      watch: 'watch',
      index: 'toolIndex',
    },
  },
  mcp: {
    members: { servers: 'mcpServers', file: 'mcpFile', tools: 'mcpTools', sampling: 'sampling' },
  },
  files: {
    members: {
      workspace: 'workspace',
      base: 'baseFolder',
      roots: 'roots',
      readFirst: 'readFirst',
      languageServers: 'languageServers',
    },
  },
  shell: {
    members: { sandbox: 'sandbox', network: 'sandboxNetwork' },
  },
  network: {
    isOpen: true,
    members: { web: 'web', remotes: 'remotes' },
  },
  policy: {
    isOpen: true,
    members: {
      approvals: 'approvals',
      approver: 'approver',
      explanation: 'explanation',
      notify: 'notify',
    },
  },
  calls: {
    members: {
      hooks: 'hooks',
      limits: 'limits',
      provide: 'provide',
      threadIdleMs: 'threadIdleMs',
      traceContent: 'traceContent',
    },
  },
  database: {
    short: {
      is: (value) => typeof value === 'string' || isStore(value),
      words: 'a database URL, a store or an object',
    },
    members: {
      store: 'database',
      sync: 'sync',
      journal: 'journal',
      results: 'results',
      keepResults: 'keepResults',
      keepJournal: 'keepJournal',
    },
  },
  server: {
    isOpen: true,
    members: { triggers: 'triggers' },
  },
  agents: {
    isOpen: true,
    members: { claude: 'claude', runners: 'runners' },
  },
  secrets: {
    short: { is: Array.isArray, words: 'a list or an object' },
    members: { names: 'secrets', environment: 'environment' },
  },
}

/** Of groups, and of settings from before there were some. */
const settingNames: readonly string[] = [
  ...new Set([
    ...Object.keys(groups),
    'models',
    'channels',
    'engine',
    ...Object.values(groups).flatMap(({ members }) => Object.values(members)),
  ]),
]

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Asked for its parts rather than for its keys: a store may be an instance, or a proxy that opens it when it is used. */
function isStore(value: unknown): boolean {
  return isObject(value) && value['durable'] !== undefined && value['catalogue'] !== undefined
}

export interface ReadSettings {
  readonly settings: Settings
  /** How the writer called each setting that stood in a group: `tools.folders`, by `toolFolders`. */
  readonly written: ReadonlyMap<string, string>
}

/** Opens the groups. Throws `invalid_config`. `place` is the name of the file they stand in, with `: `. */
export function readSettings(options: ToolyardOptions, place = ''): ReadSettings {
  const settings: Record<string, unknown> = { ...inherited(options), ...options }
  const written = new Map<string, string>()
  for (const [name, group] of Object.entries(groups)) {
    const value = settings[name]
    if (value === undefined || group.short?.is(value)) continue
    if (!isObject(value))
      throw new ToolyardError(
        'invalid_config',
        `${place}${name} must be ${group.short?.words ?? 'an object'}, not ${tellValue(value)}`,
        { hint: `Correct ${name}, or leave it out.` },
      )
    const { members } = group
    if (!group.isOpen) checkKeys(value, Object.keys(members), place + name)
    delete settings[name]
    for (const [key, flat] of Object.entries(members)) {
      const given = value[key]
      if (given === undefined) continue
      refuseTwice(options, { flat, at: `${name}.${key}`, place })
      settings[flat] = given
      written.set(flat, `${name}.${key}`)
    }
    if (group.isOpen) settings[name] = withoutMembers(value, members)
  }
  return { settings, written }
}

/** What an instance has from its class, or an object from another one: `{ ...options }` would pass it over, a policy included. */
function inherited(options: object): Record<string, unknown> {
  if (isPlainObject(options)) return {}
  const given = options as Record<string, unknown>
  return Object.fromEntries(settingNames.filter((name) => name in given).map((name) => [name, given[name]]))
}

/** What is left of a group. An instance stays whole, so that its getters count. */
function withoutMembers(value: Record<string, unknown>, members: Group['members']): object {
  if (!isPlainObject(value)) return value
  return Object.fromEntries(Object.entries(value).filter(([key]) => !Object.hasOwn(members, key)))
}

/** Settings under names from before the groups, and where they stand now. */
export function earlierNames(options: object): { readonly name: string; readonly now: string }[] {
  return Object.entries(groups).flatMap(([group, { members }]) =>
    Object.entries(members).flatMap(([member, name]) =>
      name !== group && Object.hasOwn(options, name) ? [{ name, now: `${group}.${member}` }] : [],
    ),
  )
}

function refuseTwice(
  options: ToolyardOptions,
  { flat, at, place }: { readonly flat: keyof Settings; readonly at: string; readonly place: string },
): void {
  const name = at.slice(0, at.indexOf('.'))
  if (flat === name || options[flat] === undefined) return
  throw new ToolyardError('invalid_config', `${place}${at} and ${flat} are the same setting.`, {
    hint: `Leave out ${flat}.`,
  })
}
