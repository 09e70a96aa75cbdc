/**
 * Whether a version of a tool may run, by what people have decided about the tool.
 *
 * @module
 */
import type { CatalogueTool, ToolState } from '../store/index.ts'

export const newFromOutside = 'it comes from outside and nobody has accepted it yet'

export function standing(
  { accepted, pinned }: Pick<CatalogueTool, 'accepted' | 'pinned'>,
  fingerprint: string,
): { readonly state: ToolState; readonly error: string | undefined } {
  if (accepted === undefined || accepted === fingerprint) return { state: 'active', error: undefined }
  if (accepted === '') return { state: 'held', error: newFromOutside }
  return {
    state: 'held',
    error: pinned
      ? 'another version of it is pinned'
      : 'it has changed since it was accepted, and nobody has accepted the change yet',
  }
}
