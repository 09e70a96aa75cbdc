/**
 * The tests of one tool for people: the examples of its definition, and those that were saved from calls.
 *
 * What is saved here is what `toolyard calls save` writes and `toolyard check` runs. Only tools whose file is in the workspace
 * can be given some: a server writes nowhere else.
 *
 * @module
 */
import { randomUUID } from 'node:crypto'
import { relative } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { ToolExample, ToolManifest } from '../../define/index.ts'
import { isWithin, realPathOf } from '../../host/files/index.ts'
import { isPlainObject, messageOf, ToolyardError } from '../../kernel/index.ts'
import type { RegistryEntry } from '../../registry/index.ts'
import type { ToolService } from '../../runtime/index.ts'
import type { CallRecord } from '../../store/index.ts'
import { exampleOf, type ExampleTerms, plain, refusal, type SaveNote } from './example-of.ts'
import { type ExampleRun, runExample } from './run-example.ts'
import { exampleId, examplesFile, removeExample, savedExamplesOf, saveExample } from './saved-examples.ts'
import type { SaveOutcome } from './saved-examples.ts'

export interface ToolTest extends ToolExample {
  readonly id: string
  /** Beside the tool file, and not in its definition. */
  readonly isSaved: boolean
}

export interface ToolTestList {
  readonly tests: readonly ToolTest[]
  /** Where tests are saved, from the workspace; absent if they can't be. */
  readonly file?: string | undefined
  /** Why the file can't be read. */
  readonly problem?: string | undefined
}

export interface SavedTest {
  readonly test: ToolTest
  readonly outcome: SaveOutcome
  readonly notes: readonly SaveNote[]
}

export async function listTests(yard: ToolService, tool: string): Promise<ToolTestList> {
  const entry = entryOf(yard, tool)
  const own = (entry?.manifest.examples ?? []).map((example, index) => ({
    ...example,
    id: `own-${index}`,
    isSaved: false,
  }))
  const file = entry && fileIn(yard, entry)
  if (file === undefined) return { tests: own }
  const shown = relative(yard.installation.workspace, file)
  try {
    const saved = await savedExamplesOf(file, tool)
    const tests = saved.map((example) => ({ ...example, id: exampleId(example), isSaved: true }))
    return { tests: [...own, ...tests], file: shown }
  } catch (error) {
    return { tests: own, file: shown, problem: messageOf(error).replaceAll(file, shown) }
  }
}

/** Throws `tool_not_found`, `invalid_arguments`. */
export async function saveTest(yard: ToolService, call: CallRecord, terms: ExampleTerms): Promise<SavedTest> {
  const entry = entryOf(yard, call.tool)
  if (!entry)
    throw new ToolyardError('tool_not_found', `there is no tool named "${call.tool}"`, {
      hint: 'Save a call of a tool that is there.',
    })
  const tool = await entry.load()
  const { example, notes } = await exampleOf(
    (name, input) => yard.explain(name, input),
    { call, tool },
    terms,
  )
  const file = fileIn(yard, entry)
  if (file === undefined)
    throw refusal(
      'no_file',
      `"${call.tool}" does not come from a tool file in the workspace, so that there is no place beside it`,
      'Add the example to its definition.',
    )
  const own = (tool.manifest.examples ?? []).findIndex((known) =>
    isDeepStrictEqual(plain(known.input), example.input),
  )
  if (own >= 0) return { test: { ...example, id: `own-${own}`, isSaved: false }, outcome: 'unchanged', notes }
  const outcome = await saveExample(file, call.tool, example)
  return { test: { ...example, id: exampleId(example), isSaved: true }, outcome, notes }
}

/** Throws `not_found`. */
export async function removeTest(yard: ToolService, tool: string, id: string): Promise<void> {
  const entry = entryOf(yard, tool)
  const file = entry && fileIn(yard, entry)
  if (file === undefined || !(await removeExample(file, tool, id))) throw noTest(tool, id)
}

export interface TestTurn {
  readonly tool: string
  readonly id: string
  readonly principal: string
  /** Whether the installation wants every call explained. */
  readonly signal?: AbortSignal | undefined
}

/** Throws `not_found`. */
export async function runTest(
  yard: ToolService,
  { tool, id, principal, signal }: TestTurn,
): Promise<ExampleRun> {
  const { tests } = await listTests(yard, tool)
  const test = tests.find((one) => one.id === id)
  const manifest = entryOf(yard, tool)?.manifest
  if (!test || !manifest) throw noTest(tool, id)
  const example = { ...test, input: explained(test.input, manifest) }
  return runExample(yard, { tool, example, principal, signal, threadId: `test:${tool}:${randomUUID()}` })
}

/** The reason is known, for installations that want one; others take it off again. */
function explained(input: ToolExample['input'], { inputSchema }: ToolManifest): ToolExample['input'] {
  const isOwn = Object.hasOwn(inputSchema.properties ?? {}, 'explanation')
  if (isOwn || !isPlainObject(input) || Object.hasOwn(input, 'explanation')) return input
  return { ...input, explanation: 'A test of this tool.' }
}

function entryOf({ registry }: ToolService, tool: string): RegistryEntry | undefined {
  return registry.snapshot().get(tool)
}

/** Undefined if the tool has no file, or one outside the workspace. */
function fileIn({ installation }: ToolService, { file }: RegistryEntry): string | undefined {
  if (file === undefined) return undefined
  try {
    return isWithin(installation.workspace, realPathOf(file).path) ? examplesFile(file) : undefined
  } catch {
    return undefined
  }
}

function noTest(tool: string, id: string): ToolyardError {
  return new ToolyardError('not_found', `"${tool}" has no saved test "${id.slice(0, 100)}"`, {
    hint: 'Load the list of its tests again.',
  })
}
