/**
 * Files to start from: a tool, and the configuration that finds it. Never writes over a file, and writes nothing at all
 * where one of them is there already.
 *
 * @module
 */
import { access, mkdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { isPlainObject, parseJson, toolNamePattern, toSnakeCase, ToolyardError } from '../kernel/index.ts'
import type { CommandContext } from './command.ts'

export interface Scaffold {
  /** The folder of the configuration. */
  readonly root: string
  /** The folder of the tools, from there. */
  readonly folder: string
  readonly toolName: string
  /** What the tool does; a person is asked to say it where this is missing. */
  readonly description?: string
  /** Whether the configuration is made too. */
  readonly withConfig: boolean
  /** Whether the folder is trusted already. */
  readonly isTrusted: boolean
}

const toolFile = (description: string): string => `/** ${description} */
import { defineTool } from 'toolyard'
import { z } from 'zod'

export default defineTool({
  inputSchema: z.object({
    who: z.string().describe('Whom to greet'),
  }),
  permission: 'read',
  effects: 'none',
  examples: [{ input: { who: 'Ann' }, output: 'Hello, Ann!' }],

  async execute({ who }) {
    return \`Hello, \${who}!\`
  },
})
`

const configFile = (folder: string): string => `import { defineConfig } from 'toolyard'

export default defineConfig({
  toolFolders: [${JSON.stringify(folder).replaceAll('"', "'")}],
})
`

/** The name of a tool, made from what a person wrote. */
export function toolNameFrom(written: string): string {
  const name = toSnakeCase(written)
  if (toolNamePattern.test(name)) return name
  throw new ToolyardError('invalid_arguments', `"${written}" can't be made into a tool name`, {
    hint: 'Use letters, digits and "_", starting with a letter.',
  })
}

/** Makes the files and says so, with what to do next. Answers them. */
export async function scaffold(
  { root, folder, toolName, description = firstDescription(toolName), withConfig, isTrusted }: Scaffold,
  { terminal, flags }: CommandContext,
): Promise<string[]> {
  const files = new Map([
    [join(root, folder, `${toolName.replaceAll('_', '-')}.ts`), toolFile(description)],
    ...(withConfig ? [[join(root, 'toolyard.config.ts'), configFile(folder)] as const] : []),
  ])
  for (const file of files.keys()) await mustBeNew(file)
  for (const [file, text] of files) {
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, text, { flag: 'wx' })
  }
  const made = [...files.keys()].map((file) => relative(process.cwd(), file))
  const next = await nextSteps(root, toolName, isTrusted)
  if (flags.jsonOutput) {
    terminal.printJson({ tool: toolName, files: made, next })
    return [...files.keys()]
  }
  for (const path of made) terminal.print(`${terminal.style('green', 'made')} ${path}`)
  terminal.print(`\nNext:\n${next.map((step) => `  ${step}`).join('\n')}`)
  return [...files.keys()]
}

async function mustBeNew(file: string): Promise<void> {
  if (await exists(file))
    throw new ToolyardError(
      'invalid_arguments',
      `${relative(process.cwd(), file)} is there already; nothing was changed`,
      { hint: 'Choose another name, or remove it first.' },
    )
}

async function nextSteps(root: string, toolName: string, isTrusted: boolean): Promise<string[]> {
  const folder = relative(process.cwd(), root)
  const toolyard = process.env['npm_command'] === 'exec' ? 'npx toolyard' : 'toolyard'
  return [
    ...(folder !== '' && !folder.startsWith('..') ? [`cd ${folder}`] : []),
    ...((await isCommonJs(root)) ? ['npm pkg set type=module'] : []),
    ...(['toolyard', 'zod'].every((name) => isInstalled(name, root)) ? [] : ['npm install toolyard zod']),
    ...(isTrusted ? [] : [`${toolyard} trust`]),
    `${toolyard} call ${toolName} who=Ann`,
  ]
}

/** Whether the nearest package.json makes `.ts` files CommonJS. */
async function isCommonJs(folder: string): Promise<boolean> {
  for (let at = folder; ; at = dirname(at)) {
    const text = await readFile(join(at, 'package.json'), 'utf8').catch(() => undefined)
    if (text !== undefined) {
      const parsed = parseJson(text)
      return !('value' in parsed && isPlainObject(parsed.value) && parsed.value['type'] === 'module')
    }
    if (dirname(at) === at) return false
  }
}

function isInstalled(name: string, folder: string): boolean {
  try {
    return createRequire(join(folder, 'toolyard.config.ts')).resolve(`${name}/package.json`) !== ''
  } catch {
    return false
  }
}

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  )
}

function firstDescription(name: string): string {
  const title = name.replaceAll('_', ' ').replace(/^./, (letter) => letter.toUpperCase())
  return `${title}: say in one sentence what it does, then when to use it.`
}
