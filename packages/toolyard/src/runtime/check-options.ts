/**
 * Whether Toolyard is told what it can be told: every setting by its name and kind, every limit by its number.
 *
 * The one list of settings, for options in code and for configuration files.
 *
 * @module
 */
import type { LanguageServerSettings } from '../host/index.ts'
import { checkKeys, didYouMean, tellValue, ToolyardError } from '../kernel/index.ts'
import { checkParts } from '../parts/index.ts'
import { checkEngine, engineSettings } from './check-engine.ts'
import { checkTriggers } from './check-triggers.ts'
import { limitDefaults } from './limits.ts'
import type { ToolyardOptions } from './options.ts'
import { groups, readSettings, type ReadSettings, type Settings } from './settings.ts'

type ServerFacts = NonNullable<Settings['server']>

interface Kind {
  readonly words: string
  readonly is: (value: unknown) => boolean
}

const isText = (value: unknown): boolean => typeof value === 'string'
const isObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const text: Kind = { words: 'a text', is: isText }
const list: Kind = { words: 'a list', is: Array.isArray }
const names: Kind = { words: 'a list of texts', is: (value) => Array.isArray(value) && value.every(isText) }
const object: Kind = { words: 'an object', is: isObject }
const flag: Kind = { words: 'true or false', is: (value) => typeof value === 'boolean' }
const number: Kind = { words: 'a number from 0', is: (value) => typeof value === 'number' && value >= 0 }
const positive: Kind = { words: 'a number from 1', is: (value) => typeof value === 'number' && value >= 1 }
const callable: Kind = { words: 'a function', is: (value) => typeof value === 'function' }
const orFalse = ({ words, is }: Kind): Kind => ({
  words: `${words} or false`,
  is: (value) => value === false || is(value),
})

const sandboxes: readonly unknown[] = ['none', 'bwrap', 'required']
const approvalModes: readonly unknown[] = ['wait', 'pending', 'deny']

const settings: Readonly<Record<keyof Settings, Kind>> = {
  tools: list,
  toolFolders: names,
  programs: names,
  rest: list,
  openapi: list,
  mcpServers: object,
  mcpFile: text,
  mcpTools: object,
  sampling: callable,
  plugins: list,
  toolRegistry: text,
  disable: names,
  baseFolder: text,
  network: object,
  builtins: names,
  workspace: text,
  roots: list,
  sandbox: { words: "'none', 'bwrap' or 'required'", is: (value) => sandboxes.includes(value) },
  sandboxNetwork: flag,
  readFirst: names,
  languageServers: object,
  web: object,
  channels: object,
  notify: object,
  remotes: object,
  triggers: object,
  policy: object,
  hooks: list,
  limits: object,
  secrets: names,
  explanation: text,
  provide: callable,
  threadIdleMs: number,
  watch: flag,
  toolIndex: orFalse(text),
  traceContent: flag,
  database: { words: 'a database URL or a store', is: (value) => isText(value) || isObject(value) },
  sync: flag,
  approvals: { words: "'wait', 'pending' or 'deny'", is: (value) => approvalModes.includes(value) },
  journal: orFalse(object),
  results: object,
  keepResults: object,
  keepJournal: object,
  server: object,
  approver: object,
  environment: object,
  models: object,
  agents: object,
  engine: object,
  claude: object,
  runners: object,
}

const serverSettings: Readonly<Record<keyof ServerFacts, Kind>> = {
  port: {
    words: 'a port from 0 to 65535',
    is: (value) => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 65_535,
  },
  host: text,
  allowedHosts: names,
  streams: positive,
  openMetrics: flag,
  jsonLogs: flag,
}

/** What only code can say: who is asked, and where secrets come from. */
const codeOnly: readonly string[] = ['approver', 'environment'] satisfies (keyof Settings)[]
const groupNames = [...Object.keys(groups), 'models', 'channels', 'engine']
const settingNames = [...new Set([...groupNames, ...Object.keys(settings)])]
const fileSettingNames = settingNames.filter((name) => !codeOnly.includes(name))
const languageServerSettings = [
  'languages',
  'startMs',
  'readyMs',
  'requestMs',
] satisfies (keyof LanguageServerSettings)[]
const explanations = ['optional', 'required', 'off']
/** With none of these at once, nothing would ever run. */
const atLeastOne = /\blimits\.concurrency\.(?:total|perAgent)$/

/** Settings that stand inside another one, and are looked for beside it. */
const inner: readonly (readonly [outer: string, known: readonly string[]])[] = [
  ['policy', ['mode', 'deny', 'ask', 'allow']],
  ['calls.limits', Object.keys(limitDefaults)],
  ['server', Object.keys(serverSettings)],
  ['engine', engineSettings],
  ...Object.entries(groups).map(([name, { members }]) => [name, Object.keys(members)] as const),
]

/** Options in code, as the runtime reads them. Throws `invalid_config`. */
export function checkOptions(options: ToolyardOptions): Settings {
  checkKind(options, object, 'the options of createToolyard')
  checkPlaces(options, 'createToolyard')
  checkKeys(options, settingNames, 'createToolyard')
  const read = readSettings(options)
  checkValues(read)
  return read.settings
}

/** What a configuration file exports, as the runtime reads it. Throws `invalid_config`. */
export function checkConfig(config: object, file: string): Settings {
  checkPlaces(config, file)
  checkKeys(config, fileSettingNames, file)
  const read = readSettings(config, `${file}: `)
  for (const name of codeOnly) {
    const at = read.written.get(name)
    if (at !== undefined)
      throw new ToolyardError('invalid_config', `${file}: ${at} can only be given in code.`, {
        hint: 'Give it to createToolyard.',
      })
  }
  checkValues(read, `${file}: `)
  return read.settings
}

function checkPlaces(given: object, place: string): void {
  for (const key of Object.keys(given)) {
    const [outer] = inner.find(([, known]) => known.includes(key)) ?? []
    if (outer === undefined || settingNames.includes(key)) continue
    throw new ToolyardError('invalid_config', `${place}: "${key}" is a setting of ${outer}.`, {
      hint: `Write ${outer.replaceAll('.', ': { ')}: { ${key}: … }${outer.includes('.') ? ' }' : ''}.`,
    })
  }
}

function checkValues({ settings: given, written }: ReadSettings, file = ''): void {
  const at = (name: keyof Settings): string => file + (written.get(name) ?? name)
  for (const [name, kind] of Object.entries(settings) as [keyof Settings, Kind][]) {
    const value: unknown = given[name]
    if (value !== undefined) checkKind(value, kind, at(name))
  }
  const { explanation = 'optional', limits = {}, keepResults = {}, languageServers = {}, agents } = given
  const { keepJournal, server = {} } = given
  checkParts({ ...given }, (name) => at(name as keyof Settings))
  if (agents?.create !== undefined) checkKind(agents.create, list, `${file}agents.create`)
  if (!explanations.includes(explanation))
    throw new ToolyardError(
      'invalid_config',
      `${at('explanation')}: "${explanation}" is not known.${didYouMean(explanation, explanations)}`,
      { hint: `Use one of ${explanations.join(', ')}.` },
    )
  checkKeys(languageServers, languageServerSettings, at('languageServers'))
  checkLimits(limits, limitDefaults, at('limits'))
  checkLimits(keepResults, { maxAgeMs: 0, maxSize: 0 }, at('keepResults'))
  if (keepJournal) {
    checkKeys(keepJournal, ['days', 'statsDays'], at('keepJournal'))
    checkKind(keepJournal.days, positive, `${at('keepJournal')}.days`)
    if (keepJournal.statsDays !== undefined)
      checkKind(keepJournal.statsDays, positive, `${at('keepJournal')}.statsDays`)
  }
  checkTriggers(given.triggers ?? {}, at('triggers'), given.journal !== false)
  checkEngine(given.engine, file)
  checkKeys(server, Object.keys(serverSettings), `${file}server`)
  for (const [name, kind] of Object.entries(serverSettings)) {
    const value: unknown = server[name as keyof ServerFacts]
    if (value !== undefined) checkKind(value, kind, `${file}server.${name}`)
  }
}

/** Holds limits against the default ones, group by group; a group without defaults takes any names. */
function checkLimits(given: object, defaults: object, place: string): void {
  const known = new Map<string, unknown>(Object.entries(defaults))
  if (known.size > 0) checkKeys(given, [...known.keys()], place)
  for (const [key, value] of Object.entries(given) as [string, unknown][]) {
    const at = `${place}.${key}`
    const group = known.get(key)
    if (value === undefined) continue
    if (typeof group !== 'object' || group === null)
      checkKind(value, atLeastOne.test(at) ? positive : number, at)
    else {
      checkKind(value, object, at)
      checkLimits(value as object, group, at)
    }
  }
}

function checkKind(value: unknown, { words, is }: Kind, subject: string): void {
  if (is(value)) return
  throw new ToolyardError('invalid_config', `${subject} must be ${words}, not ${tellValue(value)}`, {
    hint: `Correct ${subject.slice(subject.indexOf(': ') + 1).trim()}, or leave it out.`,
  })
}
