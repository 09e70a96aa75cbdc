/** Notes that agents keep about people: the tool `memory`, and what a run is told of them at its start. */
import type { Part } from '../part.ts'
import { memoryOf, seenBy } from './memory-access.ts'
import { Notes } from './notes.ts'
import { notesIndex } from './notes-index.ts'
import { outsideOf } from './outside.ts'

const toolName = 'memory'

export const memory: Part<never, Notes> = {
  name: 'memory',
  tools: { collab: { [toolName]: () => import('./memory-tool.ts') } },
  start(setup) {
    const { core, store, now, toolsOf } = setup
    const notes = new Notes({ records: store.records, redactor: core.redactor, now })
    return {
      api: notes,
      async brief({ agent: { name: agent }, runId: id, above, principal }) {
        const own = (await notes.list(principal)).filter(seenBy(agent))
        const tools = own.length === 0 ? [] : await toolsOf({ agent, run: { id, above } })
        const isUsed = tools.some(({ name, source }) => name === toolName && source === 'builtin')
        const index = isUsed ? notesIndex(own) : undefined
        return { sections: index === undefined ? [] : [index], notices: [] }
      },
      services: (caller) => ({ memory: memoryOf(notes, caller, () => outsideOf(setup, caller)) }),
    }
  },
}
