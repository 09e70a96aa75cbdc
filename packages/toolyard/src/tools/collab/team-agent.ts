/** `team_agent`: asks another agent and answers what it says. */
import { z } from 'zod'
import { defineTool } from '../../define/index.ts'
import { ToolyardError } from '../../kernel/index.ts'
import { cutFields } from '../output-lib/cut-fields.ts'
import { agentsOf, answered, waitMs } from './lib/agents.ts'

export default defineTool({
  name: 'team_agent',
  description:
    'Ask another agent and wait for its answer. It has none of this conversation: put everything that it must know into the message. To go on with it, name the thread that its answer names.',
  category: 'collab',
  permission: 'external',
  effects: 'db_write',
  timeoutMs: waitMs,
  tags: ['agent', 'ask', 'delegate', 'resumes'],
  inputSchema: z.strictObject({
    agent: z.string().min(1).max(100).describe('Name of the agent'),
    message: z.string().min(1).max(100_000).describe('What you ask or tell it'),
    thread: z.string().min(1).max(200).optional().describe('The conversation with it to go on with'),
  }),
  outputSchema: z.strictObject({
    agent: z.string(),
    thread: z.string().describe('To go on with'),
    answer: z.string(),
    ...cutFields,
  }),
  resources: ({ agent }) => [{ kind: 'name', id: agent, access: 'read' }],

  async execute({ agent, message, thread }, context) {
    if (agent === context.agent && thread === undefined)
      throw new ToolyardError('invalid_arguments', `agent: "${agent}" is you`, {
        hint: 'Name another agent, or use spawn for another one like you.',
      })
    const agents = agentsOf(context)
    const run = await agents.start({ agent, task: message, threadId: thread, report: false })
    const text = answered(await agents.wait(run.runId, context.signal))
    return { agent: run.agent, thread: run.threadId, answer: text }
  },

  render({ agent, thread, answer }) {
    return `${answer}\n\n[agent "${agent}", thread ${thread}]`
  },
})
