/**
 * Undoes what `Content-Encoding` says, part by part: unread parts are not unpacked.
 *
 * @module
 */
import { Readable, type Transform, pipeline } from 'node:stream'
import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createZstdDecompress,
} from 'node:zlib'
import { ToolyardError } from '../../kernel/index.ts'

/** What we say that we understand. */
export const acceptEncoding = 'gzip, deflate, br, zstd'

/** The reader of the last one hears of every failure. */
const heard = (): void => {}

/** One inside the other. */
const mostEncodings = 3

const decoders: Readonly<Record<string, () => Transform>> = {
  gzip: () => createGunzip(),
  'x-gzip': () => createGunzip(),
  deflate: () => createInflate(),
  br: () => createBrotliDecompress({ flush: constants.BROTLI_OPERATION_FLUSH }),
  zstd: () => createZstdDecompress(),
}

/** The body as it was before it was packed; undefined if it is not packed. Throws `unavailable` for what we do not know. */
export function decoded(
  body: AsyncIterable<Uint8Array>,
  contentEncoding: string | undefined,
): AsyncIterable<Uint8Array> | undefined {
  const names = (contentEncoding ?? '')
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'identity')
  if (names.length === 0) return undefined
  const makers = names.map((name) => decoders[name])
  if (makers.length > mostEncodings || !makers.every((make) => make !== undefined))
    throw new ToolyardError(
      'unavailable',
      `the answer is packed as ${JSON.stringify(names.join(', ').slice(0, 80))}, which is not understood.`,
      { hint: `Ask the service for one of ${acceptEncoding}.` },
    )
  const [first, ...rest] = makers.toReversed().map((make) => make())
  if (!first) return undefined
  let last = pipeline(Readable.from(body), first, heard)
  for (const next of rest) last = pipeline(last, next, heard)
  return last
}
