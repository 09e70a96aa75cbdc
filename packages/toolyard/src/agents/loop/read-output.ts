/**
 * Answers that are data: what the model is told of them, and how they are read. An answer that is something else is asked for once more.
 *
 * @module
 */
import { toToolSchema } from '../../define/index.ts'
import { type JsonSchema, parseJson } from '../../kernel/index.ts'
import type { ThreadMessage } from '../../store/index.ts'

const limits = { maxBytes: 4_000_000, maxDepth: 128 }
const mostIssues = 10
const repairOpening = 'Your answer is not the data that was asked for'

export type ReadOutput = { readonly output: unknown } | { readonly problem: string }

/** For the system prompt. */
export function outputWords(schema: JsonSchema): string {
  return [
    'When you have finished, your last answer is JSON alone, without other words and without a fence, that fits this JSON Schema:',
    JSON.stringify(schema),
  ].join('\n')
}

export async function readOutput(text: string, schema: JsonSchema): Promise<ReadOutput> {
  const parsed = parseJson(withoutFence(text), limits)
  if ('problem' in parsed) return { problem: `it is not JSON alone: it ${parsed.problem}` }
  const checked = await toToolSchema(schema, { side: 'output' }).check(parsed.value)
  if (!checked.issues) return { output: parsed.value }
  const issues = checked.issues.slice(0, mostIssues)
  return {
    problem: issues.map(({ path, message }) => `${path.join('.') || 'the answer'}: ${message}`).join('; '),
  }
}

export function repairWords(problem: string): string {
  return `${repairOpening} (${problem}). Answer again with JSON alone that fits the schema.`
}

/** Whether the run was asked once more already, in whichever process. */
export function wasRepaired(history: readonly ThreadMessage[], runId: string): boolean {
  return history.some(
    (message) =>
      message.runId === runId &&
      message.from === 'toolyard' &&
      message.parts.some((part) => part.type === 'text' && part.text.startsWith(repairOpening)),
  )
}

/** Models put data between fences, whatever they are told. */
function withoutFence(text: string): string {
  const [, inner] = /^\s*```(?:json)?\s*\n([^]*?)\n?```\s*$/.exec(text) ?? []
  return (inner ?? text).trim()
}
