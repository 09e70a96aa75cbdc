/**
 * What services have refused of pictures and files, so that it is named in words from then on: a kind of thing, if the model takes none
 * of it, or single ones. Forgotten with the process.
 *
 * @module
 */
import type { AttachedPart } from '../../../store/index.ts'
import { factsOf } from './service-fault.ts'

/** A part that goes out by its bytes. */
export type ShownPart = Extract<AttachedPart, { readonly handle: string }>

/** Asked again without pictures and files, it may do: the request is not taken as it is. */
const refusals: readonly number[] = [400, 404, 415, 422]
const faults: readonly number[] = [500, 501]
const aboutMedia = /image|picture|vision|modal|document|pdf|media|file/i
/** Said of the model, not of one picture. */
const takesNone =
  /not (?:support|accept|allow|have|a (?:vision|multi))|n't support|unsupported|no (?:endpoints|support)|only (?:support|accept|text)|text.only|unknown variant|not multi-?modal|vision capab|functionality/i

export class RefusedMedia {
  readonly #kinds = new Set<string>()
  readonly #handles = new Set<string>()

  has(part: ShownPart): boolean {
    return this.#kinds.has(part.mediaType) || this.#handles.has(part.handle)
  }

  /** Until it is disposed, as if these were refused. */
  hold(parts: readonly ShownPart[]): Disposable {
    const held = parts.map(({ handle }) => handle).filter((handle) => !this.#handles.has(handle))
    for (const handle of held) this.#handles.add(handle)
    return { [Symbol.dispose]: () => held.forEach((handle) => this.#handles.delete(handle)) }
  }

  note(error: unknown, parts: readonly ShownPart[]): void {
    const { message, body } = factsOf(error)
    const said = `${message} ${body}`
    const isNone = takesNone.test(said) && aboutMedia.test(said)
    for (const { mediaType, handle } of parts) {
      if (isNone) this.#kinds.add(mediaType)
      else this.#handles.add(handle)
    }
  }
}

/** Whether the pictures and files of a request may be why the service does not take it. */
export function mayBeMedia(error: unknown): boolean {
  const { status, message, body } = factsOf(error)
  if (status !== undefined && refusals.includes(status)) return true
  // Packages refuse what they have no form for before they send anything.
  if (error instanceof Error && error.name === 'AI_UnsupportedFunctionalityError') return true
  return status !== undefined && faults.includes(status) && aboutMedia.test(`${message} ${body}`)
}
