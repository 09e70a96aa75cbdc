/** `toolyard new tool NAME`: a tool of some kind with its test, and the configuration that finds it where there is none. */
import { dirname, join, relative, resolve } from 'node:path'
import { didYouMean, ToolyardError } from '../../../kernel/index.ts'
import { findConfig } from '../../../runtime/index.ts'
import type { CommandContext, CommandRun } from '../../command.ts'
import { shellWord } from '../../terminal/call-words.ts'
import { isInToolCall } from '../../yard/person.ts'
import { findPlace, loadTrusted } from '../../yard/trusted-config.ts'
import type { NewToolOptions } from './new-tool.ts'
import { mustBeNew, preparation, toolNameFrom, writeNew } from './scaffold.ts'
import { planTool, type TemplateFile, templates, type ToolPlan } from './templates/index.ts'
import { configText } from './templates/project.ts'

export const toolKinds: readonly string[] = Object.keys(templates)

export const makeTool: CommandRun<NewToolOptions> = async ({ name, folder, kind = 'function' }, context) => {
  const { terminal, flags } = context
  const template = Object.hasOwn(templates, kind) ? templates[kind] : undefined
  if (!template)
    throw new ToolyardError(
      'invalid_arguments',
      `--kind: "${kind}" is not known.${didYouMean(kind, toolKinds)}`,
      {
        hint: `Use one of ${toolKinds.join(', ')}.`,
      },
    )
  const plan = planTool(toolNameFrom(name))
  const found = flags.config ?? (await findConfig(process.cwd()))
  const root = found === undefined ? process.cwd() : dirname(resolve(found))
  const target = folder ?? (await firstToolFolder(found, context)) ?? 'tools'
  const { place } = await findPlace(flags)
  const isTrusted = found !== undefined && place.record !== undefined && !isInToolCall()
  const made = template(plan).map((file) => ({ ...file, path: join(root, target, file.path) }))
  const config = join(root, 'toolyard.config.ts')
  const files = [...made, ...(found === undefined ? [{ path: config, text: configText(target) }] : [])]
  await mustBeNew(files.map(({ path }) => path))
  for (const { path, text } of files) await writeNew(path, text)
  if (isTrusted) trustOwn(place, made)
  const next = await nextSteps(plan, { root, kind, isTrusted, test: made.at(-1)?.path ?? '' })
  const shown = files.map(({ path }) => relative(process.cwd(), path))
  if (flags.jsonOutput) terminal.printJson({ tool: plan.name, kind, files: shown, next })
  else {
    for (const path of shown) terminal.print(`${terminal.style('green', 'made')} ${path}`)
    terminal.print(`\nNext:\n${next.map((step) => `  ${step}`).join('\n')}`)
  }
  return 0
}

/** The person has made them just now, with our own text. */
function trustOwn(
  place: Awaited<ReturnType<typeof findPlace>>['place'],
  files: readonly TemplateFile[],
): void {
  const graph = place.graph()
  for (const { path, use = 'loaded' } of files) graph.file(path, use)
  place.take(graph)
}

interface Made {
  readonly root: string
  readonly kind: string
  readonly isTrusted: boolean
  readonly test: string
}

async function nextSteps(
  { name, parameter }: ToolPlan,
  { root, kind, isTrusted, test }: Made,
): Promise<string[]> {
  const words = kind === 'stateful' ? 'item=milk' : `${parameter.name}=${shellWord(parameter.example)}`
  return [
    ...(await preparation(root)),
    ...(isTrusted ? [] : ['npx toolyard trust']),
    // An endpoint is asked once its address is the right one.
    ...(kind === 'rest' ? [] : [`npx toolyard call ${name} ${words}`]),
    `node --test ${shellWord(relative(process.cwd(), test))}`,
  ]
}

/** Where the project keeps its tools; its configuration is code, and is not run for this unless it may be. */
async function firstToolFolder(
  file: string | undefined,
  { flags }: CommandContext,
): Promise<string | undefined> {
  if (file === undefined) return undefined
  const root = dirname(resolve(file))
  const loaded = await loadTrusted(flags).catch(() => undefined)
  const [first] = loaded?.config.toolFolders ?? []
  return first === undefined ? undefined : relative(root, resolve(loaded?.config.baseFolder ?? root, first))
}
