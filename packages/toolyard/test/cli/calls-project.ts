/** A project for the commands around journal and inbox: calls that look, change, ask, wait, and leave a trace outside. */
import { readFile } from 'node:fs/promises'
import { createToolyard, type ToolService } from '../../src/index.ts'
import { json, Project, type Ran } from './cli.ts'

const config = `import { defineConfig } from 'toolyard'

export default defineConfig({
  toolFolders: ['tools'],
  policy: { ask: ['send_note'] },
  secrets: ['NOTE_KEY'],
})
`

const weather = `/** Current weather of a city. */
import { defineTool } from 'toolyard'
import { z } from 'zod'

export default defineTool({
  inputSchema: z.object({
    city: z.string().describe('A city'),
    unit: z.enum(['celsius', 'fahrenheit']).default('celsius').describe('A unit'),
  }),
  permission: 'read',
  effects: 'none',
  execute({ city, unit }) {
    if (city === 'Atlantis') throw new Error('there is no such city')
    return { city, unit, degrees: 21 }
  },
})
`

/** Each run leaves a line in a file. */
const note = `/** Sends a note. */
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineTool } from 'toolyard'
import { z } from 'zod'

export default defineTool({
  inputSchema: z.object({
    to: z.string().describe('To whom'),
    text: z.string().describe('The text'),
    code: z.int().optional().describe('A number'),
  }),
  permission: 'external',
  effects: 'network',
  resources: ({ to }) => [{ kind: 'name', id: to, access: 'write' }],
  execute({ to, text }, { workspace }) {
    appendFileSync(join(workspace, 'sent.txt'), \`\${to}: \${text}\\n\`)
    return \`sent to \${to}\`
  },
})
`

/** Runs until a file appears. */
const build = `/** Builds something. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { defineTool } from 'toolyard'
import { z } from 'zod'

export default defineTool({
  inputSchema: z.object({ until: z.string().describe('Name of a file') }),
  permission: 'write',
  effects: 'local_state',
  async execute({ until }, { signal, workspace }) {
    while (!existsSync(join(workspace, until))) await sleep(20, undefined, { signal })
    return 'built'
  },
})
`

const survey = `/** Asks a person. */
import { defineTool } from 'toolyard'
import { z } from 'zod'

export default defineTool({
  inputSchema: z.object({ closed: z.boolean().default(false).describe('Whether there are choices') }),
  permission: 'read',
  effects: 'none',
  async execute({ closed }, { ask }) {
    return \`you said \${await ask({ question: 'Which city?', ...(closed && { choices: ['Rome', 'Oslo'] }) })}\`
  },
})
`

const trip = `/** Plans a trip. */
import { defineTool } from 'toolyard'
import { z } from 'zod'

export default defineTool({
  inputSchema: z.object({ city: z.string().describe('A city') }),
  permission: 'read',
  effects: 'none',
  async execute({ city }, { call }) {
    const { data } = await call('get_weather', { city })
    return { weather: data }
  },
})
`

const edit = `/** Changes a file. */
import { defineTool } from 'toolyard'
import { z } from 'zod'

export default defineTool({
  inputSchema: z.object({
    path: z.string().describe('A file'),
    content: z.string().optional().describe('All of it'),
    old_string: z.string().optional().describe('What goes'),
    new_string: z.string().optional().describe('What comes'),
    edits: z.array(z.object({ old_string: z.string(), new_string: z.string() })).optional().describe('Several'),
  }),
  permission: 'write',
  effects: 'local_state',
  confirm: true,
  execute: () => 'changed',
})
`

export const callsFiles: Readonly<Record<string, string>> = {
  'toolyard.config.ts': config,
  'tools/get-weather.ts': weather,
  'tools/send-note.ts': note,
  'tools/build.ts': build,
  'tools/survey.ts': survey,
  'tools/trip.ts': trip,
  'tools/edit-file.ts': edit,
}

/** A trusted project, as a person has it. */
export async function makeCallsProject(more: Readonly<Record<string, string>> = {}): Promise<Project> {
  const project = await Project.make({ ...callsFiles, ...more })
  await project.run(['trust'])
  return project
}

/** The same project, opened by a program: for calls by the dozen, and for one that stays. */
export function openProject(project: Project): Promise<ToolService> {
  const workspace = project.path('work')
  return createToolyard({
    workspace,
    toolFolders: [project.path('work/tools')],
    policy: { ask: ['send_note'] },
    environment: project.environment,
    database: `sqlite:${project.state('toolyard.db')}`,
    approvals: 'pending',
  })
}

/** The lines that `send_note` left behind. */
export async function sentNotes(project: Project): Promise<string[]> {
  const text = await readFile(project.path('work/sent.txt'), 'utf8').catch(() => '')
  return text.split('\n').filter(Boolean)
}

export interface ShownRequest {
  readonly id: string
  readonly kind: string
  readonly status: string
  readonly callId: string
  readonly by?: string
}

export async function requests(project: Project, ...flags: readonly string[]): Promise<ShownRequest[]> {
  return json<{ requests: ShownRequest[] }>(await project.run(['approvals', '--json-output', ...flags]))
    .requests
}

/** The one request that waits. */
export async function onlyRequest(project: Project): Promise<string> {
  const waiting = await requests(project)
  if (waiting.length !== 1 || !waiting[0]) throw new Error(`${waiting.length} requests wait, not one`)
  return waiting[0].id
}

/** The request with the digest that `show` prints, as `approve` takes it. */
export async function looked(project: Project, id: string): Promise<string> {
  const { out } = ok(await project.run(['approvals', 'show', id, '--json-output']))
  return `${id}@${(JSON.parse(out) as { request: { digest: string } }).request.digest}`
}

export function ok(ran: Ran): Ran {
  if (ran.code !== 0) throw new Error(`it ended with ${String(ran.code)}:\n${ran.out}${ran.err}`)
  return ran
}
