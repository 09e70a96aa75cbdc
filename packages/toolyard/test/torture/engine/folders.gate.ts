/** Two workers on one database, each with a folder of its own: what belongs to a folder runs where the folder is. */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Children } from './child.ts'
import { type Gate, guarantee } from './gate.ts'
import { notedIn } from './log.ts'
import { untilCount } from './wait.ts'
import { addAgents, openYard, yardTerms } from './yard.ts'

export const gate: Gate = {
  title: 'two workers with different folders',
  places: ['embedded', 'postgres', 'fleet'],
  isGuarantee: true,
  async run({ place, isShort }) {
    await using children = new Children()
    const count = isShort ? 10 : 200
    const { log } = await yardTerms(place)
    for (const name of ['a', 'b']) {
      const workspace = join(place.folder, name)
      await mkdir(workspace)
      const terms = await yardTerms(place, workspace)
      const yard = await openYard(terms, false)
      const mark = { tool: 'mark', input: { text: '{{prompt}}' } }
      await addAgents(yard, workspace, { worker: [{ calls: [mark] }, { text: 'Done.' }] })
      await yard.close()
      const runs = Array.from({ length: count }, (_, index) => `${name}-${index}`)
      // Queued, by a process that does not work.
      await children.start('yard-process.ts', { ...terms, work: false, start: { agent: 'worker', runs } })
    }
    for (const name of ['a', 'b'])
      await children.start('yard-process.ts', await yardTerms(place, join(place.folder, name)))
    await untilCount(2 * count, () => Math.min(2 * count, notedIn(log).length), {
      what: 'calls that were made',
    })
    const wrong = notedIn(log).filter(({ id, fact }) => join(place.folder, id.split('-')[0] ?? '') !== fact)
    const problems = wrong.map(({ id, fact }) => `${id} ran in ${fact}`)
    const twice = notedIn(log).length - 2 * count
    if (twice > 0) problems.push(`${twice} calls too many`)
    return [guarantee('calls in the wrong folder', problems, { measured: `0 of ${2 * count}` })]
  },
}
