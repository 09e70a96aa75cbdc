/** `task_broadcast`: one task for many agents. */
import { z } from 'zod'
import { type AgentAccess, defineTool, type SubRun } from '../../define/index.ts'
import { messageOf, ToolyardError } from '../../kernel/index.ts'
import { cutFields } from '../output-lib/cut-fields.ts'
import { agentsOf, waitMs } from './lib/agents.ts'

const mostAgents = 8

const rowSchema = z.strictObject({
  agent: z.string(),
  state: z.enum(['running', 'done', 'incomplete', 'failed', 'stopped', 'unknown', 'refused']),
  run: z.string().optional().describe('Id of its run'),
  answer: z.string().optional().describe('Its result, or why there is none'),
})

type RecipientRow = z.infer<typeof rowSchema>

export default defineTool({
  name: 'task_broadcast',
  description:
    'Give one task to several agents at once, named or chosen by tags. Answers a row for each with its state; results arrive as messages, or with wait in the answer. Use it where several views or parallel hands help, not to ask one agent.',
  category: 'collab',
  permission: 'write',
  effects: 'db_write',
  timeoutMs: waitMs,
  tags: ['agent', 'parallel', 'delegate', 'resumes'],
  inputSchema: z.strictObject({
    task: z.string().min(1).max(100_000).describe('What each is to do, with everything that it must know'),
    agents: z
      .array(z.string().min(1).max(100))
      .min(1)
      .max(mostAgents)
      .optional()
      .describe('Names of the agents'),
    tags: z
      .array(z.string().min(1))
      .min(1)
      .optional()
      .describe('Instead of names: all agents that have one of these tags'),
    wait: z.boolean().default(false).describe('Wait until all have finished'),
  }),
  outputSchema: z.strictObject({ batch: z.string(), rows: z.array(rowSchema), ...cutFields }),
  resources: ({ agents = [] }) => agents.map((id) => ({ kind: 'name', id, access: 'read' }) as const),

  async execute({ task, agents: names, tags, wait }, context) {
    const agents = agentsOf(context)
    const recipients = await recipientsOf(agents, { names, tags, self: context.agent })
    const batch = `batch_${context.callId}`
    const rows: RecipientRow[] = []
    for (const [index, agent] of recipients.entries()) {
      context.progress({ done: index, total: recipients.length, message: `starting ${agent}` })
      rows.push(await startOne(agents, { agent, task, batch, report: !wait }))
    }
    if (!wait) return { batch, rows }
    const finished = await Promise.all(
      rows.map(async (row) =>
        row.run === undefined ? row : rowOf(await agents.wait(row.run, context.signal)),
      ),
    )
    return { batch, rows: finished }
  },

  render({ rows }) {
    return rows
      .map(({ agent, state, run, answer }) =>
        [`${agent}: ${state}${run === undefined ? '' : ` (run ${run})`}`, ...(answer ? [answer] : [])].join(
          '\n',
        ),
      )
      .join('\n\n')
  },
})

interface RecipientQuery {
  readonly names: readonly string[] | undefined
  readonly tags: readonly string[] | undefined
  readonly self: string | undefined
}

async function recipientsOf(
  agents: AgentAccess,
  { names, tags, self }: RecipientQuery,
): Promise<readonly string[]> {
  if ((names === undefined) === (tags === undefined))
    throw new ToolyardError('invalid_arguments', 'give either agents or tags', {
      hint: 'agents names them; tags takes all that have one of them.',
    })
  if (names) return [...new Set(names)]
  const known = (await agents.list()).filter(({ name }) => name !== self)
  const tagged = known.filter((agent) => agent.tags.some((tag) => tags?.includes(tag)))
  if (tagged.length === 0)
    throw new ToolyardError('invalid_arguments', `no other agent has a tag of ${tags?.join(', ')}`, {
      hint: `Tags: ${[...new Set(known.flatMap((agent) => agent.tags))].join(', ') || 'none'}.`,
    })
  if (tagged.length > mostAgents)
    throw new ToolyardError(
      'invalid_arguments',
      `${tagged.length} agents have these tags, and a task goes to at most ${mostAgents}`,
      { hint: `Name some of them: ${tagged.map(({ name }) => name).join(', ')}.` },
    )
  return tagged.map(({ name }) => name)
}

/** One that can't start leaves the others alone. */
async function startOne(
  agents: AgentAccess,
  request: Parameters<AgentAccess['start']>[0],
): Promise<RecipientRow> {
  try {
    return rowOf(await agents.start(request))
  } catch (error) {
    if (ToolyardError.isInstance(error) && error.code === 'cancelled') throw error
    return { agent: request.agent ?? '', state: 'refused', answer: messageOf(error) }
  }
}

function rowOf({ agent, runId, status, text, error }: SubRun): RecipientRow {
  const said =
    status === 'incomplete' && text !== undefined ? `${error}; it had said: ${text}` : (error ?? text)
  const answer = status === 'running' ? undefined : said
  return { agent, state: status, run: runId, ...(answer !== undefined && { answer }) }
}
