/** Document, 5.2, `app/tools/__init__.py`: the factory of the program. The purpose of a call is a parameter of every tool (4.1.1). */
import { createToolFactory, type ToolFactory } from 'toolyard/legacy'

export function makeToolFactory(): Promise<ToolFactory> {
  return createToolFactory({ tools: { folders: ['app/tools'] }, policy: { explanation: 'required' } })
}

/** Document, 2.2: the tools that come with Toolyard, under the names of the document. */
export function makeBuiltinFactory(): Promise<ToolFactory> {
  return createToolFactory({ tools: { builtins: ['files'] }, policy: { mode: 'accept-edits' } })
}
