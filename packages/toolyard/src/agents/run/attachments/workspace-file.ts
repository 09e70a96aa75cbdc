/**
 * A file of the workspace that a person attaches: under the rules for `read_file`, and never one that may hold secrets.
 *
 * @module
 */
import type { Buffer } from 'node:buffer'
import type { Workspace } from '../../../host/index.ts'
import { ToolyardError, visibleText } from '../../../kernel/index.ts'
import type { Pipeline } from '../../../pipeline/index.ts'

export interface WorkspaceReader {
  readonly files: Workspace
  readonly pipeline: Pick<Pipeline, 'explain'>
}

export interface FileRequest {
  readonly path: string
  /** Bytes that are read at the most. */
  readonly most: number
  /** On whose behalf. */
  readonly principal?: string | undefined
  /** Given if an agent asks by itself: then it needs the tool. */
  readonly agent?: string | undefined
}

export interface OpenedFile {
  readonly shown: string
  readonly size: number
  /** From its beginning. */
  readonly bytes: Buffer
}

const readingTool = 'read_file'

/** Throws `outside_workspace`, `protected_path`, `denied`, and what the operating system says of the path. */
export async function openWorkspaceFile(
  { files, pipeline }: WorkspaceReader,
  { path, most, principal, agent }: FileRequest,
): Promise<OpenedFile> {
  const { path: real, written } = files.resolve(path)
  if (files.isSensitive(real) || files.isSensitive(written))
    throw new ToolyardError(
      'protected_path',
      `"${visibleText(path)}" may hold secrets: it is not read here`,
      {
        hint: 'Say what the agent is to know of it, or rename the file if it holds none.',
      },
    )
  await requireAllowed(pipeline, { path, principal, agent })
  using file = files.openRead(path)
  return { shown: file.shown, size: file.size, bytes: await file.readPart(0, Math.min(file.size, most)) }
}

/** What would be asked about is not allowed: nobody is asked here. An installation without the tool has no rules for it. */
async function requireAllowed(
  pipeline: Pick<Pipeline, 'explain'>,
  { path, principal, agent }: Omit<FileRequest, 'most'>,
): Promise<void> {
  const said = await pipeline.explain(readingTool, { path }, { principal, agent })
  if ('considered' in said) {
    const { effect, reason } = said.decision
    if (effect === 'allow') return
    throw new ToolyardError('denied', `"${visibleText(path)}" can't be read: ${reason}`, {
      hint: `The rules for ${readingTool} decide: toolyard policy explain ${readingTool}.`,
    })
  }
  const { error } = said
  if (agent === undefined && error?.code === 'tool_not_found') return
  throw new ToolyardError(error?.code ?? 'denied', error?.message ?? `"${visibleText(path)}" can't be read`, {
    hint: error?.hint,
  })
}
