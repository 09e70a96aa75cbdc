/**
 * Reads the tool of one manifest. Never rejects: what went wrong is part of the outcome.
 *
 * @module
 */
import type { ToolSource } from '../../define/index.ts'
import type { TrustGate } from '../../host/index.ts'
import { messageOf, ToolyardError } from '../../kernel/index.ts'
import type { FileOutcome } from '../read-tools.ts'
import type { ScannedFile } from '../scan-folder.ts'
import { readProgram } from '../../kinds/program/definition/index.ts'

export async function importProgram(
  { real, category }: ScannedFile,
  { source = 'app', trust }: { readonly source?: ToolSource; readonly trust?: TrustGate | undefined } = {},
): Promise<FileOutcome> {
  try {
    await trust?.files([real])
    const tool = await readProgram({ file: real, source, category })
    return { tools: [{ exportName: 'default', tool }], failures: [] }
  } catch (error) {
    return { tools: [], failures: [failureOf(error)] }
  }
}

function failureOf(error: unknown): ToolyardError {
  if (ToolyardError.isInstance(error)) return error
  const message = `The manifest, or what it names, cannot be read: ${messageOf(error)}`
  return new ToolyardError('invalid_definition', message, { cause: error })
}
