/** `durable-process.ts FOLDER URL [PROMPT]`: works in the folder with the model server at the URL; starts a run if a prompt is given. */
import { openDurable } from '../agents/durable-yard.ts'
import { durableSettings } from './durable-settings.ts'

const [folder = '', url = '', prompt] = process.argv.slice(2)
const yard = await openDurable(folder, durableSettings(url))
if (prompt !== undefined) {
  const run = await yard.runs.start({ agent: 'worker', prompt, runId: 'run_1', threadId: 'thread_1' })
  for await (const event of run.events) process.stdout.write(`${JSON.stringify(event)}\n`)
}
setInterval(() => {}, 1000)
