/** Sends a note to somebody. A person is asked first, because a note can't be called back. */
import { defineTool } from 'toolyard'

export default defineTool({
  // Plain JSON Schema works as well as Zod, and gives `execute` its types too.
  inputSchema: {
    type: 'object',
    properties: {
      to: { type: 'string', format: 'email', description: 'Address of the reader' },
      text: { type: 'string', minLength: 1, maxLength: 2000, description: 'What to say' },
    },
    required: ['to', 'text'],
    additionalProperties: false,
  },
  permission: 'external',
  effects: 'network',
  confirm: true,
  // Nobody can be asked while `toolyard check` runs, so it checks this example's arguments and sends nothing.
  examples: [{ input: { to: 'ann@example.org', text: 'Hi!' } }],

  execute({ to, text }, { idempotencyKey }) {
    // A real tool would hand the idempotency key to its mail service, so that a retry sends nothing twice.
    return `Sent ${text.length} characters to ${to} (${idempotencyKey}).`
  },
})
