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

/** What is shown, and what must be on it before it is taken. */
const pictures = [
  { name: 'console', path: '/tools', shows: 'compare_weather' },
  { name: 'approval', path: '/inbox', shows: 'Tell the neighbours' },
] as const
const languages = { en: '', zh: '.zh-CN' } as const

ensureConsole()
const files = Object.fromEntries(
  globSync('{toolyard.config.ts,tools/**/*.ts}', { cwd: example }).map((name) => [
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

mkdirSync(folder, { recursive: true })
for (const [language, ending] of Object.entries(languages) as ['en' | 'zh', string][])
  for (const { name, path, shows } of pictures) {
    await using visit = await yard.visit(path, {
      language,
      viewport: { width: 1280, height: 800 },
      deviceScaleFactor: 1.5,
    })
    await visit.page.getByText(shows).first().waitFor()
    const picture = join(folder, `${name}${ending}.png`)
    await visit.page.screenshot({ path: picture, animations: 'disabled' })
    console.log(relative(process.cwd(), picture))
  }
await yard.api('DELETE', '/api/calls/edit-1')
await waiting
