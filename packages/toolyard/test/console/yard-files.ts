/** A project with a tool for everything that the console must show. */

const config = `import { defineConfig } from 'toolyard'

export default defineConfig({
  toolFolders: ['tools'],
  builtins: ['files', 'system'],
  policy: {
    deny: [{ rule: 'echo(text=secret*)', reason: 'secrets stay here' }],
    ask: [{ rule: 'edit_file(docs/**)', reason: 'somebody reads the docs' }],
  },
})
`

/** Every kind of control that a schema can ask for. */
const bookTrip = `/** Books a trip, and says what it booked. */
import { defineTool } from 'toolyard'

export default defineTool({
  inputSchema: {
    type: 'object',
    properties: {
      city: { type: 'string', description: 'Where to' },
      nights: { type: 'integer', minimum: 1, maximum: 30, default: 2, description: 'How long' },
      room: { enum: ['single', 'double', 'suite'], description: 'Which room' },
      breakfast: { type: 'boolean', description: 'With breakfast' },
      guests: {
        type: 'array',
        description: 'Who comes along',
        items: { $ref: '#/$defs/guest' },
      },
      payment: {
        description: 'How to pay',
        oneOf: [
          {
            type: 'object',
            title: 'Card',
            properties: { kind: { const: 'card' }, number: { type: 'string' } },
            required: ['kind', 'number'],
            additionalProperties: false,
          },
          {
            type: 'object',
            title: 'Invoice',
            properties: { kind: { const: 'invoice' }, company: { type: 'string' } },
            required: ['kind', 'company'],
            additionalProperties: false,
          },
        ],
      },
      note: { type: ['string', 'null'], description: 'For the host' },
      labels: { type: 'object', additionalProperties: { type: 'string' }, description: 'Free labels' },
      extra: { description: 'Anything else' },
    },
    required: ['city', 'room', 'payment'],
    additionalProperties: false,
    $defs: {
      guest: {
        type: 'object',
        properties: { name: { type: 'string' }, age: { type: 'integer' } },
        required: ['name'],
        additionalProperties: false,
      },
    },
  },
  permission: 'read',
  effects: 'none',
  examples: [{ title: 'A night in Rome', input: { city: 'Rome', room: 'single', payment: { kind: 'invoice', company: 'Acme' } } }],
  execute: (input) => input,
})
`

const echo = `/** Says again what it was given. */
import { defineTool } from 'toolyard'

export default defineTool({
  inputSchema: { text: String },
  permission: 'read',
  effects: 'none',
  tags: ['text', 'small'],
  execute: ({ text }) => text,
})
`

const countDown = `/** Counts down, a line at a time. */
import { setTimeout as sleep } from 'node:timers/promises'
import { defineTool } from 'toolyard'
import { z } from 'zod'

export default defineTool({
  inputSchema: z.object({
    from: z.int().min(1).max(100).describe('Number to start from'),
    pause_ms: z.int().default(100).describe('Pause after each number'),
  }),
  permission: 'read',
  effects: 'none',
  async *execute({ from, pause_ms: pause }, { signal, progress }) {
    for (let left = from; left > 0; left--) {
      progress({ done: from - left, total: from, message: 'counting' })
      yield \`\${left}\\n\`
      await sleep(pause, undefined, { signal })
    }
    yield 'Go!\\n'
  },
})
`

const survey = `/** Asks a person, and says what they answered. */
import { defineTool } from 'toolyard'

export default defineTool({
  inputSchema: { topic: String },
  permission: 'read',
  effects: 'none',
  async execute({ topic }, context) {
    const colour = await context.ask({ question: 'Which colour for ' + topic + '?', choices: ['red', 'green'] })
    return 'It is ' + colour + '.'
  },
})
`

const picture = `/** Draws a red dot. */
import { defineTool } from 'toolyard'

const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAUAAAAFCAYAAACNbyblAAAAHElEQVQI12P4//8/w38GIAXDIBKE0DHxgljNBAAO9TXL0Y4OHwAAAABJRU5ErkJggg=='

export default defineTool({
  permission: 'read',
  effects: 'none',
  execute: () => ({ content: [{ type: 'text', text: 'A dot:' }, { type: 'image', data: dot, mimeType: 'image/png' }] }),
})
`

const nested = `/** Calls another tool twice. */
import { defineTool } from 'toolyard'

export default defineTool({
  permission: 'read',
  effects: 'none',
  async execute(_input, context) {
    await context.call('echo', { text: 'one' })
    await context.call('echo', { text: 'two' })
    return 'called echo twice'
  },
})
`

const fail = `/** Fails, and says what to do instead. */
import { defineTool, ToolyardError } from 'toolyard'

export default defineTool({
  permission: 'read',
  effects: 'none',
  execute() {
    throw new ToolyardError('not_found', 'there is no such thing', { hint: 'Look elsewhere.' })
  },
})
`

export const yardFiles: Readonly<Record<string, string>> = {
  'toolyard.config.ts': config,
  'tools/travel/book-trip.ts': bookTrip,
  'tools/text/echo.ts': echo,
  'tools/text/count-down.ts': countDown,
  'tools/people/survey.ts': survey,
  'tools/picture.ts': picture,
  'tools/nested.ts': nested,
  'tools/fail.ts': fail,
  'docs/readme.md': '# Readme\n\nThe old line.\nThe last line.\n',
}
