/** The files that `--file` names, read with the rights of the user who runs the command. */
import { open } from 'node:fs/promises'
import { constants } from 'node:fs'
import { basename } from 'node:path'
import { attachmentLimits, type Prompt } from '../../../agents/index.ts'
import { messageOf, ToolyardError } from '../../../kernel/index.ts'

/** A text alone if there are none. Throws `not_found`, `invalid_arguments` and `too_large`. */
export async function withFiles(text: string, paths: readonly string[] = []): Promise<Prompt> {
  if (paths.length === 0) return text
  if (paths.length > attachmentLimits.files)
    throw new ToolyardError(
      'invalid_arguments',
      `--file was given ${paths.length} times; a message takes ${attachmentLimits.files}`,
      {
        hint: 'Send fewer, or name files of the workspace in the text.',
      },
    )
  const files = []
  for (const path of paths)
    files.push({ type: 'file' as const, name: basename(path), data: await readWhole(path) })
  return [{ type: 'text', text }, ...files]
}

/** Never waits for a pipe or a device, and reads no more than may be sent. */
async function readWhole(path: string): Promise<Uint8Array> {
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK).catch((cause: unknown) => {
    throw new ToolyardError('not_found', `--file ${path}: ${messageOf(cause)}`, {
      cause,
      hint: 'Name a file that you may read.',
    })
  })
  try {
    const facts = await file.stat()
    if (!facts.isFile())
      throw new ToolyardError('invalid_arguments', `--file ${path}: it is no file`, { hint: 'Name a file.' })
    if (facts.size > attachmentLimits.pdfBytes)
      throw new ToolyardError(
        'too_large',
        `--file ${path} has ${facts.size.toLocaleString('en')} bytes; at most ${attachmentLimits.pdfBytes.toLocaleString('en')} are taken`,
        { hint: 'Put it into the workspace, and name it in the text.' },
      )
    return await file.readFile()
  } finally {
    await file.close()
  }
}
