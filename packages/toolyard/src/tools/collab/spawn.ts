/** `spawn`: a sub-agent that works in the background. */
import { z } from 'zod'
import { defineTool } from '../../define/index.ts'
import { cutFields } from '../output-lib/cut-fields.ts'
import { agentsOf, answered, waitMs } from './lib/agents.ts'

export default defineTool({
  name: 'spawn',
  description:
    'Start a sub-agent on a task of its own. It works in the background and its result arrives as a message; with wait the call answers with the result instead. It has none of this conversation and no tool that you lack: put everything that it must know into the task. Use it for work that can be done apart, not for a single call of a tool.',
  category: 'collab',
  permission: 'external',
  effects: 'db_write',
  timeoutMs: waitMs,
  tags: ['agent', 'background', 'delegate', 'resumes'],
  inputSchema: z.strictObject({
    task: z.string().min(1).max(100_000).describe('What it is to do, with everything that it must know'),
    label: z.string().max(80).optional().describe('A few words by which you know it again'),
    agent: z.string().max(100).optional().describe('Name of the agent; another one like you by default'),
    wait: z.boolean().default(false).describe('Wait for the result'),
  }),
  outputSchema: z.strictObject({
    agent: z.string(),
    run: z.string().describe('Id of its run'),
    thread: z.string().describe('Its conversation'),
    answer: z.string().optional().describe('With wait: its result'),
    ...cutFields,
  }),
  resources: ({ agent }) => (agent === undefined ? [] : [{ kind: 'name', id: agent, access: 'read' }]),

  async execute({ task, label, agent, wait }, context) {
    const agents = agentsOf(context)
    const run = await agents.start({ task, label, agent, report: !wait })
    const about = { agent: run.agent, run: run.runId, thread: run.threadId }
    if (!wait) return about
    return { ...about, answer: answered(await agents.wait(run.runId, context.signal)) }
  },

  render({ agent, run, answer }) {
    return (
      answer ??
      `Agent "${agent}" is at work (run ${run}). Its result will arrive as a message; go on with something else meanwhile.`
    )
  },
})
