/**
 * Whether the body of a request fits the schema of its trigger.
 *
 * @module
 */
import { cleanText, type CompiledSchema, compileSchema, ToolyardError } from '../../kernel/index.ts'

const mostTold = 5

/** The schema is compiled when the first body comes. The check throws `invalid_arguments`. */
export function createBodyCheck(
  schema: Readonly<Record<string, unknown>> | undefined,
): (body: unknown) => void {
  let compiled: CompiledSchema | undefined
  return (body) => {
    if (schema === undefined) return
    compiled ??= compileSchema(schema)
    const fits = compiled.check(body)
    const problems = fits ? [] : compiled.issues(body)
    if (compiled.takeOpen().size > 0)
      throw new ToolyardError('too_large', 'texts of the body are too long for the patterns of its schema', {
        hint: 'Send shorter ones, or give them a maxLength in the schema of the trigger.',
      })
    if (fits) return
    const told = problems
      .slice(0, mostTold)
      .map(({ path, message }) => `${['body', ...path].join('.')} ${message}`)
    throw new ToolyardError(
      'invalid_arguments',
      cleanText(told.join('; ') || 'the body does not fit the schema of this trigger'),
      { hint: 'Send a body that fits the schema of the trigger.' },
    )
  }
}
