/** `npm run screenshot`: the pictures in the READMEs, of the example project as somebody finds it who works with it. */
import { globSync, mkdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { ServedYard } from '../packages/toolyard/test/console/served-yard.ts'
import { ensureConsole } from './console.ts'

const example = join(import.meta.dirname, '../examples/first-tools')
const folder = join(import.meta.dirname, '../docs/images')

const calls: readonly (readonly [tool: string, input: object, caller?: object])[] = [
  ['get_weather', { city: 'Rome' }],
  ['get_weather', { city: 'Atlantis' }, { agent: 'helper', threadId: 'monday' }],
  ['compare_weather', { first: 'Oslo', second: 'Lima' }, { agent: 'helper', threadId: 'monday' }],
  ['word_count', { text: 'one two three' }],
  ['notebook', { action: 'add', line: 'buy milk' }, { threadId: 'monday' }],
  ['send_note', { to: 'ann@example.com', text: 'Hi' }],
  ['my_orders', {}],
  ['grep', { pattern: 'celsius' }],
  ['read_file', { path: 'tools/get-weather.ts' }],
]

const plan = '# The roof\n\n- Order slates\n- Ask Bob for the ladder\n- Start on Monday\n'
/** Of an agent: an edit, which is shown as a diff. */
const edit = {
  path: 'roof.md',
  old_string: '- Start on Monday',
  new_string: '- Start on Tuesday, if it is dry\n- Tell the neighbours',
}

/** What is said to the agent of the demo, in each language: a table, then a note that a person has to approve. */
const said = {
  en: ['Compare the weather in a table', 'Send Ann a note'],
  zh: ['做一张天气对比表格', '给安发一张便条'],
} as const

const languages = { en: '', zh: '.zh-CN' } as const

ensureConsole()
const files = Object.fromEntries(
  globSync('{toolyard.config.ts,tools/**/*.ts,scripts/*.json}', { cwd: example }).map((name) => [
    name,
    readFileSync(join(example, name), 'utf8'),
  ]),
)
await using yard = await ServedYard.start({ ...files, 'roof.md': plan }, 'first-tools')
const tools = ['get_weather', 'compare_weather', 'notebook', 'send_note', 'read_file', 'edit_file']
await yard.api('POST', '/api/agents', { name: 'helper', toolIds: tools })
for (const [tool, input, caller] of calls)
  await yard.api('POST', `/api/tools/${tool}/call`, { input, ...caller })
const waiting = yard.api('POST', '/api/tools/edit_file/call', {
  input: edit,
  agent: 'helper',
  callId: 'edit-1',
})

interface Started {
  readonly runId: string
  readonly threadId: string
}

/** Starts a run of the demo, in a conversation if it is given. */
const say = (prompt: string, threadId?: string): Promise<Started> =>
  yard.api('POST', '/api/agents/demo/runs', { prompt, ...(threadId && { threadId }) })

async function until(look: () => Promise<boolean>): Promise<void> {
  while (!(await look())) await new Promise((resolve) => setTimeout(resolve, 50))
}

const stands = async (runId: string, status: string): Promise<boolean> =>
  (await yard.api<{ status: string }>('GET', `/api/runs/${runId}`)).status === status

type Picture = readonly [name: string, path: string, shows: RegExp]

/** What is shown, and what must be on it before it is taken. */
const ofCalls: readonly Picture[] = [
  ['console', '/tools', /compare_weather/],
  ['approval', '/inbox', /Tell the neighbours/],
]

/** Of an agent at work, in one language. */
async function ofDemo(language: 'en' | 'zh'): Promise<readonly Picture[]> {
  const [table, note] = said[language]
  const first = await say(table)
  await until(() => stands(first.runId, 'done'))
  const second = await say(note, first.threadId)
  await until(() => stands(second.runId, 'waiting'))
  return [
    ['chat', `/chat?agent=demo&thread=${first.threadId}`, /ann@example\.org/],
    ['run', `/runs/${first.runId}`, /compare_weather/],
    ['activity', '/activity', /p95/],
  ]
}

async function take([name, path, shows]: Picture, language: 'en' | 'zh'): Promise<void> {
  await using visit = await yard.visit(path, {
    language,
    viewport: { width: 1280, height: 800 },
    deviceScaleFactor: 1.5,
  })
  await visit.page.getByText(shows).filter({ visible: true }).first().waitFor()
  // Charts and Markdown are loaded when they are shown.
  await visit.page.waitForTimeout(1000)
  const picture = join(folder, `${name}${languages[language]}.png`)
  await visit.page.screenshot({ path: picture, animations: 'disabled' })
  console.log(relative(process.cwd(), picture))
}

mkdirSync(folder, { recursive: true })
for (const language of ['en', 'zh'] as const) for (const picture of ofCalls) await take(picture, language)
await yard.api('DELETE', '/api/calls/edit-1')
await waiting
for (const language of ['en', 'zh'] as const)
  for (const picture of await ofDemo(language)) await take(picture, language)
