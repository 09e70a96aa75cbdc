/** What this project lets its tools do. */
import { confirmDangerous, defineConfig } from 'toolyard'

export default defineConfig({
  tools: {
    // Every file in here is a tool.
    folders: ['tools'],
  },
  calls: {
    // A person is asked before a call whose arguments look destructive.
    hooks: [confirmDangerous()],
    // Values of the parameters that no model may set. A real application would look at who is logged in.
    provide: () => ({ customerId: 'c-ann' }),
  },
  agents: {
    // For the chat of the console. Its model is a script, so that it needs no key; it answers in English and Chinese.
    create: [
      {
        name: 'demo',
        prompt: 'You show what Toolyard can do.',
        model: 'scripted/scripts/demo.json',
        toolIds: ['get_weather', 'compare_weather', 'send_note', 'count_down', 'ask_user_question'],
      },
    ],
  },
  policy: {
    deny: [
      {
        rule: 'send_note(to=*@example.com)',
        reason: 'nobody reads mail there',
        // Rules are code, so they have tests; `toolyard check` runs them.
        tests: [
          { tool: 'send_note', input: { to: 'ann@example.com', text: 'Hi' }, matches: true },
          { tool: 'send_note', input: { to: 'ann@example.org', text: 'Hi' }, matches: false },
        ],
      },
    ],
  },
})
