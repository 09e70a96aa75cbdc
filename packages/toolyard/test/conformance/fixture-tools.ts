/** The tools that the official conformance suite calls by name, written as any application writes its tools. */
import { setTimeout as sleep } from 'node:timers/promises'
import { type AnyTool, defineTool, type ToolService } from 'toolyard'

/** A picture of one red dot, and a sound of no length. */
const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=='
const wav = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA='

const image = { type: 'image', data: png, mimeType: 'image/png' }
const resource = (uri: string, mimeType: string, text: string): object => ({
  type: 'resource',
  resource: { uri, mimeType, text },
})

const answers: Readonly<Record<string, readonly object[]>> = {
  test_simple_text: [{ type: 'text', text: 'This is a simple text response for testing.' }],
  test_image_content: [image],
  test_audio_content: [{ type: 'audio', data: wav, mimeType: 'audio/wav' }],
  test_embedded_resource: [
    resource('test://embedded-resource', 'text/plain', 'This is an embedded resource content.'),
  ],
  test_multiple_content_types: [
    { type: 'text', text: 'Multiple content types test:' },
    image,
    resource('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}'),
  ],
}

const facts = { permission: 'read', effects: 'none', category: 'conformance' } as const

interface Asked {
  readonly question: string
  readonly name: string
}

function asking(name: string, ...questions: readonly Asked[]): AnyTool {
  return defineTool({
    ...facts,
    name,
    description: 'Asks its questions one after the other.',
    inputSchema: {},
    async execute(_input, { ask }) {
      const heard: string[] = []
      for (const question of questions) heard.push(await ask(question))
      return `Heard: ${heard.join(', ')}`
    },
  })
}

function formOf(name: string, properties: Readonly<Record<string, object>>): AnyTool {
  return defineTool({
    ...facts,
    name,
    description: 'Asks with a form.',
    inputSchema: {},
    async execute(_input, { ask }) {
      const content = await ask({ question: 'Please fill in.', schema: { type: 'object', properties } })
      return `Elicitation completed: action=accept, content=${JSON.stringify(content)}`
    },
  })
}

const options = ['option1', 'option2', 'option3']
const titled = ['First', 'Second', 'Third'].map((title, index) => ({ const: `value${index + 1}`, title }))

const forms: readonly AnyTool[] = [
  formOf('test_elicitation_sep1034_defaults', {
    name: { type: 'string', default: 'John Doe' },
    age: { type: 'integer', default: 30 },
    score: { type: 'number', default: 95.5 },
    status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
    verified: { type: 'boolean', default: true },
  }),
  formOf('test_elicitation_sep1330_enums', {
    untitledSingle: { type: 'string', enum: options },
    titledSingle: { type: 'string', oneOf: titled },
    legacyEnum: { type: 'string', enum: ['opt1', 'opt2', 'opt3'], enumNames: ['One', 'Two', 'Three'] },
    untitledMulti: { type: 'array', items: { type: 'string', enum: options } },
    titledMulti: { type: 'array', items: { anyOf: titled } },
  }),
]

export const fixtureTools: readonly AnyTool[] = [
  ...forms,
  ...Object.entries(answers).map(([name, content]) =>
    defineTool({
      ...facts,
      name,
      description: `Answers for ${name}.`,
      inputSchema: {},
      execute: () => ({ content }),
    }),
  ),
  defineTool({
    ...facts,
    name: 'test_error_handling',
    description: 'Always fails.',
    inputSchema: {},
    execute: () => {
      throw new Error('This tool intentionally returns an error for testing')
    },
  }),
  defineTool({
    ...facts,
    name: 'test_tool_with_progress',
    description: 'Counts to a hundred in three steps.',
    inputSchema: {},
    async execute(_input, { progress }) {
      for (const done of [0, 50, 100]) {
        progress({ done, total: 100, message: `Completed step ${done} of 100` })
        await sleep(50)
      }
      return 'done'
    },
  }),
  defineTool({
    ...facts,
    name: 'test_elicitation',
    description: 'Asks what it is told to ask.',
    inputSchema: { message: String },
    execute: async ({ message }, { ask }) => `User response: ${await ask({ question: message })}`,
  }),
  asking('test_input_required_result_elicitation', { question: 'What is your name?', name: 'user_name' }),
  asking('test_input_required_result_request_state', { question: 'Is it right?', name: 'confirm' }),
  asking('test_input_required_result_tampered_state', { question: 'Is it right?', name: 'confirm' }),
  asking(
    'test_input_required_result_multi_round',
    { question: 'What is your name?', name: 'step1' },
    { question: 'What is your favourite colour?', name: 'step2' },
  ),
  asking('test_streaming_elicitation', { question: 'Shall it go on?', name: 'confirm' }),
  defineTool({
    ...facts,
    name: 'test_logging_tool',
    description: 'Tells what it does, to those who asked to be told.',
    inputSchema: {},
    execute(_input, { progress }) {
      progress({ message: 'working' })
      return 'done'
    },
  }),
  defineTool({
    ...facts,
    name: 'test_mirrored_parameter',
    description: 'Takes a parameter that clients repeat in a header.',
    inputSchema: {
      type: 'object',
      properties: { region: { type: 'string', 'x-mcp-header': 'Region' } },
      required: ['region'],
    },
    execute: () => 'done',
  }),
]

/** A tool that changes the list of tools: one more, or one fewer. */
export function addTrigger(yard: ToolService): void {
  const extra = { name: 'test_extra', description: 'Comes and goes.', inputSchema: {}, execute: () => 'here' }
  yard.registry.register(
    defineTool({
      ...facts,
      name: 'test_trigger_tool_change',
      description: 'Changes the list of tools.',
      inputSchema: {},
      execute() {
        if (!yard.registry.unregister(extra.name)) yard.registry.register(extra)
        return 'changed'
      },
    }),
  )
}
