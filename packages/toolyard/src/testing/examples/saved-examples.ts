/**
 * Examples that were saved from calls: one JSON file beside the tool file, by the names of its tools.
 *
 * `tools/get-weather.ts` has them in `tools/get-weather.examples.json`. They count like the `examples` that a definition
 * brings itself. The file is written whole or not at all, in the folder of the tool file and nowhere else, and never over
 * what somebody else has written meanwhile.
 *
 * @module
 */
import { basename, dirname } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { ToolExample } from '../../define/index.ts'
import { createWorkspace, type FileStamp } from '../../host/files/index.ts'
import {
  canonicalJson,
  isPlainObject,
  messageOf,
  parseJson,
  sha256,
  ToolyardError,
} from '../../kernel/index.ts'
import type { RegistryEntry } from '../../registry/index.ts'

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
/** Others may save at the same time. */
const attempts = 30

export function examplesFile(toolFile: string): string {
  return toolFile.replace(/\.\w+$/, '.examples.json')
}

/** By what an example is known: no two of a file have the same arguments. */
export function exampleId({ input }: ToolExample): string {
  return sha256(canonicalJson(input)).slice(0, 16)
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
      for (const [tool, examples] of Object.entries((await readExamples(file)).byTool))
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

/** Those of one tool. Throws if the file is not ours. */
export async function savedExamplesOf(file: string, tool: string): Promise<readonly ToolExample[]> {
  const { byTool } = await readExamples(file)
  return Object.hasOwn(byTool, tool) ? (byTool[tool] ?? []) : []
}

/** Adds an example, or puts it in the place of the one with the same arguments. Throws if the file is not ours. */
export async function saveExample(file: string, tool: string, example: ToolExample): Promise<SaveOutcome> {
  let outcome: SaveOutcome = 'unchanged'
  await change(file, tool, (before) => {
    const at = before.findIndex(({ input }) => isDeepStrictEqual(input, example.input))
    // Who saves the same call again, without a title, does not take the old one away.
    const kept = { ...(before[at]?.title !== undefined && { title: before[at].title }), ...example }
    if (at >= 0 && isDeepStrictEqual(before[at], kept)) {
      outcome = 'unchanged'
      return before
    }
    outcome = at < 0 ? 'added' : 'replaced'
    return at < 0 ? [...before, kept] : before.with(at, kept)
  })
  return outcome
}

/** Whether it was there. */
export async function removeExample(file: string, tool: string, id: string): Promise<boolean> {
  let isRemoved = false
  await change(file, tool, (before) => {
    const after = before.filter((example) => exampleId(example) !== id)
    isRemoved = after.length < before.length
    return isRemoved ? after : before
  })
  return isRemoved
}

/** Reads, changes and writes; again if somebody else has written in between. */
async function change(
  file: string,
  tool: string,
  step: (before: readonly ToolExample[]) => readonly ToolExample[],
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const { byTool, stamp } = await readExamples(file)
    const before = Object.hasOwn(byTool, tool) ? (byTool[tool] ?? []) : []
    const after = step(before)
    if (after === before) return
    const others = Object.entries(byTool).filter(([name]) => name !== tool)
    const all = Object.fromEntries([...others, ...(after.length > 0 ? [[tool, after] as const] : [])])
    const folder = folderOf(file)
    try {
      if (after.length === 0 && others.length === 0) folder.remove(basename(file), stamp)
      else {
        const text = `${JSON.stringify(all, null, 2)}\n`
        await folder.write(basename(file), [Buffer.from(text)], { expected: stamp ?? 'nothing' })
      }
      return
    } catch (error) {
      const isLate = ToolyardError.isInstance(error) && ['stale_file', 'conflict'].includes(error.code)
      if (!isLate || attempt >= attempts) throw error
    }
  }
}

/** A jail of its own: tools may not write where tools are, and this goes nowhere else. */
function folderOf(file: string): ReturnType<typeof createWorkspace> {
  return createWorkspace({ workspace: dirname(file) })
}

async function readExamples(file: string): Promise<{ readonly byTool: ByTool; readonly stamp?: FileStamp }> {
  let text: string
  let stamp: FileStamp
  try {
    using opened = folderOf(file).openRead(basename(file))
    if (opened.size > limits.maxBytes) throw broken(file, `is longer than ${limits.maxBytes} bytes`)
    text = (await opened.readPart(0, opened.size)).toString('utf8')
    stamp = opened.stamp
  } catch (error) {
    const code = ToolyardError.isInstance(error) ? error.code : undefined
    if (code === 'not_found') return { byTool: {} }
    if (code === 'invalid_definition') throw error
    throw broken(file, `can't be read (${messageOf(error)})`)
  }
  const parsed = parseJson(text, limits)
  if ('problem' in parsed) throw broken(file, parsed.problem)
  if (!isPlainObject(parsed.value) || !Object.values(parsed.value).every(isExampleList))
    throw broken(file, 'is not an object with a list of examples, each with an input, for every tool')
  return { byTool: parsed.value as ByTool, stamp }
}

function isExampleList(value: unknown): boolean {
  return Array.isArray(value) && value.every((item) => isPlainObject(item) && isPlainObject(item['input']))
}

function broken(file: string, problem: string): ToolyardError {
  return new ToolyardError('invalid_definition', `${file} ${problem}`, {
    hint: 'Mend the file or remove it; "toolyard calls save" writes it anew.',
  })
}
