/** What a person sees on a terminal of 80 columns: every table fits, and nothing that is needed is left out. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { stripVTControlCharacters } from 'node:util'
import { widthOf } from '../../src/cli/terminal/layout.ts'
import { json, Project } from './cli.ts'
import { named, projectFiles } from './project.ts'

const long = `/** 查询一个城市今天、明天和后天的天气，温度、湿度、风向和空气质量都会返回，适合回答各种各样有关天气的问题，不论问题有多长。 */
import { defineTool } from 'toolyard'
import { z } from 'zod'

const place = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('city'), name: z.string().describe('城市名称') }),
  z.object({ kind: z.literal('point'), latitude: z.number(), longitude: z.number() }),
])

export default defineTool({
  name: 'a_tool_with_a_name_that_is_as_long_as_names_of_tools_may_ever_be',
  inputSchema: z.object({
    places: z.array(place).describe('Places, of which each is a city or a point on the map, however many they are'),
    days: z.array(z.object({ day: z.string(), hours: z.array(z.object({ from: z.int() })) })).optional(),
  }),
  permission: 'read',
  effects: 'none',
  execute: () => 'sunny',
})
`

let project: Project
let ids: { readonly call: string; readonly asked: string; readonly request: string }

before(async () => {
  const config = (projectFiles['toolyard.config.ts'] ?? '').replace(
    'policy: {',
    `mcpServers: { broken: { command: 'node', args: ['broken.mjs'] } },
  policy: {`,
  )
  project = await Project.make({
    ...projectFiles,
    'toolyard.config.ts': config,
    'broken.mjs': `console.error('Starting up\\nError: DATABASE_URL is not set'); process.exit(3)`,
    'tools/long.ts': long,
    'scripts/pay.json': JSON.stringify([{ calls: [{ tool: 'pay', input: { amount: 5 } }] }, { text: 'x' }]),
  })
  const run = (...args: string[]) => project.run([...named, ...args])
  const made = await run(
    'agent',
    'create',
    'helper',
    '--tools',
    'pay,echo',
    '--prompt',
    'Help people. '.repeat(20),
  )
  assert.equal(made.code, 0, made.err)
  await run(
    'call',
    'echo',
    `text=${'words and 很多词语 '.repeat(20)}`,
    '--agent',
    'helper',
    '--thread',
    'monday',
  )
  await run('--approvals', 'pending', 'call', 'pay', 'amount=5', '--agent', 'helper')
  await run('agent', 'run', 'helper', 'Please '.repeat(30), '--model', 'scripted/scripts/pay.json')
  const { calls } = json<{ calls: { id: string }[] }>(await run('calls', '--json-output'))
  const { requests } = json<{ requests: { id: string }[] }>(await run('approvals', '--json-output'))
  ids = { call: calls.at(-1)?.id ?? '', asked: calls[0]?.id ?? '', request: requests[0]?.id ?? '' }
})
after(() => project[Symbol.asyncDispose]())

const tooWide = (out: string): string[] =>
  stripVTControlCharacters(out)
    .split(/[\r\n]+/)
    .filter((line) => widthOf(line) > 80)

describe('on 80 columns', { concurrency: 2 }, () => {
  for (const command of [
    'ls',
    'ls weather',
    'calls',
    'approvals',
    'approvals --all',
    'grants',
    'agent ls',
    'agent show helper',
    'agent runs',
    'runs',
    'runs --help',
    'servers',
    'servers broken',
    'versions echo',
    'doctor --port 0',
    'show a_tool_with_a_name_that_is_as_long_as_names_of_tools_may_ever_be',
    'policy explain echo text=secret',
    '--help',
    'agent --help',
    'calls --help',
  ]) {
    it(`"toolyard ${command}" fits, on a terminal and in a pipe`, async () => {
      const words = [...named, ...command.split(' ')]
      const [shown, piped] = await Promise.all([
        project.startOnTerminal(words, { columns: 80 }).ended,
        project.run(words),
      ])
      assert.deepEqual(tooWide(shown.out), [])
      assert.deepEqual(tooWide(piped.out), [])
    })
  }

  it('the story of a call fits', async () => {
    assert.deepEqual(tooWide((await project.run([...named, 'calls', ids.asked])).out), [])
  })

  it('ids stand whole, so that they can be copied', async () => {
    assert.match((await project.run([...named, 'calls'])).out, new RegExp(`^ *${ids.call}$`, 'm'))
    assert.match((await project.run([...named, 'approvals'])).out, new RegExp(`^ *${ids.request}$`, 'm'))
    assert.match(
      (await project.run([...named, 'agent', 'runs'])).out,
      /^ {2}run_\w{30} {2}in thread_\w{30}$/m,
    )
  })

  it('--wide shows each row on one line', async () => {
    const { out } = await project.run([...named, 'calls', '--wide'])
    assert.match(out, /^time +call +tool +status +took +door +agent +thread +arguments$/m)
    assert.match(out, new RegExp(`^[\\d:]+ +${ids.call} +echo +ok .*monday`, 'm'))
  })
})

describe('a server that failed', { concurrency: 2 }, () => {
  it('takes one line of "ls"', async () => {
    let { err } = await project.run([...named, 'ls'])
    // On a busy machine it may take longer to start than "ls" waits for it.
    while (err.includes('still connecting: broken')) ({ err } = await project.run([...named, 'ls']))
    assert.match(err, /^not loaded: MCP server broken: ended with exit code 3 \(toolyard servers broken\)$/m)
    assert.doesNotMatch(err, /DATABASE_URL/)
  })

  it('tells what it said with "servers NAME"', async () => {
    const { code, out } = await project.run([...named, 'servers', 'broken'])
    assert.equal(code, 0)
    assert.match(out, /^broken {2}failed$/m)
    assert.match(out, /^what it said last\n {2}│ Starting up\n {2}│ Error: DATABASE_URL is not set$/m)
    const unknown = await project.run([...named, 'servers', 'brokn'])
    assert.equal(unknown.code, 2)
    assert.match(unknown.err, /no MCP server named "brokn"\. Did you mean "broken"\?/)
  })
})

describe('doctor', () => {
  it('counts what ls counts', async () => {
    await using plain = await Project.make({
      'toolyard.config.ts': 'export default {}',
    })
    const { checks } = json<{ checks: { name: string; text: string }[] }>(
      await plain.run([...named, 'doctor', '--json-output', '--port', '0']),
    )
    const { tools } = json<{ tools: object[] }>(await plain.run([...named, 'ls', '--json-output']))
    assert.ok(tools.length > 10)
    assert.equal(checks.find(({ name }) => name === 'tools')?.text, `${tools.length} tools`)
  })
})

describe('show', () => {
  it('shows the inside of lists, of lists in lists, and every form of a union', async () => {
    const name = 'a_tool_with_a_name_that_is_as_long_as_names_of_tools_may_ever_be'
    const { out } = await project.run([...named, 'show', name, '--wide'])
    assert.match(out, /^ {2}places +list of object in 2 forms +required +Places, of which/m)
    assert.match(out, /^ {2}places\[\] form 1 +kind: "city"$/m)
    assert.match(out, /^ {2}places\[\]\.name +string +required +城市名称$/m)
    assert.match(out, /^ {2}places\[\] form 2 +kind: "point"\n {2}places\[\]\.latitude +number +required$/m)
    assert.match(out, /^ {2}days +list of object +optional$/m)
    assert.match(out, /^ {2}days\[\]\.hours\[\]\.from +integer +required$/m)
  })
})
