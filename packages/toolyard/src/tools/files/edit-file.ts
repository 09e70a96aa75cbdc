/** `edit_file`: replaces text in a file; every other byte stays. */
import { Buffer } from 'node:buffer'
import { z } from 'zod'
import { defineTool, type ToolContext } from '../../define/index.ts'
import { fileKindOf, type OpenFile } from '../../host/index.ts'
import { ToolyardError } from '../../kernel/index.ts'
import { cutFields } from '../output-lib/cut-fields.ts'
import { editText, type NamedEdit } from './lib/edit-text.ts'
import { pathAliases, pathResources } from './lib/path-resource.ts'
import { digestBytes, ledgerOf, neverRead, requireFresh } from './lib/read-ledger.ts'
import { saveChange } from './lib/save-change.ts'
import { requireNamed } from './lib/secret-files.ts'
import { shortDiff } from './lib/short-diff.ts'

const maxBytes = 256 * 1024 * 1024

const oldString = z.string().min(1).describe('The text to replace, exactly as it is in the file')
const newString = z.string().describe('The text to put in its place')
const replaceAll = z.boolean().default(false).describe('Replace every occurrence')

const outputSchema = z.strictObject({
  path: z.string(),
  replacements: z.int(),
  added: z.int().describe('Lines'),
  removed: z.int().describe('Lines'),
  matching: z
    .array(z.enum(['exact', 'indentation', 'typography', 'both']))
    .describe('How each old_string was found'),
  diff: z.string().describe('Shortened; empty if the file may hold secrets'),
  can_undo: z.boolean(),
  ...cutFields,
})

type EditFileOutput = z.output<typeof outputSchema>

export default defineTool({
  name: 'edit_file',
  description:
    'Replace text in a file. old_string must be there exactly once (or set replace_all); give enough lines around it to make it unique. Several changes of one file go into edits, in order, all or nothing. Line endings and everything else in the file stay.',
  category: 'files',
  permission: 'write',
  effects: 'local_state',
  tags: ['files', 'write'],
  aliases: {
    ...pathAliases,
    oldString: 'old_string',
    old_text: 'old_string',
    newString: 'new_string',
    new_text: 'new_string',
    replaceAll: 'replace_all',
  },
  examples: [
    { input: { path: 'src/index.ts', old_string: 'const limit = 10', new_string: 'const limit = 20' } },
    {
      input: {
        path: 'src/index.ts',
        edits: [
          { old_string: 'oldName(', new_string: 'newName(', replace_all: true },
          { old_string: "'1.0.0'", new_string: "'1.1.0'" },
        ],
      },
    },
  ],
  inputSchema: z.strictObject({
    path: z.string().min(1).describe('The file, relative to the workspace or absolute inside it'),
    old_string: z
      .string()
      .optional()
      .describe('The text to replace, exactly as it is in the file; empty to write a new file'),
    new_string: newString.optional(),
    replace_all: replaceAll,
    edits: z
      .array(z.strictObject({ old_string: oldString, new_string: newString, replace_all: replaceAll }))
      .min(1)
      .max(100)
      .optional()
      .describe('Several replacements, in order, instead of old_string and new_string'),
  }),
  resources: ({ path }, { workspace }) => pathResources(path, 'write', workspace),
  outputSchema,
  render: (output) => describe(output),

  async execute({ path, old_string, new_string, replace_all, edits }, context): Promise<EditFileOutput> {
    const { files } = context.host
    const { exists } = files.resolve(path, 'write')
    if (old_string === '' && new_string !== undefined && !edits && !exists)
      return await fill(context, new_string, { path, file: undefined })
    using file = files.openRead(path)
    requireNamed(files, path, file.path)
    if (file.size > maxBytes)
      throw new ToolyardError(
        'tool_failed',
        `"${file.shown}" has ${file.size} bytes; ${maxBytes} can be edited`,
      )
    if (old_string === '' && new_string !== undefined && !edits && file.size === 0)
      return await fill(context, new_string, { path, file })
    const wanted = edits ?? [{ old_string, new_string, replace_all }]
    const named = wanted.map((edit, index) => checkEdit(edit, edits ? `edits[${index}].` : ''))
    if (edits && (old_string !== undefined || new_string !== undefined))
      throw new ToolyardError('invalid_arguments', 'edits and old_string or new_string are both given', {
        hint: 'Put every replacement into edits.',
      })
    return await change(context, file, { path, edits: named })
  },
})

function checkEdit(
  edit: { old_string?: string | undefined; new_string?: string | undefined; replace_all: boolean },
  prefix: string,
): NamedEdit {
  const { old_string, new_string, replace_all } = edit
  if (old_string === undefined || new_string === undefined)
    throw new ToolyardError('invalid_arguments', 'old_string and new_string are both needed', {
      hint: 'Send path, old_string and new_string, or path and edits.',
    })
  if (old_string === '')
    throw new ToolyardError('invalid_arguments', `${prefix}old_string is empty, and the file is not`, {
      hint: 'Send the text to replace, or use write_file to write the file whole.',
    })
  if (old_string === new_string)
    throw new ToolyardError('invalid_arguments', `${prefix}old_string and new_string are the same`, {
      hint: 'Nothing would change; send another new_string.',
    })
  return { old_string, new_string, replace_all, subject: `${prefix}old_string` }
}

/** A file that is not there yet, or has nothing in it. */
async function fill(
  context: ToolContext,
  text: string,
  { path, file }: { readonly path: string; readonly file: OpenFile | undefined },
): Promise<EditFileOutput> {
  const stretch = { start: 0, end: 0, insert: Buffer.from(text) }
  const before = file && Buffer.alloc(0)
  const saved = await saveChange(context, {
    request: path,
    before,
    stretch,
    expected: file?.stamp ?? 'nothing',
  })
  const { added, removed, text: diff } = shortDiff(Buffer.alloc(0), stretch)
  const { shown, canUndo } = saved
  const secret = context.host.files.isSensitive(saved.path)
  return {
    path: shown,
    replacements: 1,
    added,
    removed,
    matching: ['exact'],
    diff: secret ? '' : diff,
    can_undo: canUndo,
  }
}

async function change(
  context: ToolContext,
  file: OpenFile,
  { path, edits }: { readonly path: string; readonly edits: readonly NamedEdit[] },
): Promise<EditFileOutput> {
  const { files, settings } = context.host
  const before = await file.readPart(0, file.size)
  const seen = (await ledgerOf(context)).get(file.path)
  if (seen) requireFresh(seen, file, () => digestBytes(before))
  else if (settings.readFirst?.includes('edit')) throw neverRead(file.shown)
  const kind = fileKindOf(before)
  if (kind.kind !== 'text')
    throw new ToolyardError('tool_failed', `"${file.shown}" is not text and can't be edited`, {
      hint: 'Only text files can be edited.',
    })
  const secret = files.isSensitive(file.path)
  const edited = secret ? withoutDetails(() => editText(before, kind, edits)) : editText(before, kind, edits)
  const saved = await saveChange(context, {
    request: path,
    before,
    stretch: edited.stretch,
    expected: file.stamp,
  })
  const { added, removed, text } = shortDiff(edited.text, edited.textStretch)
  return {
    path: saved.shown,
    replacements: edited.replacements,
    added,
    removed,
    matching: [...edited.matching],
    diff: secret ? '' : text,
    can_undo: saved.canUndo,
  }
}

/** What is near to a text that was not found is not told of a file that may hold secrets. */
function withoutDetails<T>(edit: () => T): T {
  try {
    return edit()
  } catch (error) {
    if (!ToolyardError.isInstance(error) || error.code !== 'no_match') throw error
    throw new ToolyardError('no_match', 'the text to replace is not there, or there more than once', {
      hint: 'Read the file, then send the text exactly as it is there.',
    })
  }
}

function describe({
  path,
  replacements,
  added,
  removed,
  matching,
  diff,
  can_undo: canUndo,
}: EditFileOutput): string {
  const count = `${replacements} ${replacements === 1 ? 'replacement' : 'replacements'}`
  const notes = [
    ...(matching.some((one) => one === 'indentation' || one === 'both')
      ? ['Found with other indentation; the new lines follow the file.']
      : []),
    ...(matching.some((one) => one === 'typography' || one === 'both')
      ? ['Found with other quotes, dashes or spaces.']
      : []),
    ...(canUndo ? [] : ['This can not be undone.']),
  ]
  return [`Edited ${path}: ${count}, +${added} -${removed} lines.`, ...notes, diff].filter(Boolean).join('\n')
}
