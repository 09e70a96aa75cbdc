/** The part of the plugin that depends on its options, and a kind of tools of its own. */
import { definePlugin } from 'toolyard'

/** Runs tools that are nothing but a template. */
const template = {
  execute: ({ config }, input) => config.text.replaceAll(/\{(\w+)\}/g, (_, name) => String(input[name])),
}

const inputSchema = {
  type: 'object',
  properties: { name: { type: 'string', description: 'Whom to greet' } },
  required: ['name'],
}
const facts = { category: 'greetings', permission: 'read', effects: 'none', inputSchema }

export default definePlugin(({ greeting = 'Hello' }) => ({
  executors: { template },
  tools: [
    {
      ...facts,
      name: 'greet',
      description: 'Greets somebody by name.',
      executor: 'template',
      config: { text: `${greeting}, {name}!` },
    },
    {
      ...facts,
      name: 'wave',
      description: 'Waves at somebody.',
      executor: 'template',
      config: { text: 'o/ {name}' },
    },
  ],
}))
