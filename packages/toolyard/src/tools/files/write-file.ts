/** `write_file`: writes a file whole, or at its end. */
import { Buffer } from 'node:buffer'
import { z } from 'zod'
import { defineTool, type ToolContext } from '../../define/index.ts'
import { fileKindOf, type OpenFile, type WriteMode } from '../../host/index.ts'
import { cutFields } from '../output-lib/cut-fields.ts'
import { decodeText, encodeText } from './lib/decode-text.ts'
import { countNewlines } from './lib/newline-counter.ts'
import { pathAliases, pathResources } from './lib/path-resource.ts'
import { digestBytes, ledgerOf, neverRead, requireFresh } from './lib/read-ledger.ts'
import { saveChange } from './lib/save-change.ts'
import { requireNamed } from './lib/secret-files.ts'
import { shortDiff } from './lib/short-diff.ts'
import { type Stretch, stretchBetween } from './lib/stretch.ts'

/** A larger file is written over without a diff and without a way back. */
const maxKnownBytes = 64 * 1024 * 1024
/** Lines of a new file that are shown: the caller knows its content. */
const newFileLines = 10

const outputSchema = z.strictObject({
  path: z.string(),
  created: z.boolean(),
  bytes: z.int().describe('Of the whole file'),
  lines: z.int().optional().describe('Of the whole file; absent if it is too large to count'),
  diff: z.string().describe('Shortened; empty if the file may hold secrets'),
  can_undo: z.boolean(),
  ...cutFields,
})

type WriteFileOutput = z.output<typeof outputSchema>

export default defineTool({
  name: 'write_file',
  description:
    'Write a file whole. Parent folders are made. A file that exists must have been read in this conversation first; use edit_file to change parts of it. mode "create" fails where the file exists, "append" adds at its end.',
  category: 'files',
  permission: 'write',
  effects: 'local_state',
  tags: ['files', 'write'],
  aliases: pathAliases,
  examples: [
    { input: { path: 'notes/todo.md', content: '# To do\n' } },
    { input: { path: 'notes/log.txt', content: 'done\n', mode: 'append' } },
  ],
  inputSchema: z.strictObject({
    path: z.string().min(1).describe('The file, relative to the workspace or absolute inside it'),
    content: z.string().describe('The text to write'),
    mode: z
      .enum(['overwrite', 'create', 'append'])
      .default('overwrite')
      .describe('overwrite: the whole file; create: only where there is none; append: at its end'),
  }),
  resources: ({ path }, { workspace }) => pathResources(path, 'write', workspace),
  outputSchema,
  render: (output) => describe(output),

  async execute({ path, content, mode }, context): Promise<WriteFileOutput> {
    const { files } = context.host
    const target = files.resolve(path, 'write')
    requireNamed(files, path, target.path)
    const bytes = Buffer.from(content)
    if (!target.exists || mode === 'create') return create(context, path, bytes)
    using file = files.openRead(path)
    const before = file.size <= maxKnownBytes ? await file.readPart(0, file.size) : undefined
    if (mode === 'overwrite') await requireSeen(context, file, before)
    return await replace(context, { path, bytes, mode, file, before })
  },
})

async function requireSeen(context: ToolContext, file: OpenFile, before: Buffer | undefined): Promise<void> {
  const seen = (await ledgerOf(context)).get(file.path)
  if (seen) requireFresh(seen, file, () => (before ? digestBytes(before) : ''))
  else if ((context.host.settings.readFirst ?? ['write']).includes('write')) throw neverRead(file.shown)
}

async function create(context: ToolContext, path: string, bytes: Buffer): Promise<WriteFileOutput> {
  const stretch: Stretch = { start: 0, end: 0, insert: bytes }
  const saved = await saveChange(context, { request: path, before: undefined, stretch, expected: 'nothing' })
  const { text } = shortDiff(Buffer.alloc(0), stretch, newFileLines)
  return answer(context, saved, { lines: linesIn(bytes), diff: text })
}

interface FileReplacement {
  readonly path: string
  readonly bytes: Buffer
  readonly mode: WriteMode
  readonly file: OpenFile
  readonly before: Buffer | undefined
}

async function replace(
  context: ToolContext,
  { path, bytes, mode, file, before }: FileReplacement,
): Promise<WriteFileOutput> {
  if (!before) {
    const written = await context.host.files.write(path, [bytes], { mode, expected: file.stamp })
    const ledger = await ledgerOf(context)
    ledger.note(written, mode === 'append' ? undefined : digestBytes(bytes), context.clock.wall())
    const lines = mode === 'append' ? undefined : linesIn(bytes)
    return answer(context, { ...written, canUndo: false }, { lines, diff: '' })
  }
  const change = mode === 'append' ? appended(before, bytes) : overwritten(before, bytes)
  const { stretch, text, textStretch, lines } = change
  const saved = await saveChange(context, { request: path, before, stretch, expected: file.stamp, mode })
  return answer(context, saved, { lines, diff: text ? shortDiff(text, textStretch).text : '' })
}

interface FileRewrite {
  readonly stretch: Stretch
  /** The text before, as UTF-8, and its diff; undefined if it was not text. */
  readonly text: Buffer | undefined
  readonly textStretch: Stretch
  readonly lines: number
}

function overwritten(before: Buffer, bytes: Buffer): FileRewrite {
  const text = textOf(before)
  const textStretch = stretchBetween(text ?? before, bytes)
  const stretch = text === before ? textStretch : stretchBetween(before, bytes)
  return { stretch, text, textStretch, lines: linesIn(bytes) }
}

/** In the encoding that the file has. */
function appended(before: Buffer, bytes: Buffer): FileRewrite {
  const kind = fileKindOf(before)
  const insert = kind.kind === 'text' ? encodeText(bytes.toString(), kind.encoding) : bytes
  const text = textOf(before)
  const length = text?.length ?? 0
  return {
    stretch: { start: before.length, end: before.length, insert },
    text,
    textStretch: { start: length, end: length, insert: bytes },
    lines: linesIn(Buffer.concat([text ?? before, bytes])),
  }
}

function textOf(before: Buffer): Buffer | undefined {
  const kind = fileKindOf(before)
  if (kind.kind !== 'text') return undefined
  return kind.encoding === 'utf8' ? before : Buffer.from(decodeText(before.subarray(kind.bom), kind.encoding))
}

function answer(
  { host }: ToolContext,
  saved: { path: string; shown: string; created: boolean; size: number; canUndo: boolean },
  { lines, diff }: { readonly lines: number | undefined; readonly diff: string },
): WriteFileOutput {
  const { path, shown, created, size, canUndo } = saved
  const secret = host.files.isSensitive(path)
  return { path: shown, created, bytes: size, lines, diff: secret ? '' : diff, can_undo: canUndo }
}

function linesIn(bytes: Buffer): number {
  return countNewlines(bytes) + (bytes.length > 0 && bytes.at(-1) !== 10 ? 1 : 0)
}

function describe({ path, created, bytes, lines, diff, can_undo: canUndo }: WriteFileOutput): string {
  const length = lines === undefined ? '' : `, ${lines} ${lines === 1 ? 'line' : 'lines'}`
  const facts = `${created ? 'Created' : 'Wrote'} ${path}: ${bytes} bytes${length}.`
  return [facts, ...(canUndo ? [] : ['This can not be undone.']), diff].filter(Boolean).join('\n')
}
