/** A process of its own: removes every second repetition of a series, `remove-days.ts FOLDER ID FIRST`, once it is told to. */
import { once } from 'node:events'
import { openYard } from './shared-calendar.ts'

const [folder = '', id = '', first = ''] = process.argv.slice(2)
const yard = await openYard(folder)
process.send?.('ready')
await once(process, 'message')
for (let day = Number(first); day <= 20; day += 2) {
  const occurrence = `2027-06-${String(day).padStart(2, '0')}`
  const { error } = await yard.call('schedule', { action: 'remove', id, occurrence, tz: 'UTC' })
  if (error) throw new Error(error.message)
}
await yard.close()
process.disconnect()
