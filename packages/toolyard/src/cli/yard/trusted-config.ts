/**
 * The configuration of a folder, loaded only in the content that a person has trusted.
 *
 * One that is named with `--config` is trusted by that the first time, and from then on by its content like any other. On a
 * terminal a change is shown and asked about; with `--trust-changes` it is taken as the person's own.
 *
 * @module
 */
import { dirname, relative, resolve } from 'node:path'
import { guardLoading, type TrustedPlace } from '../../host/trust/index.ts'
import { ToolyardError } from '../../kernel/index.ts'
import {
  configGraph,
  filesBeside,
  findConfig,
  hasNewFiles,
  loadConfig,
  lostConfigs,
  openTrustedPlace,
  settlePlace,
  type LoadedConfig,
  wasTrustedByPath,
  wholeGraph,
} from '../../runtime/index.ts'
import type { CommandContext } from '../command.ts'
import type { CommonFlags } from '../common-flags.ts'
import { isInToolCall, requirePerson } from './person.ts'
import { acceptChanges } from './trust-changes.ts'

export interface TrustedConfig {
  readonly configFile: string | undefined
  readonly config: LoadedConfig
  /** What of it may be loaded and started. */
  readonly place: TrustedPlace
}

export interface FoundPlace {
  readonly file: string | undefined
  readonly place: TrustedPlace
}

/** Nothing is loaded yet. */
export async function findPlace(flags: CommonFlags): Promise<FoundPlace & { readonly isNamed: boolean }> {
  const named = flags.config ?? process.env['TOOLYARD_CONFIG']
  const workspace = flags.workspace ?? process.env['TOOLYARD_WORKSPACE']
  const file = named ?? (await findConfig(flags.workspace ?? process.cwd()))
  const [lost] = file === undefined ? lostConfigs(flags.workspace ?? process.cwd()) : []
  if (lost !== undefined)
    throw new ToolyardError('untrusted', `${relative(process.cwd(), lost)} was trusted here, and is gone`, {
      hint: `Bring it back; or, if you took it away, run "toolyard trust --remove${near(dirname(lost))}".`,
    })
  const place = openTrustedPlace({ file, folder: resolve(workspace ?? '.'), workspace })
  return { file, place, isNamed: named !== undefined }
}

/** Throws `untrusted` if no person has trusted it, or it has changed since. */
export async function loadTrusted(flags: CommonFlags, context?: CommandContext): Promise<TrustedConfig> {
  const { file, place, isNamed } = await findPlace(flags)
  const isFirst = place.record === undefined
  if (file === undefined && isFirst) return { configFile: undefined, config: {}, place }
  if (file !== undefined && !isNamed && (isFirst || place.record?.isNamed)) throw notTrusted(file)
  if (flags.trustChanges) requirePerson()
  place.isRecording = isFirst || flags.trustChanges === true
  const person = canAsk(flags, context) && !place.isRecording ? context : undefined
  const isOther = person !== undefined && place.hasChanged
  if (isFirst) place.take(configGraph(place, file), { isNamed: true, isDraft: true })
  else if (person && isOther)
    await acceptChanges({ place, graph: configGraph(place, file), keep: true }, person)
  guardLoading(place)
  const config = withWorkspace(file === undefined ? {} : await readConfig(file), flags)
  settlePlace(place, config)
  const options = { ...trustedBeside(config, { file, place }), ...config }
  if (isFirst) place.take(await wholeGraph(place, file, options), { keep: false })
  else if (person && (isOther || hasNewFiles(place, config)))
    await acceptChanges({ place, graph: await wholeGraph(place, file, options), keep: false }, person)
  return { configFile: file, config, place }
}

/** A person at a terminal of their own. */
function canAsk(flags: CommonFlags, context: CommandContext | undefined): context is CommandContext {
  return context?.terminal.interactive === true && flags.jsonOutput !== true && !isInToolCall()
}

/** The options of files that are found by their names and were trusted, in whatever content. */
function trustedBeside(config: LoadedConfig, { file, place }: FoundPlace): Partial<LoadedConfig> {
  const base = resolve(config.baseFolder ?? config.workspace ?? '.')
  const found = filesBeside(config, { base, hasConfig: file !== undefined })
  return Object.fromEntries(found.filter(([, path]) => place.knows(path)))
}

function near(folder: string): string {
  const path = relative(process.cwd(), folder)
  return path === '' ? '' : ` ${path}`
}

function notTrusted(file: string): ToolyardError {
  const name = relative(process.cwd(), file) || file
  const isOlder = wasTrustedByPath(dirname(file))
  const why = isOlder
    ? 'and was trusted by its path: content counts now'
    : 'and its folder is not trusted yet'
  return new ToolyardError('untrusted', `${name} is code, ${why}`, {
    hint: `Look at it, then run "toolyard trust${near(dirname(file))}" once, or name it: --config ${name}`,
  })
}

/** Loads a configuration, and says what to install if a package is missing. */
export async function readConfig(file: string): Promise<LoadedConfig> {
  try {
    return await loadConfig(file)
  } catch (error) {
    const missing = /Cannot find package '([^']+)'/.exec(error instanceof Error ? error.message : '')?.[1]
    if (missing === undefined || !ToolyardError.isInstance(error)) throw error
    throw new ToolyardError(error.code, error.message, {
      cause: error,
      hint: `Correct its name, or run "npm install ${missing}" in ${relative(process.cwd(), dirname(file)) || 'this folder'}.`,
    })
  }
}

function withWorkspace(config: LoadedConfig, flags: CommonFlags): LoadedConfig {
  const workspace = flags.workspace ?? process.env['TOOLYARD_WORKSPACE'] ?? config.workspace
  return workspace === undefined ? config : { ...config, workspace: resolve(workspace) }
}
