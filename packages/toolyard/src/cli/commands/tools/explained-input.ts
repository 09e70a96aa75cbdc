/**
 * Arguments of a call that a person or a check makes, if the configuration wants every call explained: the reason is theirs
 * to give, and known if they give none.
 *
 * @module
 */
import type { ToolManifest } from '../../../define/index.ts'
import { isPlainObject } from '../../../kernel/index.ts'
import type { LoadedConfig } from '../../../runtime/index.ts'

export function explainedInput<T>(
  input: T,
  why: string,
  { config, manifest }: { config: LoadedConfig; manifest: ToolManifest | undefined },
): T {
  const isOwn = Object.hasOwn(manifest?.inputSchema.properties ?? {}, 'explanation')
  const isWanted = config.explanation === 'required' && !isOwn
  return isWanted && isPlainObject(input) && !Object.hasOwn(input, 'explanation')
    ? { explanation: why, ...input }
    : input
}
