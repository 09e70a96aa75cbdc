/** `killed-process.ts ENVIRONMENT URL`: begins the run that it is told of, and kills itself before the first call is made. */
import { ToolyardError } from 'toolyard'
import { openYard } from './agent-doors.ts'
import type { DoorEnvironment } from './door-parts.ts'
import { modelsAt } from './killed-model.ts'

const [given = '{}', url = ''] = process.argv.slice(2)
const yard = await openYard(JSON.parse(given) as DoorEnvironment, {
  ...modelsAt(url),
  // It takes up no run of others; the one that it is told of begins here, because of the signal.
  engine: { work: false },
  hooks: [
    {
      name: 'dies',
      type: 'PRE_TOOL_USE',
      handler: () => void process.kill(process.pid, 'SIGKILL'),
    },
  ],
})
process.on('disconnect', () => process.exit())
process.on('message', ({ agent, runId, model }: { agent: string; runId: string; model: string }) => {
  const { signal } = new AbortController()
  yard.runs.start({ agent, prompt: 'Go.', runId, model, signal }).catch((error: unknown) => {
    process.send?.(ToolyardError.isInstance(error) ? error.toModelText() : String(error))
  })
})
