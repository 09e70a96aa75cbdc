/** `undo`: takes back what calls of this conversation changed in files. */
import { Buffer } from 'node:buffer'
import { z } from 'zod'
import { defineTool, type ToolContext } from '../../define/index.ts'
import type { FileChange, FileStamp, OpenFile } from '../../host/index.ts'
import { ToolyardError } from '../../kernel/index.ts'
import { cutFields } from '../output-lib/cut-fields.ts'
import { digestBytes, ledgerOf } from './lib/read-ledger.ts'
import { shortDiff } from './lib/short-diff.ts'
import { contentOf, stretchBetween } from './lib/stretch.ts'

const undone = z.strictObject({
  path: z.string(),
  action: z.enum(['restored', 'removed']),
  calls: z.array(z.string()).describe('Ids of the calls'),
  diff: z.string().describe('Shortened; empty if the file is removed or may hold secrets'),
})

const outputSchema = z.strictObject({ files: z.array(undone), ...cutFields })

type UndoneFile = z.output<typeof undone>
type UndoOutput = z.output<typeof outputSchema>

export default defineTool({
  name: 'undo',
  description:
    'Take back what write_file and edit_file changed in this conversation: the last call, the last calls by count, or one call by its id. Refused where a file has changed since. preview shows what would change.',
  category: 'files',
  permission: 'write',
  effects: 'local_state',
  tags: ['files', 'write'],
  examples: [{ input: { preview: true } }, { input: { count: 2 } }],
  inputSchema: z.strictObject({
    call_id: z.string().min(1).optional().describe('The call whose changes to take back'),
    count: z.int().min(1).max(100).default(1).describe('How many calls to take back, the newest first'),
    preview: z.boolean().default(false).describe('Only show what would change'),
  }),
  permissionFor: ({ preview }) =>
    preview ? { permission: 'read', effects: 'none' } : { permission: 'write', effects: 'local_state' },
  outputSchema,
  render: (output, { preview }) => describe(output, preview),

  async execute({ call_id, count, preview }, context): Promise<UndoOutput> {
    const { changes } = context.host
    const threadId = context.thread.id
    const found = newestCalls(
      await changes.list({ threadId, callId: call_id }),
      call_id === undefined ? count : 1,
    )
    if (found.length === 0)
      throw new ToolyardError(
        'not_found',
        call_id === undefined
          ? 'there is nothing to undo in this conversation'
          : `call "${call_id}" changed no file that can be restored`,
        {
          hint: 'Only changes by write_file and edit_file in this conversation can be undone, while they are kept.',
        },
      )
    const plans: UndoPlan[] = []
    for (const [path, ofPath] of Map.groupBy(found, (change) => change.path))
      plans.push(await planFor(context, path, ofPath))
    if (!preview) for (const plan of plans) await restore(context, plan)
    return { files: plans.map((plan) => toldOf(context, plan)) }
  },
})

/** What to do with one file. */
interface UndoPlan {
  readonly path: string
  readonly shown: string
  readonly changes: readonly FileChange[]
  readonly now: Buffer
  /** The content to restore; undefined if the file is to be removed. */
  readonly earlier: Buffer | undefined
  readonly expected: FileStamp
}

/** Goes back change by change, each checked against the content that it left. */
async function planFor(
  context: ToolContext,
  path: string,
  changes: readonly FileChange[],
): Promise<UndoPlan> {
  using file = openStill(context, path)
  const now = await file.readPart(0, file.size)
  let earlier: Buffer | undefined = now
  for (const { after, before, start, length } of changes) {
    if (earlier === undefined || digestBytes(earlier) !== after)
      throw new ToolyardError('stale_file', `"${file.shown}" has changed since; nothing was undone`, {
        hint: 'Read the file and change it by hand.',
      })
    earlier =
      before && Buffer.concat(contentOf(earlier, { start, end: start + length, insert: Buffer.from(before) }))
  }
  return { path, shown: file.shown, changes, now, earlier, expected: file.stamp }
}

function openStill({ host }: ToolContext, path: string): OpenFile {
  try {
    return host.files.openRead(path)
  } catch (error) {
    if (!ToolyardError.isInstance(error) || error.code !== 'not_found') throw error
    throw new ToolyardError('stale_file', `"${path}" is no longer there; nothing was undone`, {
      hint: 'Write the file again by hand.',
    })
  }
}

async function restore(context: ToolContext, { path, changes, earlier, expected }: UndoPlan): Promise<void> {
  const { files, changes: kept } = context.host
  const ledger = await ledgerOf(context)
  if (earlier === undefined) {
    files.remove(path, expected)
    ledger.forget(path)
  } else {
    const written = await files.write(path, [earlier], { expected })
    ledger.note(written, digestBytes(earlier), context.clock.wall())
  }
  await kept.forget(changes.map(({ id }) => id))
}

function toldOf({ host }: ToolContext, { path, shown, changes, now, earlier }: UndoPlan): UndoneFile {
  const secret = host.files.isSensitive(path)
  const stretch = stretchBetween(now, earlier ?? Buffer.alloc(0))
  return {
    path: shown,
    action: earlier === undefined ? 'removed' : 'restored',
    calls: [...new Set(changes.map(({ callId }) => callId))],
    diff: secret || earlier === undefined ? '' : shortDiff(now, stretch).text,
  }
}

function describe({ files }: UndoOutput, preview: boolean): string {
  const told = files.map(({ path, action, diff }) => {
    const done = preview ? `Would be ${action}` : action === 'removed' ? 'Removed' : 'Restored'
    return [`${done}: ${path}`, diff].filter(Boolean).join('\n')
  })
  return told.join('\n')
}

/** The changes of the newest calls: one call may have changed several files. */
function newestCalls(changes: readonly FileChange[], count: number): readonly FileChange[] {
  const calls = new Set(changes.map(({ callId }) => callId))
  const newest = new Set([...calls].slice(0, count))
  return changes.filter(({ callId }) => newest.has(callId))
}
