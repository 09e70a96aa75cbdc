/** A project with a tool for everything that the command line must get right. */

const config = `import { defineConfig } from 'toolyard'

export default defineConfig({
  toolFolders: ['tools'],
  builtins: ['system'],
  policy: {
    deny: [{
      rule: 'echo(text=secret*)',
      reason: 'secrets stay here',
      tests: [
        { tool: 'echo', input: { text: 'secret plans' }, matches: true },
        { tool: 'echo', input: { text: 'plans' }, matches: false },
      ],
    }],
  },
})
`

const echo = `/** Says again what it was given. Use it to try the command line. */
import { defineTool } from 'toolyard'
import { z } from 'zod'

export default defineTool({
  inputSchema: z.object({
    text: z.string().optional().describe('Any text'),
    times: z.int().optional().describe('A number'),
    loud: z.boolean().optional().describe('A flag'),
    tags: z.array(z.string()).optional().describe('A list'),
    user: z.object({ name: z.string(), age: z.int().optional() }).optional().describe('An object'),
    filter: z.record(z.string(), z.unknown()).optional().describe('Any object'),
    mode: z.enum(['plain', 'fancy']).default('plain').describe('How'),
  }),
  permission: 'read',
  effects: 'none',
  examples: [{ input: { text: 'hi' }, output: { text: 'hi', mode: 'plain' } }],
  execute: (input) => input,
})
`

/** Streams, reports how far it is, and returns something else than it streamed. */
const climb = `/** Climbs some steps. */
import { setTimeout as sleep } from 'node:timers/promises'
import { defineTool } from 'toolyard'

export default defineTool({
  inputSchema: { steps: Number },
  permission: 'read',
  effects: 'none',
  async *execute({ steps }, context) {
    for (let step = 1; step <= steps; step++) {
      context.progress({ done: step, total: steps, message: 'climbing' })
      yield \`step \${step}\\n\`
      await sleep(30)
    }
    return { height: steps * 20 }
  },
})
`

/** Streams one line, then waits until it is stopped, and leaves a trace when it is. */
const wait = `/** Waits for ever. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineTool } from 'toolyard'

export default defineTool({
  permission: 'read',
  effects: 'none',
  async *execute(_input, { signal, workspace }) {
    yield 'waiting\\n'
    await new Promise((resolve, reject) => {
      const alive = setInterval(() => {}, 1000)
      signal.addEventListener('abort', () => {
        clearInterval(alive)
        writeFileSync(join(workspace, 'stopped.txt'), 'yes')
        reject(signal.reason)
      })
    })
  },
})
`

const stubborn = `/** Goes on whatever happens. */
import { defineTool } from 'toolyard'

export default defineTool({
  permission: 'read',
  effects: 'none',
  async *execute() {
    yield 'started\\n'
    await new Promise(() => setInterval(() => {}, 1000))
  },
})
`

const endless = `/** Writes lines until nobody reads them. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { defineTool } from 'toolyard'

export default defineTool({
  permission: 'read',
  effects: 'none',
  async *execute(_input, { signal, workspace }) {
    writeFileSync(join(workspace, 'endless.txt'), 'yes')
    for (let line = 1; ; line++) {
      yield \`line \${line}\\n\`
      await sleep(5, undefined, { signal })
    }
  },
})
`

const pay = `/** Pays money. */
import { defineTool } from 'toolyard'

export default defineTool({
  inputSchema: { amount: Number },
  permission: 'external',
  effects: 'network',
  confirm: true,
  examples: [{ input: { amount: 1 }, output: 'PAID 1' }],
  execute: ({ amount }) => \`PAID \${amount}\`,
})
`

const chatty = `/** Prints where it should not. */
import { defineTool } from 'toolyard'

export default defineTool({
  permission: 'read',
  effects: 'none',
  execute() {
    console.log('debug one')
    process.stdout.write('debug two\\n')
    return 'the answer'
  },
})
`

const fail = `/** Fails. */
import { defineTool, ToolyardError } from 'toolyard'

export default defineTool({
  permission: 'read',
  effects: 'none',
  execute() {
    throw new ToolyardError('not_found', 'there is no such thing', { hint: 'Look elsewhere.' })
  },
})
`

/** Chinese in every place that a table shows. */
const weather = `/** 查询天气。用于回答有关当前天气的问题。 */
import { defineTool } from 'toolyard'
import { z } from 'zod'

export default defineTool({
  inputSchema: z.object({ 城市: z.string().describe('城市名称'), day: z.string().optional().describe('日期') }),
  permission: 'read',
  effects: 'none',
  execute: (input) => Object.values(input).join(),
})
`

export const projectFiles: Readonly<Record<string, string>> = {
  'toolyard.config.ts': config,
  'tools/echo.ts': echo,
  'tools/climb.ts': climb,
  'tools/wait.ts': wait,
  'tools/stubborn.ts': stubborn,
  'tools/endless.ts': endless,
  'tools/pay.ts': pay,
  'tools/chatty.ts': chatty,
  'tools/fail.ts': fail,
  'tools/中文/weather.ts': weather,
}

/** The flags with which the configuration is named, so that nothing must be trusted. */
export const named: readonly string[] = ['--config', 'toolyard.config.ts']

/** The same for somebody who changes tools between runs. */
export const developing: readonly string[] = [...named, '--trust-changes']
