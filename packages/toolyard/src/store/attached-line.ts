/** What is said of a picture or a file where it is not shown. The same part gives the same words. */
import type { AttachedPart } from './threads.ts'

/** `why`: what became of it, as a half of a sentence. */
export function attachedLine(part: AttachedPart, why?: string): string {
  const { type, name, mediaType, bytes } = part
  const size = `${bytes.toLocaleString('en-US')} bytes`
  const pixels = type === 'image' ? `, ${part.width}×${part.height}` : ''
  const place = 'path' in part ? `, in the workspace as "${part.path}"` : `, ${part.handle}`
  return `[${type} "${name}": ${mediaType}${pixels}, ${size}${place}${why === undefined ? '' : `; ${why}`}]`
}
