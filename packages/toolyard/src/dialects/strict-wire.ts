/**
 * A strict schema ready to be sent: wrapped if its root is no object, with the explanation, within the limits.
 *
 * @module
 */
import type { JsonSchema } from '../kernel/index.ts'
import { fromTop } from './codec.ts'
import { addExplanation, type ExplanationMode } from './explanation.ts'
import { createNotes } from './notes.ts'
import { plainWire, type WireSchema } from './prepare.ts'
import { onlyObjects, unwrap, wrapperName } from './root-object.ts'
import type { Blocker, StrictRules } from './strict-pass.ts'
import { toStrictSchema } from './strict-schema.ts'

export interface StrictTarget {
  readonly rules: StrictRules
  /** Whether an ordinary schema is always within the provider's limits. */
  readonly takesOrdinary: boolean
  /** The first limit of the provider that a finished schema breaks, as a sentence. */
  overLimit(schema: JsonSchema): string | undefined
}

export interface StrictSource {
  readonly modern: JsonSchema
  readonly ordinary: boolean
  readonly mode: ExplanationMode
}

/** The strict schema or, if there is none, the schema as it was written, with the reasons in its notes. */
export function strictOrPlain(source: StrictSource, target: StrictTarget): WireSchema {
  const outcome = strictWire(source, target)
  if (outcome.blockers === undefined) return outcome.wire
  const plain = plainWire(source.modern, source.mode)
  for (const { path, reason } of outcome.blockers)
    plain.notes.add('adapted', path, `sent without strict, because ${reason}`)
  return plain
}

type StrictOutcome =
  | { readonly wire: WireSchema; readonly blockers?: undefined }
  | { readonly blockers: readonly Blocker[] }

function strictWire({ modern, ordinary, mode }: StrictSource, target: StrictTarget): StrictOutcome {
  const { rules } = target
  const notes = createNotes()
  const { schema, $defs, decode, blockers } = toStrictSchema(onlyObjects(modern, notes), rules, notes)
  if (blockers.length > 0) return { blockers }
  const wrapped = schema.type !== 'object'
  if (wrapped)
    notes.add('adapted', '', `the root is no plain object; it is sent as the property "${wrapperName}"`)
  const root: JsonSchema = wrapped
    ? {
        type: 'object',
        properties: { [wrapperName]: schema },
        required: [wrapperName],
        additionalProperties: false,
      }
    : schema
  const told = addExplanation(root, { mode, optional: rules.optional })
  const whole = $defs.$defs === undefined ? told : { ...told, ...$defs }
  const over = ordinary && target.takesOrdinary ? undefined : target.overLimit(whole)
  if (over !== undefined) return { blockers: [{ path: '', reason: `it has ${over}` }] }
  const inner = fromTop(decode)
  return {
    wire: { schema: whole, decode: wrapped ? unwrap(inner) : inner, strict: true, wrapped, notes, told: [] },
  }
}
