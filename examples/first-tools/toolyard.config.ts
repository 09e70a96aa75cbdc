import { confirmDangerous, defineConfig } from 'toolyard'

export default defineConfig({
  toolFolders: ['tools'],
  hooks: [confirmDangerous()],
  policy: {
    deny: [
      {
        rule: 'send_note(to=*@example.com)',
        reason: 'nobody reads mail there',
        tests: [
          { tool: 'send_note', input: { to: 'ann@example.com', text: 'Hi' }, matches: true },
          { tool: 'send_note', input: { to: 'ann@example.org', text: 'Hi' }, matches: false },
        ],
      },
    ],
  },
})
