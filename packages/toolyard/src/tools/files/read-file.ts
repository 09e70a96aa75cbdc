/** `read_file`: lines of a text file with their numbers, or a picture. */
import { z } from 'zod'
import { defineTool, type ToolContext } from '../../define/index.ts'
import { fileKindOf, type OpenFile } from '../../host/index.ts'
import { ToolyardError, visibleText } from '../../kernel/index.ts'
import { type AnswerWith, answerWith } from '../output-lib/answer-with.ts'
import { cutFields } from '../output-lib/cut-fields.ts'
import { LineIndexes } from './lib/line-index.ts'
import { pathAliases, pathResources } from './lib/path-resource.ts'
import { readText, type TextWindow } from './lib/read-text.ts'
import { digestBytes, ledgerOf } from './lib/read-ledger.ts'
import { requireNamed } from './lib/secret-files.ts'

const defaultLimit = 2000
/** What fits beside its numbers into what a model is shown. */
const shownBytes = 48_000
/** What one call gives at most, if all is asked for. */
const maxBytes = 8 * 1024 * 1024
/** Up to this size a file is read at once, and known by its hash. */
const wholeBytes = 4 * 1024 * 1024
const maxImageBytes = 5 * 1024 * 1024

const outputSchema = z.strictObject({
  path: z.string(),
  text: z.string().optional().describe('Lines without their numbers'),
  first_line: z.int().optional().describe('Number of the first line, from 1'),
  total_lines: z.int().optional().describe('Lines of the file; absent if they were not counted'),
  next_offset: z.int().optional().describe('Where to read on'),
  mime_type: z.string().optional().describe('Of an image'),
  bytes: z.int().describe('Size of the file'),
  ...cutFields,
})

type ReadFileAnswer = AnswerWith<z.output<typeof outputSchema>>

export default defineTool({
  name: 'read_file',
  description:
    'Read a text file with line numbers, or look at an image (PNG, JPEG, GIF, WebP). Long files come in windows: go on with the offset that the answer names. Read a file before you change it.',
  category: 'files',
  permission: 'read',
  effects: 'none',
  idempotent: true,
  tags: ['files', 'read'],
  aliases: {
    ...pathAliases,
    should_read_entire_file: 'limit',
  },
  examples: [{ input: { path: 'README.md' } }, { input: { path: 'src/index.ts', offset: 1, limit: 50 } }],
  inputSchema: z.preprocess(
    fromFlag,
    z.strictObject({
      path: z.string().min(1).describe('The file, relative to the workspace or absolute inside it'),
      // Told as a default and not filled in: for some callers the first line is 0.
      offset: z.int().min(0).optional().meta({ default: 1, description: 'First line to read, from 1' }),
      limit: z.int().min(0).default(defaultLimit).describe('Lines to read at most; 0 for all'),
    }),
  ),
  outputSchema,
  resources: ({ path }, { workspace }) => pathResources(path, 'read', workspace),

  async execute({ path, offset: given, limit }, context): Promise<ReadFileAnswer> {
    const { files } = context.host
    // Callers that say `target_file` count lines from 0.
    const base = context.request.written?.get('path') === 'target_file' ? 0 : 1
    const offset = Math.max(1, (given ?? base) + 1 - base)
    using file = files.openRead(path)
    requireNamed(files, path, file.path)
    const isSmall = file.size <= wholeBytes
    const head = await file.readPart(0, isSmall ? file.size : shownBytes)
    const kind = fileKindOf(head)
    if (kind.kind === 'image') return await showImage(file, kind.mimeType)
    if (kind.kind === 'binary')
      throw new ToolyardError(
        'tool_failed',
        `"${file.shown}" is a ${kind.name} of ${file.size} bytes, not text`,
        { hint: 'Only text and images (PNG, JPEG, GIF, WebP) can be read.' },
      )
    const window = await readText(file, await indexesOf(context), {
      kind,
      head,
      secrets: context.host.secrets,
      offset,
      limit: limit === 0 ? Infinity : limit,
      maxBytes: limit === 0 ? maxBytes : shownBytes,
      signal: context.signal,
    })
    const ledger = await ledgerOf(context)
    ledger.note(file, isSmall ? digestBytes(head) : undefined, context.clock.wall())
    return answerOf(file, window, { offset, base })
  },
})

/** `should_read_entire_file`, which is an alias of `limit`, comes as a flag. */
function fromFlag(input: unknown): unknown {
  if (typeof input !== 'object' || input === null || !('limit' in input)) return input
  if (typeof input.limit !== 'boolean') return input
  return { ...input, limit: input.limit ? 0 : defaultLimit }
}

function indexesOf({ thread }: ToolContext): Promise<LineIndexes> {
  return thread.own('files.lines', () => new LineIndexes())
}

interface Count {
  /** The first line that was read, from 1. */
  readonly offset: number
  /** From which number the caller counts. */
  readonly base: number
}

function answerOf(file: OpenFile, window: TextWindow, { offset, base }: Count): ReadFileAnswer {
  const { lines, hasMore, totalLines, hasCutLine } = window
  return answerWith(present(file, window, { offset, base }), {
    path: file.shown,
    text: lines.join('\n'),
    first_line: offset,
    ...(totalLines !== undefined && { total_lines: totalLines }),
    ...(hasMore && { next_offset: offset + lines.length - 1 + base }),
    bytes: file.size,
    ...(hasCutLine && { truncated: true }),
  })
}

function present(file: OpenFile, window: TextWindow, { offset, base }: Count): string {
  const { lines, hasMore, totalLines } = window
  if (lines.length === 0)
    return file.size === 0 || totalLines === 0
      ? `[${file.shown} is empty]`
      : `No lines from line ${offset} on; the file has ${totalLines} lines.`
  const next = offset + lines.length
  const width = String(next - 1).length
  const numbered = lines.map((line, index) => `${String(offset + index).padStart(width)}\t${line}`)
  const text = visibleText(numbered.join('\n'))
  return hasMore ? `${text}\n\n[${moreText(file, window, { offset: next, base })}]` : text
}

/** Of a large file that was not counted yet, about how many. */
function moreText(file: OpenFile, { lines, bytes, totalLines }: TextWindow, count: Count): string {
  const { offset: next, base } = count
  const then = `continue with offset=${next - 1 + base}`
  if (totalLines !== undefined) return `${totalLines - next + 1} more lines; ${then}`
  const about = Math.max(1, Math.round((file.size / bytes) * lines.length) - next + 1)
  return `about ${about} more lines; ${then}`
}

async function showImage(file: OpenFile, mimeType: string): Promise<ReadFileAnswer> {
  if (file.size > maxImageBytes)
    throw new ToolyardError(
      'tool_failed',
      `"${file.shown}" is an image of ${file.size} bytes, which is more than ${maxImageBytes}`,
      { hint: 'Ask for a smaller version of it.' },
    )
  const bytes = await file.readPart(0, file.size)
  const text = `${file.shown}: ${mimeType}, ${bytes.length} bytes`
  const picture = { type: 'image', data: bytes.toString('base64'), mimeType } as const
  return answerWith([{ type: 'text', text }, picture], {
    path: file.shown,
    mime_type: mimeType,
    bytes: bytes.length,
  })
}
