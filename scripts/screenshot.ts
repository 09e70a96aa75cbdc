/** `npm run screenshot`: the picture in the README, of the example project as somebody finds it who works with it. */
import { globSync, mkdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { ServedYard } from '../packages/toolyard/test/console/served-yard.ts'
import { ensureConsole } from './console.ts'

const example = join(import.meta.dirname, '../examples/first-tools')
const picture = join(import.meta.dirname, '../docs/images/console.png')

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

ensureConsole()
const files = Object.fromEntries(
  globSync('{toolyard.config.ts,tools/**/*.ts}', { cwd: example }).map((name) => [
    name,
    readFileSync(join(example, name), 'utf8'),
  ]),
)
await using yard = await ServedYard.start(files, 'first-tools')
const tools = ['get_weather', 'compare_weather', 'notebook', 'send_note']
await yard.api('POST', '/api/agents', { name: 'helper', toolIds: tools })
for (const [tool, input, caller] of calls)
  await yard.api('POST', `/api/tools/${tool}/call`, { input, ...caller })
const note = {
  input: { to: 'ann@example.org', text: 'The roof is done.' },
  agent: 'helper',
  callId: 'note-1',
}
const waiting = yard.api('POST', '/api/tools/send_note/call', note)
await using visit = await yard.visit('/tools', {
  viewport: { width: 1280, height: 800 },
  deviceScaleFactor: 1.5,
})
await visit.page.getByRole('link', { name: 'get_weather' }).waitFor()
await visit.page.getByText('1 waiting').first().waitFor({ state: 'attached' })
mkdirSync(join(picture, '..'), { recursive: true })
await visit.page.screenshot({ path: picture, animations: 'disabled' })
await yard.api('DELETE', '/api/calls/note-1')
await waiting
console.log(relative(process.cwd(), picture))
