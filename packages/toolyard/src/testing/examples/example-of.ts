/**
 * A call that was made as an example of its tool: what can be kept of it, and why not.
 *
 * @module
 */
import type { Permission, Tool, ToolExample } from '../../define/index.ts'
import { isPlainObject, ToolyardError } from '../../kernel/index.ts'
import type { Pipeline } from '../../pipeline/index.ts'
import type { CallRecord } from '../../store/index.ts'

export interface ExampleTerms {
  readonly title?: string | undefined
  /** Whether the answer is kept; if it is not said, where it must always be the same. */
  readonly output?: boolean | undefined
  /** Also where running it again changes something. */
  readonly force?: boolean | undefined
}

/** Why a call makes no example, or none with its answer, for programs. */
export type SaveProblem =
  | 'not_ok'
  | 'secret'
  | 'secret_output'
  | 'changes'
  | 'invalid'
  | 'no_file'
  | 'may_differ'
  | 'no_data'
  | 'long'
  | 'asks'

export interface SaveNote {
  readonly code: SaveProblem
  readonly text: string
}

export interface MadeExample {
  readonly example: ToolExample
  readonly notes: readonly SaveNote[]
}

/** What stands in the journal where a secret was taken out. */
const redacted = /\[redacted[\]:]|⟨secret /
/** A longer answer makes no example that people could read. */
const mostOutput = 100_000

/** Throws `invalid_arguments`. */
export async function exampleOf(
  explain: Pipeline['explain'],
  { call, tool }: { readonly call: CallRecord; readonly tool: Tool },
  terms: ExampleTerms,
): Promise<MadeExample> {
  const { force = false, title } = terms
  if (call.status !== 'ok')
    throw refusal(
      'not_ok',
      `call ${call.id} ended with ${call.status}, and an example must work`,
      'Save a call that ended with ok.',
    )
  const input = argumentsOf(call, tool)
  const permission = permissionOf(tool, input)
  if (permission !== 'read' && !tool.manifest.idempotent && !force)
    throw refusal(
      'changes',
      `"${call.tool}" changes something (${permission}), and "toolyard check" would do it again every time`,
      'Where that does no harm, save it with --force.',
    )
  const { notes, output } = outputOf(call, tool, terms)
  const example = { ...(title !== undefined && { title }), input, ...(output !== undefined && { output }) }
  const explained = await explain(call.tool, input)
  if (!('considered' in explained))
    throw refusal(
      'invalid',
      `the arguments of ${call.id} are not valid for "${call.tool}" as it is now: ${explained.error?.message ?? explained.status}`,
      'Make the call again, and save that one.',
    )
  if (explained.decision.effect !== 'ask') return { example, notes }
  const asks = 'A person is asked about this call: check looks at its arguments only.'
  return { example, notes: [...notes, { code: 'asks', text: asks }] }
}

/** As it is read back from a file. */
export function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value ?? null))
}

export function refusal(code: SaveProblem, message: string, hint: string): ToolyardError {
  return new ToolyardError('invalid_arguments', message, { hint, problems: [{ code }] })
}

/** As a caller gave them: without what the application provides. */
function argumentsOf(call: CallRecord, { provided }: Tool): Readonly<Record<string, unknown>> {
  const given = isPlainObject(call.input) ? call.input : {}
  const input = Object.fromEntries(Object.entries(given).filter(([name]) => !provided.includes(name)))
  if (!redacted.test(JSON.stringify(input))) return input
  throw refusal(
    'secret',
    `a secret was taken out of the arguments of ${call.id}, so that they are not those of the call`,
    'Make the call again without the secret, and save that one.',
  )
}

function permissionOf(tool: Tool, input: Readonly<Record<string, unknown>>): Permission {
  return tool.permissionFor?.(input as never).permission ?? tool.manifest.permission
}

interface KeptOutput {
  readonly output?: unknown
  readonly notes: readonly SaveNote[]
}

/** Text or data, if the tool must always answer the same or the person says so. */
function outputOf({ result }: CallRecord, { manifest }: Tool, terms: ExampleTerms): KeptOutput {
  const { output: wanted, force = false } = terms
  const isStateful = manifest.type === 'STATEFUL'
  if (!(wanted ?? (manifest.effects === 'none' && !isStateful))) {
    const why = isStateful ? 'it remembers earlier calls' : `effects ${manifest.effects}`
    const text = `Without its answer, which may be another one next time (${why}). Keep it too with --output.`
    return { notes: wanted === undefined ? [{ code: 'may_differ', text }] : [] }
  }
  const data = result?.data
  const text = JSON.stringify(data)
  if (text === undefined || result?.content.some(({ type }) => type !== 'text'))
    return without('no_data', 'Without its answer, which is neither data nor text.')
  if (text.length > mostOutput)
    return without('long', `Without its answer, which is longer than ${mostOutput} characters.`)
  if (!redacted.test(text)) return { output: plain(data), notes: [] }
  if (force) return without('secret_output', 'Without its answer, out of which a secret was taken.')
  throw refusal(
    'secret_output',
    'a secret was taken out of the answer of this call, so that it is not what the tool answered',
    'Save the call without its answer with --no-output.',
  )
}

function without(code: SaveProblem, text: string): KeptOutput {
  return { notes: [{ code, text }] }
}
