/**
 * What an operation answers: the schema of its first good answer in JSON, and whether it comes in parts.
 *
 * @module
 */
import type { JsonSchema } from '../../kernel/index.ts'
import type { Conversion } from './conversion.ts'
import { follow, into, lostReference, membersOf } from './json-node.ts'
import { bestMedia, isJson, type MediaType, mediaTypes, streamOf } from './media-type.ts'
import type { Operation } from './operations.ts'
import { isObject } from './schema/pass.ts'

export interface ResponseShape {
  readonly outputSchema: JsonSchema | undefined
  readonly stream: 'sse' | 'ndjson' | undefined
  /** The `Accept` header to send, if it is not plain JSON. */
  readonly accept: string | undefined
}

interface SuccessResponse {
  readonly media: readonly MediaType[]
  readonly pointer: string
}

const maxTypes = 5

export function readAnswer(operation: Operation, conversion: Conversion): ResponseShape {
  const answers = goodAnswers(operation, conversion)
  const first = answers.find(({ media }) => media.some(isJson))
  const best = first && bestMedia(first.media.filter(isJson))
  if (!first || !best) {
    const media = answers.flatMap((answer) => answer.media)
    const types = media.slice(0, maxTypes).map(({ key }) => key)
    return { outputSchema: undefined, stream: streamOf(media), accept: types.join(', ') || undefined }
  }
  const isPlain = best.type === 'application/json' || best.type === 'text/json' || best.type.includes('*')
  const accept = isPlain ? undefined : best.key
  // An answer that may also be empty, or of another form, would not pass the check of this one.
  const isOnly = answers.every((answer) => answer === first || sameSchema(answer, best))
  const pointer = into(first.pointer, 'content', best.key, 'schema')
  const isWanted = isOnly && operation.method !== 'HEAD' && conversion.spec.checkAnswers !== false
  const outputSchema = isWanted
    ? outputOf(best.value['schema'], pointer, { operation, conversion })
    : undefined
  return { outputSchema, stream: undefined, accept }
}

/** 200 to 299, or `2XX`. */
export function isGood(status: string): boolean {
  return status.startsWith('2') && /^2(?:\d\d|XX)$/i.test(status)
}

/** The good ones, in order. */
function goodAnswers(operation: Operation, conversion: Conversion): SuccessResponse[] {
  const { root } = conversion
  const responses = membersOf(operation.value['responses'])
  return Object.keys(responses)
    .filter(isGood)
    .toSorted()
    .map((status) => {
      const at = into(operation.pointer, 'responses', status)
      const place = follow(root, responses[status], at)
      const lost = lostReference(root, responses[status])
      if (lost !== undefined)
        conversion.tell(operation, {
          pointer: at,
          reason: `is at "${lost}", which leads nowhere; answers are not checked`,
        })
      const { content, schema } = place?.value ?? {}
      // A shared answer of version 2.0 is still as it was written there.
      const own = schema === undefined ? content : { 'application/json': { schema } }
      return { media: mediaTypes(own, root), pointer: place?.pointer ?? operation.pointer }
    })
}

function sameSchema({ media }: SuccessResponse, { value }: MediaType): boolean {
  return media.some(
    (one) => isJson(one) && JSON.stringify(one.value['schema']) === JSON.stringify(value['schema']),
  )
}

function outputOf(
  source: unknown,
  pointer: string,
  { operation, conversion }: { readonly operation: Operation; readonly conversion: Conversion },
): JsonSchema | undefined {
  if (source === undefined) return undefined
  const { output } = conversion
  const { schema, refs } = output.convert(source, pointer)
  if (!isObject(schema) || Object.keys(schema).length === 0) return undefined
  const whole = output.complete({ ...schema }, refs)
  if (whole.isCut)
    conversion.tell(operation, {
      pointer,
      reason: 'leads to more schemas than an answer is checked by; those furthest away were left out',
    })
  return whole.schema
}
