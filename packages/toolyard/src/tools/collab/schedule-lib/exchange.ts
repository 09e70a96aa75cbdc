/**
 * `export` and `import`: iCalendar files of the workspace, or their text.
 *
 * @module
 */
import { Buffer } from 'node:buffer'
import type { ToolContext } from '../../../define/index.ts'
import { ToolyardError } from '../../../kernel/index.ts'
import { requireNamed } from '../../files/lib/secret-files.ts'
import { type ScheduleAction, eventOf, required } from './desk.ts'
import { importIcs, mostIcs } from './import-ics.ts'
import { productId, writeIcs } from './write-ics.ts'

/** In the answer; longer calendars go to a file. */
const mostInAnswer = 40_000

export const exportIcs: ScheduleAction = async ({ id, path }, { calendar, context }) => {
  const all = await calendar.list()
  const one = id === undefined ? undefined : eventOf(all, id)
  const events = one ? all.filter((event) => event.id === one.id || event.series === one.id) : all
  if (events.length === 0)
    throw new ToolyardError('not_found', 'the calendar is empty', { hint: 'Use add first.' })
  const ics = await writeIcs(events, context)
  const count = `${events.length} ${events.length === 1 ? 'event' : 'events'}`
  if (path !== undefined) {
    const { shown, size } = await writeFile(context, path, ics)
    return {
      text: `Wrote ${count} to ${shown}: ${size} bytes.`,
      data: { path: shown, count: events.length },
    }
  }
  if (ics.length > mostInAnswer)
    throw new ToolyardError('invalid_arguments', `path: ${count} are too long for an answer`, {
      hint: 'Give a path such as calendar.ics.',
    })
  return { text: ics, data: { ics, count: events.length } }
}

/** Over nothing but an earlier export. */
async function writeFile({ host: { files } }: ToolContext, path: string, ics: string) {
  const target = files.resolve(path, 'write')
  requireNamed(files, path, target.path)
  const bytes = Buffer.from(ics)
  if (!target.exists) return await files.write(path, [bytes], { mode: 'create' })
  using file = files.openRead(path)
  const head = (await file.readPart(0, Math.min(file.size, 200))).toString()
  if (!head.startsWith('BEGIN:VCALENDAR') || !head.includes(productId))
    throw new ToolyardError('invalid_arguments', `path: "${file.shown}" exists and is no calendar of ours`, {
      hint: 'Choose another name.',
    })
  return await files.write(path, [bytes], { mode: 'overwrite', expected: file.stamp })
}

export const importFile: ScheduleAction = async (input, desk) => {
  const { calendar, context, reading } = desk
  const ics = input.text ?? (await readFile(context, input.path ?? required(input, 'path')))
  const events = await calendar.list()
  const { zone } = reading
  const { save, remove, added, updated, notes } = await importIcs(ics, {
    events,
    zone,
    newId: () => desk.newId(),
    signal: context.signal,
  })
  const touched = new Set([...save.map(({ id }) => id), ...remove])
  const seen = events.filter(({ id }) => touched.has(id))
  if (save.length > 0) await calendar.change({ save, remove, seen })
  desk.notes.push(...notes)
  return { text: `Imported: ${added} added, ${updated} updated.`, data: { added, updated } }
}

async function readFile({ host: { files } }: ToolContext, path: string): Promise<string> {
  using file = files.openRead(path)
  requireNamed(files, path, file.path)
  if (file.size > mostIcs)
    throw new ToolyardError('invalid_arguments', `path: "${file.shown}" is larger than 1 MB`, {
      hint: 'Export a part of that calendar.',
    })
  return (await file.readPart(0, file.size)).toString()
}
