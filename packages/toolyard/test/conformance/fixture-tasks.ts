/** The tools that the official conformance suite calls as tasks. */
import { setTimeout as sleep } from 'node:timers/promises'
import { type AnyTool, defineTool, type ToolService, ToolyardError } from 'toolyard'

const facts = { permission: 'read', effects: 'none', category: 'conformance' } as const
const confirm = { type: 'object', properties: { confirm: { type: 'boolean' } } } as const
const nameAndConfirm = {
  type: 'object',
  properties: { name: { type: 'string' }, confirm: { type: 'boolean' } },
} as const

export const taskTools: readonly AnyTool[] = [
  defineTool({
    ...facts,
    name: 'greet',
    description: 'Greets.',
    inputSchema: { name: String },
    execute: ({ name }) => `Hello, ${name}!`,
  }),
  defineTool({
    ...facts,
    name: 'slow_compute',
    description: 'Takes some seconds.',
    taskSupport: 'optional',
    inputSchema: { seconds: Number, label: String },
    async execute({ seconds, label }, { signal }) {
      await sleep(seconds * 1000, undefined, { signal })
      return `${label}: done`
    },
  }),
  defineTool({
    ...facts,
    name: 'failing_job',
    description: 'Fails after a while.',
    taskSupport: 'required',
    inputSchema: {},
    async execute() {
      await sleep(1000)
      throw new Error('This job always fails.')
    },
  }),
  defineTool({
    ...facts,
    name: 'protocol_error_job',
    description: 'Fails as if it were a fault of the server.',
    taskSupport: 'optional',
    inputSchema: {},
    execute() {
      throw new ToolyardError('internal', 'This job fails as the server would.')
    },
  }),
  defineTool({
    ...facts,
    name: 'confirm_delete',
    description: 'Asks before it goes on.',
    taskSupport: 'optional',
    inputSchema: { filename: String },
    async execute({ filename }, { ask }) {
      const answer = await ask({ question: `Delete ${filename}?`, schema: confirm })
      return answer.confirm === true ? `Deleted ${filename}.` : `Kept ${filename}.`
    },
  }),
  defineTool({
    ...facts,
    name: 'multi_input',
    description: 'Asks two things at once.',
    taskSupport: 'optional',
    inputSchema: {},
    async execute(_input, { ask }) {
      const questions = ['Who are you?', 'Who else?']
      const heard = await Promise.all(questions.map((question) => ask({ question, schema: nameAndConfirm })))
      return heard.map(({ name }) => name).join(', ')
    },
  }),
  defineTool({
    ...facts,
    name: 'greet_slowly',
    description: 'Greets after a while.',
    inputSchema: { name: String },
    async execute({ name }) {
      await sleep(200)
      return `Hello, ${name}!`
    },
  }),
]

/** A tool that asks first, and goes on in the background. */
export function addEscalation(yard: ToolService): void {
  yard.registry.register(
    defineTool({
      ...facts,
      name: 'test_tool_with_task',
      description: 'Asks for a name, then greets in the background.',
      inputSchema: {},
      async execute(_input, { ask, principal }) {
        const name = await ask({ question: 'What is your name?', name: 'user_name' })
        return yard.call('greet_slowly', { name }, { background: true, principal })
      },
    }),
  )
}
