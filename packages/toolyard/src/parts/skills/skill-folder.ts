/**
 * Reads files of one skill: only regular files inside its folder, only what was trusted, only text.
 *
 * @module
 */
import { join } from 'node:path'
import type { OpenFile, TrustGate, Workspace } from '../../host/index.ts'
import { createWorkspace } from '../../host/files/index.ts'
import { ToolyardError, visibleText } from '../../kernel/index.ts'

export interface SkillText {
  /** Its real path. */
  readonly path: string
  readonly text: string
  /** Bytes of the file. */
  readonly bytes: number
}

export interface SkillFileRequest {
  readonly folder: string
  readonly path: string
  readonly trust: TrustGate | undefined
  /** Bytes that are read at most. */
  readonly most?: number
}

/** A longer file is not meant to be told to a model. */
const mostBytes = 1_000_000

/** Throws, with a sentence. */
export async function readSkillFile({
  folder,
  path,
  trust,
  most = mostBytes,
}: SkillFileRequest): Promise<SkillText> {
  const jail = createWorkspace({ workspace: folder })
  using file = open(jail, path)
  const name = visibleText(path)
  if (jail.isSensitive(file.path))
    throw new ToolyardError('denied', `"${name}" may hold secrets`, {
      hint: 'Skills need none; ask the user.',
    })
  if (file.size > mostBytes)
    throw new ToolyardError(
      'tool_failed',
      `"${name}" has ${file.size} bytes, and ${mostBytes} are the most`,
      {
        hint: 'Read a part of it with read_file, if it is in the workspace.',
      },
    )
  await trust?.files([join(folder, path)])
  const bytes = await file.readPart(0, most)
  if (bytes.includes(0))
    throw new ToolyardError('tool_failed', `"${name}" is no text`, { hint: 'Only texts can be read.' })
  return { path: file.path, text: new TextDecoder().decode(bytes, { stream: true }), bytes: file.size }
}

/** The folder of a skill is no workspace, and its path nobody's business. */
function open(jail: Workspace, path: string): OpenFile {
  try {
    return jail.openRead(path)
  } catch (error) {
    if (!ToolyardError.isInstance(error) || error.code !== 'outside_workspace') throw error
    throw new ToolyardError(
      'outside_workspace',
      `"${visibleText(path)}" leads out of the folder of the skill`,
      {
        hint: 'Name one of its files, from its folder on.',
      },
    )
  }
}
