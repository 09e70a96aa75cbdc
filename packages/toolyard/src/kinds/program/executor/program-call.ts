/**
 * What the modes of programs have in common: how a process is started for a tool, and how its failure is told.
 *
 * @module
 */
import { isAbsolute, join } from 'node:path'
import type { ExternalFacts, Tool, ToolContext } from '../../../define/index.ts'
import { fillCommand, fixedWords, isOwn } from '../definition/index.ts'
import { isWithin, type ProgramOutcome, type ProgramRequest } from '../../../host/index.ts'
import { ToolyardError } from '../../../kernel/index.ts'
import type { LastWords } from './last-words.ts'

export interface ProgramCall {
  readonly tool: Tool
  readonly facts: ExternalFacts
  readonly input: unknown
  readonly context: ToolContext
}

/** Processes that one program may have at once, as a command of `bash` may. */
const maxProcesses = 64

/** How the process is started, with the parameters of the call where the command has places for them. Throws where it may not be. */
export async function requestOf(
  { tool, facts, context }: ProgramCall,
  parameters: Readonly<Record<string, unknown>> = {},
): Promise<ProgramRequest> {
  const { name, permission } = tool.manifest
  const [program = '', ...args] = fillCommand(facts.command, parameters, (word) =>
    isOwn(word) ? join(facts.folder, word) : word,
  )
  const found = isAbsolute(program) ? program : await context.host.programs.find(program)
  if (found === undefined)
    throw new ToolyardError(
      'unavailable',
      `"${name}" needs the program "${program}", which is not on the PATH`,
      {
        hint: 'Install it, or name it by its path in the manifest.',
      },
    )
  checkPlaces([found, ...facts.command], { facts, context, name })
  const env = environmentOf(name, facts, context)
  const more = await context.host.settings.trust?.command({
    name: `"${name}"`,
    argv: [found, ...fixedWords(facts).slice(1)],
    cwd: context.workspace,
    env,
  })
  return {
    argv: [found, ...args],
    cwd: context.workspace,
    env: { ...env, ...more },
    network: facts.network,
    readOnly: facts.readOnly ?? permission === 'read',
    readable: [facts.folder],
    maxProcesses,
  }
}

/** What runs lies beside its manifest, which is kept from agents, or where they can't write at all. */
function checkPlaces(
  words: readonly string[],
  { facts, context, name }: Pick<ProgramCall, 'facts' | 'context'> & { readonly name: string },
): void {
  const { roots = [], workspace } = context.host.settings
  const writable = [
    workspace,
    ...roots.flatMap(({ path, access }) => (access === 'read-write' ? [path] : [])),
  ]
  const word = words.find(
    (path) =>
      isAbsolute(path) && !isWithin(facts.folder, path) && writable.some((top) => isWithin(top, path)),
  )
  if (word !== undefined)
    throw new ToolyardError('denied', `"${name}" would run ${word}, which agents can write to`, {
      hint: 'Put it beside the manifest, or outside of the workspace.',
    })
}

function environmentOf(
  name: string,
  { env = {} }: ExternalFacts,
  { host }: ToolContext,
): Record<string, string> {
  const filled = Object.entries(env).map(([key, text]) => [
    key,
    host.secrets.fill(text, `env.${key} of tool "${name}"`),
  ])
  return { ...Object.fromEntries(filled), TOOLYARD_TOOL: name }
}

interface FailureContext {
  readonly words: LastWords
  /** Where they were said. */
  readonly from?: string
  /** What had not happened yet: `before its result`. */
  readonly before?: string
}

/** Why a program that has ended did not do its work. */
export function failureOf(
  { tool }: ProgramCall,
  { exitCode, signal, problem }: ProgramOutcome,
  { words, from, before }: FailureContext,
): ToolyardError {
  const { name } = tool.manifest
  if (problem !== undefined && exitCode === null && signal === null)
    return new ToolyardError('unavailable', `"${name}" could not be run: ${problem}`)
  const how =
    problem ?? (signal === null ? `it ended with exit code ${exitCode}` : `it was ended by ${signal}`)
  const when = before === undefined ? '' : ` ${before}`
  return new ToolyardError('tool_failed', `"${name}" failed: ${how}${when}.${words.tell(from)}`)
}
