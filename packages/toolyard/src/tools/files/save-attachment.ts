/** `save_attachment`: writes a file that was sent in this conversation into the workspace, byte by byte. */
import { Buffer } from 'node:buffer'
import { z } from 'zod'
import { defineTool } from '../../define/index.ts'
import { ToolyardError } from '../../kernel/index.ts'
import { pathAliases, pathResources } from './lib/path-resource.ts'
import { saveChange } from './lib/save-change.ts'

export default defineTool({
  name: 'save_attachment',
  description:
    'Save a picture or file that was attached to a message into the workspace, as it is. Give its handle (att_…) and a path where no file is yet; folders are made.',
  category: 'files',
  permission: 'write',
  effects: 'local_state',
  tags: ['files', 'write', 'attachments'],
  aliases: { ...pathAliases, handle: 'attachment' },
  examples: [{ input: { attachment: 'att_1', path: 'inbox/report.pdf' } }],
  inputSchema: z.strictObject({
    attachment: z.string().min(1).describe('The handle that the message names'),
    path: z.string().min(1).describe('The new file, relative to the workspace or absolute inside it'),
  }),
  resources: ({ path }, { workspace }) => pathResources(path, 'write', workspace),
  outputSchema: z.strictObject({
    path: z.string(),
    bytes: z.int(),
    media_type: z.string(),
    can_undo: z.boolean(),
  }),
  render: ({ path, bytes, media_type: type }) => `Saved ${path}: ${bytes} bytes, ${type}.`,

  async execute({ attachment, path }, context) {
    const { files } = context.host
    const { path: real, written, shown } = files.resolve(path, 'write')
    if (files.isSensitive(real) || files.isSensitive(written))
      throw new ToolyardError('protected_path', `"${shown}" is a name for secrets: no file is saved there`, {
        hint: 'Give it another name.',
      })
    const found = await context.services.attachments?.read(attachment)
    if (!found)
      throw new ToolyardError('not_found', `no file "${attachment}" is attached in this conversation`, {
        hint: 'Take the handle from the message that it came with.',
      })
    const stretch = { start: 0, end: 0, insert: Buffer.from(found.bytes) }
    const saved = await saveChange(context, {
      request: path,
      before: undefined,
      stretch,
      expected: 'nothing',
      mode: 'create',
    })
    return {
      path: saved.shown,
      bytes: saved.size,
      media_type: found.mediaType,
      can_undo: saved.canUndo,
    }
  },
})
