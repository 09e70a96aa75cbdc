/** `toolyard new tool NAME`: a file to start from, and the configuration that finds it where there is none. */
import { access, mkdir, writeFile } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import { toolNamePattern, toSnakeCase, ToolyardError } from '../kernel/index.ts'
import { findConfig } from '../runtime/index.ts'
import type { CommandRun } from './command.ts'

export interface NewToolOptions {
  readonly name: string
  readonly folder?: string
}

const template = (
  name: string,
): string => `/** ${name.replaceAll('_', ' ').replace(/^./, (letter) => letter.toUpperCase())}: say in one sentence what it does, then when to use it. */
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

const config = (folder: string): string => `import { defineConfig } from 'toolyard'

export default defineConfig({
  toolFolders: ['${folder}'],
})
`

export const newTool: CommandRun<NewToolOptions> = async (
  { name, folder = 'tools' },
  { terminal, flags },
) => {
  const toolName = toSnakeCase(name)
  if (!toolNamePattern.test(toolName))
    throw new ToolyardError('invalid_arguments', `"${name}" can't be made into a tool name`, {
      hint: 'Use letters, digits and "_", starting with a letter.',
    })
  const found = flags.config ?? (await findConfig(process.cwd()))
  const root = found === undefined ? process.cwd() : dirname(resolve(found))
  const file = join(root, folder, `${toolName.replaceAll('_', '-')}.ts`)
  await write(file, template(toolName))
  const made = [relative(process.cwd(), file)]
  if (found === undefined) {
    const configFile = join(root, 'toolyard.config.ts')
    await write(configFile, config(folder))
    made.push(relative(process.cwd(), configFile))
  }
  if (flags.jsonOutput) terminal.print(JSON.stringify({ tool: toolName, files: made }))
  else {
    for (const path of made) terminal.print(`${terminal.style('green', 'made')} ${path}`)
    terminal.print(`\nTry it:\n  toolyard trust\n  toolyard call ${toolName} who=Ann`)
  }
  return 0
}

async function write(file: string, text: string): Promise<void> {
  const there = await access(file).then(
    () => true,
    () => false,
  )
  if (there)
    throw new ToolyardError(
      'invalid_arguments',
      `${relative(process.cwd(), file)} is there already; nothing was changed`,
      { hint: 'Choose another name.' },
    )
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, text, { flag: 'wx' })
}
