/**
 * Which of the forms of a body or an answer is used, and how it is written.
 *
 * @module
 */
import type { RestFacts } from '../../define/index.ts'
import { follow, type Members, membersOf } from './json-node.ts'

export type BodyType = NonNullable<RestFacts['bodyType']>

export interface MediaType {
  /** As the document writes it. */
  readonly key: string
  /** In lower case, without parameters. */
  readonly type: string
  readonly bodyType: BodyType
  readonly value: Members
}

const json = /^(?:application\/(?:[\w.-]+\+)?json|text\/json|\*\/\*|application\/\*)$/
const text =
  /^(?:text\/.*|application\/(?:[\w.-]+\+)?(?:xml|yaml)|application\/(?:x-yaml|graphql|javascript|sql|x-ndjson))$/
const streams: Readonly<Record<string, 'sse' | 'ndjson'>> = {
  'text/event-stream': 'sse',
  'application/x-ndjson': 'ndjson',
  'application/jsonl': 'ndjson',
}

/** Best first. */
const order: readonly BodyType[] = ['json', 'form', 'multipart', 'text', 'binary']

export function mediaTypes(content: unknown, root: Members): MediaType[] {
  return Object.entries(membersOf(content)).map(([key, value]) => {
    const type = (key.split(';', 1)[0] ?? '').trim().toLowerCase()
    return { key, type, bodyType: bodyTypeOf(type), value: membersOf(follow(root, value, '')?.value) }
  })
}

/** JSON as it is, then other JSON, then the others in order. */
export function bestMedia(media: readonly MediaType[]): MediaType | undefined {
  const [best] = media.toSorted((left, right) => rank(left) - rank(right))
  return best
}

export function isJson({ type }: MediaType): boolean {
  return json.test(type)
}

/** How an answer that has no other form comes in parts. */
export function streamOf(media: readonly MediaType[]): 'sse' | 'ndjson' | undefined {
  const kinds = new Set(media.map(({ type }) => (Object.hasOwn(streams, type) ? streams[type] : undefined)))
  const [only] = kinds
  return kinds.size === 1 ? only : undefined
}

function rank({ type, bodyType }: MediaType): number {
  return order.indexOf(bodyType) * 2 + (type === 'application/json' || bodyType !== 'json' ? 0 : 1)
}

function bodyTypeOf(type: string): BodyType {
  if (json.test(type)) return 'json'
  if (type === 'application/x-www-form-urlencoded') return 'form'
  if (type.startsWith('multipart/')) return 'multipart'
  return text.test(type) ? 'text' : 'binary'
}
