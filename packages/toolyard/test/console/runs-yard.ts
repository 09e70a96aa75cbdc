/** A project whose agents look, wait, ask people and ask each other, each as its script says. */
export const config = `import { defineConfig, defineTool } from 'toolyard'

const look = defineTool({
  name: 'look',
  description: 'Looks.',
  inputSchema: { at: String },
  permission: 'read',
  effects: 'none',
  execute: ({ at }) => 'seen ' + at,
})
const post = defineTool({
  name: 'post',
  description: 'Posts.',
  inputSchema: { text: String },
  permission: 'external',
  effects: 'network',
  execute: () => 'posted',
})
const wait = defineTool({
  name: 'wait',
  description: 'Waits.',
  inputSchema: { ms: Number },
  permission: 'read',
  effects: 'none',
  timeoutMs: 120_000,
  execute: ({ ms }, { signal }) =>
    new Promise((resolve) => {
      const timer = setTimeout(() => resolve('waited'), ms)
      signal.addEventListener('abort', () => { clearTimeout(timer); resolve('stopped') })
    }),
})

export default defineConfig({
  tools: [look, post, wait],
  policy: { ask: ['post'], allow: ['team_agent', 'spawn', 'task_broadcast'] },
  models: { prices: { 'scripted/scripts/lead.json': { input: 2, output: 8 } } },
})
`

const look = (at: string) => ({ tool: 'look', input: { at } })
export const longRun = 1000

export const scripts: Readonly<Record<string, readonly object[]>> = {
  lead: [
    {
      reasoning: 'Two looks first.',
      text: 'I look.',
      calls: [look('a'), look('b'), { tool: 'wait', input: { ms: 60 } }],
    },
    { calls: [{ tool: 'team_agent', input: { agent: 'middle', message: 'Look deeper' } }] },
    { text: 'Both said:\n{{lastResult}}\nThe end.' },
  ],
  middle: [
    { calls: [{ tool: 'spawn', input: { agent: 'leaf', task: 'Look deepest', wait: true } }] },
    { text: 'The leaf looked.' },
  ],
  leaf: [{ calls: [look('deep'), { tool: 'look', input: { wrong: 1 } }] }, { text: 'Deep enough.' }],
  postman: [{ calls: [{ tool: 'post', input: { text: 'Hi' } }] }, { text: 'Posted.' }],
  sleeper: [{ calls: [{ tool: 'wait', input: { ms: 100_000 } }] }, { text: 'Awake.' }],
  marathon: [
    ...Array.from({ length: longRun - 1 }, (_, index) => ({
      calls: [look(`${index}`), look(`${index} again`)],
    })),
    { text: 'Done.' },
  ],
}
