/** `toolyard agent runs [NAME]`: what agents did, newest first. */
import type { RunStatus } from '../../../store/index.ts'
import type { CommandRun } from '../../command.ts'
import { oneLine } from '../../terminal/call-words.ts'
import { type Column, table } from '../../terminal/table.ts'
import { ago } from '../../terminal/times.ts'
import { openYard } from '../../yard/open-yard.ts'
import { runStatusText } from '../runs/run-words.ts'
import type { AgentRunsOptions } from './runs.ts'

const shape: readonly Column[] = [
  { head: 'run', below: '' },
  { head: 'agent', least: 12 },
  { head: 'status' },
  { head: 'started' },
  { head: 'thread', below: 'in' },
  { head: 'task', least: 24 },
]

export const listRuns: CommandRun<AgentRunsOptions> = async ({ name, limit = 20 }, context) => {
  const { terminal, flags } = context
  const { yard } = await openYard(context, { servers: 'come' })
  await using _ = yard
  const agent = name === undefined ? undefined : (await yard.agents.find(name)).name
  const runs = await yard.runs.list({ agent, limit })
  if (flags.jsonOutput) terminal.printJson({ runs })
  else if (runs.length === 0) terminal.print('No runs yet. Start one: toolyard agent run NAME "what to do"')
  else {
    const now = Date.now()
    const status = (of: RunStatus): string => runStatusText(of, terminal.style)
    terminal.print(
      table(
        runs.map((run) => [
          terminal.style('dim', run.id),
          `${'  '.repeat(run.depth)}${terminal.style('cyan', oneLine(run.agent))}`,
          status(run.status),
          ago(run.startedAt, now),
          terminal.style('dim', oneLine(run.threadId)),
          oneLine(run.label ?? run.task, 200),
        ]),
        shape,
        terminal,
      ),
    )
  }
  return 0
}
