/** Makes the calls whose ids it is given, and says of each how it ended. It is killed at any moment. */
import { appendFileSync, readFileSync, writeSync } from 'node:fs'
import { createToolyard, defineTool } from 'toolyard'

const [database = '', effects = '', orders = ''] = process.argv.slice(2)
/** Calls that are under way at once. */
const lanes = 8

const charge = defineTool({
  name: 'charge',
  description: 'Has an effect that can be counted from outside.',
  permission: 'external',
  effects: 'network',
  inputSchema: { id: String },
  async execute({ id }) {
    appendFileSync(effects, `${id}\n`)
    // An effect and its end are seldom one moment.
    if (id.endsWith('3')) await new Promise((resolve) => setTimeout(resolve, 2))
    return `charged ${id}`
  },
})
const look = defineTool({
  name: 'look',
  description: 'Only reads.',
  permission: 'read',
  effects: 'none',
  inputSchema: { id: String },
  execute: ({ id }) => id,
})

const yard = await createToolyard({ database, tools: [charge, look], toolIndex: false })
writeSync(1, 'ready\n')
const ids = readFileSync(orders, 'utf8').split('\n').filter(Boolean)
const next = ids.values()
await Promise.all(
  Array.from({ length: lanes }, async () => {
    for (const id of next) {
      const { status } = await yard.call('charge', { id }, { callId: id })
      writeSync(1, `${id} ${status}\n`)
      await yard.call('look', { id })
    }
  }),
)
await yard.close()
writeSync(1, 'done\n')
