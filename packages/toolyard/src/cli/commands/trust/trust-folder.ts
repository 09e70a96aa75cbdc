/** `toolyard trust [PATH]`: lets the configuration and the tools of a folder be loaded, in the content that they have now. */
import { existsSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { guardLoading, type TrustedPlace } from '../../../host/trust/index.ts'
import { messageOf, ToolyardError } from '../../../kernel/index.ts'
import {
  configGraph,
  filesBeside,
  findConfig,
  hasGuidance,
  knownFiles,
  lostConfigs,
  openTrustedPlace,
  settlePlace,
  type LoadedConfig,
  wholeGraph,
} from '../../../runtime/index.ts'
import type { CommandContext, CommandRun } from '../../command.ts'
import type { CommonFlags } from '../../common-flags.ts'
import { count } from '../../terminal/layout.ts'
import type { ExitCode } from '../../terminal/terminal.ts'
import { requirePerson } from '../../yard/person.ts'
import { acceptChanges, renderChanges, shownPath } from '../../yard/trust-changes.ts'
import { readConfig } from '../../yard/trusted-config.ts'
import type { TrustOptions } from './trust.ts'

interface TrustTarget {
  readonly folder: string
  readonly file: string | undefined
  readonly place: TrustedPlace
  /** A file that was named by itself: nothing that can be read leads to it. */
  readonly extra: string | undefined
}

export const trustFolder: CommandRun<TrustOptions> = async (options, context) => {
  if (options.import) return (await import('./import-state.ts')).importState(options, context)
  const { folder, remove = false, status = false, yes = false } = options
  if (!status) requirePerson()
  if (!existsSync(folder))
    throw new ToolyardError('not_found', `there is no folder "${folder}"`, {
      hint: 'Check the path; nothing was changed.',
    })
  const target = await findTarget(resolve(folder), context.flags)
  if (status) return showStatus(target, context)
  if (remove) {
    target.place.forget()
    printTrusted(target, 'nothing', context)
    return 0
  }
  const trusted = await trustAll(target, { yes, context })
  if (trusted === 'nothing') return 1
  printTrusted(target, trusted, context)
  return 0
}

/** The nearest configuration; else the folder itself if it holds another file that we load. */
async function findTarget(path: string, { config, workspace }: CommonFlags): Promise<TrustTarget> {
  const isFile = statSync(path).isFile()
  const isPackage = basename(dirname(path)) === 'node_modules' || path.includes('/node_modules/')
  const inside = isFile || isPackage ? path : undefined
  const start = inside === undefined ? path : dirname(path)
  const file = config ?? (inside !== undefined && isConfig(path) ? path : await findConfig(start))
  const folder = file === undefined ? (inside === undefined ? path : process.cwd()) : dirname(resolve(file))
  const extra = inside === undefined || path === file ? undefined : isFile ? path : join(path, 'package.json')
  const [lost] = file === undefined ? lostConfigs(folder) : []
  if (lost !== undefined)
    return { folder, file: undefined, extra, place: openTrustedPlace({ file: lost, folder, workspace }) }
  const hasOther =
    hasGuidance(folder) || Object.values(knownFiles).some((name) => existsSync(join(folder, name)))
  if (file === undefined && !hasOther && extra === undefined)
    throw new ToolyardError('not_found', `there is no toolyard.config.ts in ${path} or above it`, {
      hint: 'Make one with "toolyard init".',
    })
  return { folder, file, extra, place: openTrustedPlace({ file, folder, workspace }) }
}

function isConfig(path: string): boolean {
  return basename(path).startsWith('toolyard.config.')
}

/** What is trusted afterwards: the configuration alone if it can't be loaded, so that it does not show what else there is. */
type TrustedExtent = 'all' | 'configuration' | 'nothing'

/** First what the configuration is made of; then, from what it says, the rest. */
async function trustAll(
  { place, file, folder, extra }: TrustTarget,
  { yes, context }: { readonly yes: boolean; readonly context: CommandContext },
): Promise<TrustedExtent> {
  // The first time there is nothing to compare with.
  const isFirst = place.record === undefined
  const isAccepted = yes || isFirst || !context.terminal.interactive
  const named = [...(place.record?.extra ?? []), ...(extra === undefined ? [] : [realpathSync(extra)])]
  const first = configGraph(place, file)
  for (const path of named) first.file(path, 'loaded')
  if (
    !(await acceptChanges(
      { place, graph: first, keep: true, isAccepted, extra: named, isNamed: false, isFirst },
      context,
    ))
  )
    return 'nothing'
  place.isRecording = true
  const stop = guardLoading(place)
  try {
    const config = await optionsOf(file, folder)
    settlePlace(place, config)
    const graph = await wholeGraph(place, file, withBeside(config, { file, folder }))
    const whole = { place, graph, keep: false, isAccepted, extra: named, isNamed: false, isFirst }
    return (await acceptChanges(whole, context)) ? 'all' : 'nothing'
  } catch (error) {
    if (ToolyardError.isInstance(error) && error.code === 'untrusted') throw error
    const hint = ToolyardError.isInstance(error) && error.hint !== undefined ? `\n  ${error.hint}` : ''
    context.terminal.note(
      `${context.terminal.noteStyle('yellow', 'note:')} the configuration can't be loaded yet, so its tools are not trusted: ${messageOf(error)}${hint}`,
    )
    return 'configuration'
  } finally {
    stop()
  }
}

async function optionsOf(file: string | undefined, folder: string): Promise<LoadedConfig> {
  return file === undefined ? { workspace: folder } : readConfig(file)
}

function withBeside(
  config: LoadedConfig,
  { file, folder }: { readonly file: string | undefined; readonly folder: string },
): LoadedConfig {
  const base = resolve(config.baseFolder ?? folder)
  return { ...Object.fromEntries(filesBeside(config, { base, hasConfig: file !== undefined })), ...config }
}

/** What would be refused now. Nothing is loaded that was not trusted. */
async function showStatus({ place, file, folder }: TrustTarget, context: CommandContext): Promise<ExitCode> {
  const { terminal, flags } = context
  const isKnown = place.record !== undefined && !place.record.isNamed
  let changes = isKnown ? place.differences(configGraph(place, file)) : []
  if (isKnown && changes.length === 0) {
    guardLoading(place)
    const config = await optionsOf(file, folder)
    settlePlace(place, config)
    changes = place.differences(await wholeGraph(place, file, withBeside(config, { file, folder })))
  }
  const isTrusted = isKnown && changes.length === 0
  if (flags.jsonOutput)
    terminal.printJson({
      folder,
      trusted: isTrusted,
      changes: changes.map(({ path, kind }) => ({ path: shownPath(path), kind })),
    })
  else if (!isKnown) terminal.print(`${folder} is not trusted.`)
  else if (isTrusted) terminal.print(`${folder} is trusted, and nothing has changed since.`)
  else terminal.print(await renderChanges(changes, place, { ...terminal, noteStyle: terminal.style }))
  return isTrusted ? 0 : 1
}

function printTrusted(
  { folder, place }: TrustTarget,
  trusted: TrustedExtent,
  { terminal, flags }: CommandContext,
): void {
  const files = [...(place.record?.entries ?? [])].filter(([, { seen }]) => seen[1] !== '').length
  const packages = place.record?.trees.size ?? 0
  const isTrusted = trusted !== 'nothing'
  if (flags.jsonOutput)
    terminal.printJson({ folder, trusted: isTrusted, ...(isTrusted && { files, packages }) })
  else if (!isTrusted) terminal.print(`${folder} is no longer trusted.`)
  else if (trusted === 'configuration')
    terminal.print(
      `The configuration of ${folder} is trusted as it is now. Run "toolyard trust" again once it can be loaded, for its tools.`,
    )
  else
    terminal.print(
      `${folder} is trusted as it is now: its configuration and its tools are run from now on (${count(files, 'file')}${packages > 0 ? `, ${count(packages, 'package')}` : ''}). A change asks again.`,
    )
}
