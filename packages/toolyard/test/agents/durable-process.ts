/**
 * `durable-process.ts FOLDER [AGENT RUN [MOMENT]]`: works in the folder; starts a run if one is named, and dies at the moment. What is in
 * the folder under `attached.png` goes with its prompt.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openDurable } from './durable-yard.ts'

const [folder = '', agent, runId, moment] = process.argv.slice(2)
const yard = await openDurable(folder)
process.on('SIGTERM', () => void yard.close().then(() => process.exit(0)))
if (moment !== undefined) writeFileSync(join(folder, 'die'), `${moment} ${process.pid}`)
if (agent !== undefined) {
  const file = join(folder, 'attached.png')
  const picture = existsSync(file)
    ? [{ type: 'image', data: readFileSync(file), name: 'attached.png' } as const]
    : []
  const prompt = picture.length > 0 ? [{ type: 'text', text: 'Go.' } as const, ...picture] : 'Go.'
  const run = await yard.runs.start({ agent, prompt, runId, threadId: `thread of ${runId}` })
  for await (const event of run.events) process.stdout.write(`${JSON.stringify(event)}\n`)
  await run.done
}
setInterval(() => {}, 1000)
