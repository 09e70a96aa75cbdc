/**
 * Examples that were saved from calls: one JSON file beside the tool file, by the names of its tools.
 *
 * `tools/get-weather.ts` has them in `tools/get-weather.examples.json`. They count like the `examples` that a definition
 * brings itself. The file is written whole or not at all.
 *
 * @module
 */
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { isDeepStrictEqual } from 'node:util'
import type { ToolExample } from '../../../define/index.ts'
import { isPlainObject, parseJson, ToolyardError } from '../../../kernel/index.ts'
import type { RegistryEntry } from '../../../registry/index.ts'

type ByTool = Readonly<Record<string, readonly ToolExample[]>>

export interface SavedExamples {
  /** Of a tool. */
  of(tool: string): readonly ToolExample[]
  /** Where the examples of a tool are kept. */
  fileOf(tool: string): string | undefined
  /** Files that can't be read, and examples of tools that are not there. */
  readonly problems: readonly { readonly file: string; readonly message: string }[]
}

export type SaveOutcome = 'added' | 'replaced' | 'unchanged'

/** More is not ours. */
const limits = { maxBytes: 10_000_000, maxDepth: 100 }

export function examplesFile(toolFile: string): string {
  return toolFile.replace(/\.\w+$/, '.examples.json')
}

/** What is saved of these tools. Never throws: what is wrong is told among the problems. */
export async function readSavedExamples(entries: readonly RegistryEntry[]): Promise<SavedExamples> {
  const files = new Map<string, Set<string>>()
  for (const { file, manifest } of entries) {
    if (file === undefined) continue
    const names = files.get(examplesFile(file)) ?? new Set()
    files.set(examplesFile(file), names.add(manifest.name))
  }
  const byTool = new Map<string, { readonly file: string; readonly examples: readonly ToolExample[] }>()
  const problems: { file: string; message: string }[] = []
  for (const [file, names] of files) {
    try {
      for (const [tool, examples] of Object.entries(await readFileOf(file)))
        if (names.has(tool)) byTool.set(tool, { file, examples })
        else
          problems.push({
            file,
            message: `has examples of "${tool}", which is no tool of the file beside it`,
          })
    } catch (error) {
      if (!ToolyardError.isInstance(error)) throw error
      problems.push({ file, message: error.message.replace(`${file} `, '') })
    }
  }
  return {
    of: (tool) => byTool.get(tool)?.examples ?? [],
    fileOf: (tool) => byTool.get(tool)?.file,
    problems,
  }
}

/** Adds an example, or puts it in the place of the one with the same arguments. Throws if the file is not ours. */
export async function saveExample(file: string, tool: string, example: ToolExample): Promise<SaveOutcome> {
  const saved = await readFileOf(file)
  const before = saved[tool] ?? []
  const at = before.findIndex(({ input }) => isDeepStrictEqual(input, example.input))
  // Who saves the same call again, without a title, does not take the old one away.
  const kept = { ...(before[at]?.title !== undefined && { title: before[at].title }), ...example }
  if (at >= 0 && isDeepStrictEqual(before[at], kept)) return 'unchanged'
  const after = at < 0 ? [...before, kept] : before.with(at, kept)
  await writeWhole(file, `${JSON.stringify({ ...saved, [tool]: after }, null, 2)}\n`)
  return at < 0 ? 'added' : 'replaced'
}

async function writeWhole(file: string, text: string): Promise<void> {
  const temporary = `${file}.${process.pid}.tmp`
  try {
    await writeFile(temporary, text)
    await rename(temporary, file)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}

async function readFileOf(file: string): Promise<ByTool> {
  let text: string
  try {
    text = await readFile(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
    throw broken(file, `can't be read (${(error as Error).message})`)
  }
  const parsed = parseJson(text, limits)
  if ('problem' in parsed) throw broken(file, parsed.problem)
  if (!isPlainObject(parsed.value) || !Object.values(parsed.value).every(isExampleList))
    throw broken(file, 'is not an object with a list of examples, each with an input, for every tool')
  return parsed.value as ByTool
}

function isExampleList(value: unknown): boolean {
  return Array.isArray(value) && value.every((item) => isPlainObject(item) && isPlainObject(item['input']))
}

function broken(file: string, problem: string): ToolyardError {
  return new ToolyardError('invalid_definition', `${file} ${problem}`, {
    hint: 'Mend the file or remove it; "toolyard calls save" writes it anew.',
  })
}
