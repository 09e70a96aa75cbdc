/** `toolyard init [FOLDER]`: a project to start from. Files that are there stay as they are. */
import { readFile } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { ToolyardError, version } from '../../../kernel/index.ts'
import { findConfig } from '../../../runtime/index.ts'
import { askLine } from '../../asking/terminal-questions.ts'
import type { CommandContext, CommandRun } from '../../command.ts'
import { table } from '../../terminal/table.ts'
import type { InitOptions } from './init.ts'
import { isInstalled, mustStayIn, preparation, writeNew } from './scaffold.ts'
import {
  type ExplanationChoice,
  explanationModes,
  firstAgent,
  firstTool,
  projectFiles,
  trial,
} from './templates/project.ts'

interface Left {
  readonly file: string
  readonly note?: string
}

export const initProject: CommandRun<InitOptions> = async ({ folder, explanation: wish }, context) => {
  const { terminal, flags } = context
  const root = resolve(folder)
  const found = await findConfig(root)
  if (found !== undefined && dirname(found) === root)
    throw new ToolyardError(
      'invalid_arguments',
      `${relative(process.cwd(), found)} is there already; nothing was changed`,
      { hint: 'Add a tool to this project with "npx toolyard new tool NAME".' },
    )
  const explanation = wish === undefined ? await askExplanation(context) : chosen(wish)
  const made: [file: string, about: string][] = []
  const left: Left[] = []
  const files = projectFiles({ name: packageName(root), version, explanation })
  await mustStayIn(
    root,
    files.map(({ path }) => join(root, path)),
  )
  for (const { path, text, about } of files) {
    const file = relative(process.cwd(), join(root, path))
    if (await writeNew(join(root, path), text)) made.push([file, about])
    else left.push({ file, ...(await advice(root, path)) })
  }
  const next = await nextSteps(root)
  if (flags.jsonOutput)
    terminal.printJson({
      tool: firstTool,
      agent: firstAgent,
      explanation,
      files: made.map(([file]) => file),
      left,
      next,
    })
  else {
    const { style, print } = terminal
    print(
      table(
        made.map(([file, about]) => [`${style('green', 'made')} ${file}`, style('dim', about)]),
        [{}, { least: 20, wraps: true }],
        terminal,
      ),
    )
    for (const { file, note = '' } of left) print(`${style('yellow', 'kept')} ${file}${note && `  ${note}`}`)
    print(`\nNext:\n${next.map((step) => `  ${step}`).join('\n')}`)
  }
  return 0
}

function chosen(wish: string): ExplanationChoice {
  const mode = explanationModes.find((one) => one === wish)
  if (mode) return mode
  throw new ToolyardError('invalid_arguments', `--explanation: "${wish}" is not known`, {
    hint: `Use one of ${explanationModes.join(', ')}.`,
  })
}

/** Asks a person who is there; `optional` for all others. */
async function askExplanation({ terminal, flags, signal }: CommandContext): Promise<ExplanationChoice> {
  if (!terminal.interactive || flags.jsonOutput) return 'optional'
  terminal.note('Shall the model say why it calls a tool? You read it before you approve a call.')
  for (;;) {
    const said = await askLine('  off, optional or required [optional]: ', signal)
    const word = said.trim().toLowerCase()
    const mode = explanationModes.find((one) => word !== '' && one.startsWith(word))
    if (word === '' || (mode && word !== 'o')) return mode ?? 'optional'
    terminal.note('  Write off, optional or required.')
  }
}

/** What a person should do about a file that was kept. */
async function advice(root: string, path: string): Promise<{ note?: string }> {
  // The test and the settings of the compiler use the types of Node.
  if (path === 'package.json' && !isInstalled('@types/node', root))
    return { note: 'for types in your editor: npm install -D @types/node' }
  if (path !== '.gitignore') return {}
  const text = await readFile(join(root, path), 'utf8').catch(() => '')
  return /^\/?node_modules\/?\s*$/m.test(text) ? {} : { note: 'add a line to it: node_modules/' }
}

async function nextSteps(root: string): Promise<string[]> {
  const before = await preparation(root)
  const isReady = !before.some((step) => step.startsWith('npm install'))
  return [
    ...before,
    'npx toolyard trust',
    ...(isReady ? [`npx toolyard call ${firstTool} text="${trial}"`] : []),
    `npx toolyard agent run ${firstAgent} "${trial}"`,
  ]
}

/** npm takes small letters, digits and dashes. */
function packageName(root: string): string {
  const name = basename(root)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
  // A package can't depend on itself.
  return name === '' || name === 'toolyard' || name === 'zod' ? 'my-tools' : name
}
