/** `npm run screenshot`: the pictures in the READMEs, of the example project as somebody finds it who works with it. */
import { globSync, mkdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { type CallRecord, openStore } from 'toolyard'
import { workspaceState } from '../packages/toolyard/src/host/state/index.ts'
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

/** What was called in the day before, and about how long it took. */
const earlier: readonly (readonly [tool: string, agent: string, ms: number])[] = [
  ['get_weather', 'helper', 2],
  ['compare_weather', 'helper', 6],
  ['read_file', 'reviewer', 9],
  ['grep', 'reviewer', 45],
  ['get_weather', 'demo', 3],
  ['bash', 'reviewer', 900],
]

const plan = '# The roof\n\n- Order slates\n- Ask Bob for the ladder\n- Start on Monday\n'
/** Of an agent: an edit, which is shown as a diff. */
const edit = {
  path: 'roof.md',
  old_string: '- Start on Monday',
  new_string: '- Start on Tuesday, if it is dry\n- Tell the neighbours',
}

type Language = 'en' | 'zh'

/** What is said to the agent of the demo: a table, then a note that a person has to approve. */
const said: Readonly<Record<Language, readonly [table: string, note: string]>> = {
  en: ['Compare the weather in a table', 'Send Ann a note'],
  zh: ['做一张天气对比表格', '给安发一张便条'],
}

const endings: Readonly<Record<Language, string>> = { en: '', zh: '.zh-CN' }

type Picture = readonly [name: string, path: string, shows: RegExp]

/** What is shown, and what must be on it before it is taken. */
const ofCalls: readonly Picture[] = [
  ['console', '/tools', /compare_weather/],
  ['approval', '/inbox', /Tell the neighbours/],
]

ensureConsole()
const files = Object.fromEntries(
  globSync('{toolyard.config.ts,tools/**/*.ts,scripts/*.json}', { cwd: example }).map((name) => [
    name,
    readFileSync(join(example, name), 'utf8'),
  ]),
)
mkdirSync(folder, { recursive: true })
for (const language of ['en', 'zh'] as const) await takeAll(language)

/** Each language in a project of its own, so that no picture has words of both. */
async function takeAll(language: Language): Promise<void> {
  await using yard = await ServedYard.start({ ...files, 'roof.md': plan }, 'first-tools')
  await writeEarlier(yard)
  const tools = ['get_weather', 'compare_weather', 'notebook', 'send_note', 'read_file', 'edit_file']
  await yard.api('POST', '/api/agents', { name: 'helper', toolIds: tools })
  for (const [tool, input, caller] of calls)
    await yard.api('POST', `/api/tools/${tool}/call`, { input, ...caller })
  const waiting = yard.api('POST', '/api/tools/edit_file/call', {
    input: edit,
    agent: 'helper',
    callId: 'edit-1',
  })
  for (const picture of ofCalls) await take(yard, picture, language)
  await yard.api('DELETE', '/api/calls/edit-1')
  await waiting
  for (const picture of await ofDemo(yard, language)) await take(yard, picture, language)
}

/** A day of calls, more by day than by night, some of which failed. */
async function writeEarlier({ project }: ServedYard): Promise<void> {
  const file = join(workspaceState(project.path('work/first-tools'), project.environment), 'toolyard.db')
  const store = await openStore(`sqlite:${file}`, { folder: project.folder })
  for (let quarter = 1; quarter < 96; quarter++) {
    const startedAt = Date.now() - quarter * 900_000
    const many = 2 + Math.round(4 * (1 + Math.sin(quarter / 15)))
    for (let at = 0; at < many; at++) {
      const [tool, agent, ms] = earlier[(quarter * 7 + at * 5) % earlier.length] ?? ['grep', 'reviewer', 40]
      const durationMs = ms * (1 + ((quarter * 13 + at * 29) % 17) / 6)
      const status =
        (quarter * 3 + at) % 41 === 0 ? 'error' : (quarter + at * 11) % 67 === 0 ? 'denied' : 'ok'
      const id = `call_earlier_${quarter}_${at}`
      const call: CallRecord = {
        id,
        tool,
        agent,
        status,
        startedAt: startedAt + at * 1000,
        durationMs,
        fingerprint: 'f'.repeat(64),
        permission: 'read',
        input: {},
        principal: 'local',
        origin: 'agent',
        ran: true,
        result: { callId: id, tool, status, content: [], durationMs },
      }
      await store.calls.begin({ ...call, status: 'running', result: undefined })
      await store.calls.finish(call)
    }
  }
  await store.close()
}

interface Started {
  readonly runId: string
  readonly threadId: string
}

/** Of an agent at work. */
async function ofDemo(yard: ServedYard, language: Language): Promise<readonly Picture[]> {
  const [table, note] = said[language]
  const say = (prompt: string, threadId?: string): Promise<Started> =>
    yard.api('POST', '/api/agents/demo/runs', { prompt, ...(threadId && { threadId }) })
  const first = await say(table)
  await until(() => stands(yard, first.runId, 'done'))
  const second = await say(note, first.threadId)
  await until(() => stands(yard, second.runId, 'waiting'))
  return [
    ['chat', `/chat?agent=demo&thread=${first.threadId}`, /ann@example\.org/],
    ['run', `/runs/${first.runId}`, /compare_weather/],
    ['activity', '/activity', /p95/],
  ]
}

async function until(look: () => Promise<boolean>): Promise<void> {
  while (!(await look())) await new Promise((resolve) => setTimeout(resolve, 50))
}

async function stands(yard: ServedYard, runId: string, status: string): Promise<boolean> {
  return (await yard.api<{ status: string }>('GET', `/api/runs/${runId}`)).status === status
}

async function take(yard: ServedYard, [name, path, shows]: Picture, language: Language): Promise<void> {
  await using visit = await yard.visit(path, {
    language,
    viewport: { width: 1280, height: 860 },
    deviceScaleFactor: 1.25,
  })
  const { page } = visit
  // As for somebody who has been here before.
  await page.evaluate(() => localStorage.setItem('toolyard.notifications', 'off'))
  await page.reload()
  await page.getByText(shows).filter({ visible: true }).first().waitFor()
  // Charts and Markdown are loaded when they are shown.
  await page.waitForTimeout(1500)
  const picture = join(folder, `${name}${endings[language]}.png`)
  await page.screenshot({ path: picture, animations: 'disabled' })
  console.log(relative(process.cwd(), picture))
}
