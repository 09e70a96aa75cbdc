/** `sync`, `versions` and what people decide about them, `agent`: the catalogue from the command line. */
import assert from 'node:assert/strict'
import { stat } from 'node:fs/promises'
import { describe, it } from 'node:test'
import { json, Project } from './cli.ts'
import { developing, named } from './project.ts'

const config = `import { defineConfig } from 'toolyard'
export default defineConfig({ toolFolders: ['tools'], builtins: [] })
`
const toolFile = (description: string, schema: string): string => `/** ${description} */
import { defineTool } from 'toolyard'
import { z } from 'zod'

export default defineTool({
  inputSchema: z.object(${schema}),
  permission: 'read',
  effects: 'none',
  execute: () => 'done',
})
`
const first = toolFile('Weather of a city.', '{ city: z.string() }')
const breaking = toolFile('Weather of a city.', '{ city: z.string(), days: z.int() }')

const makeProject = (): Promise<Project> =>
  Project.make({
    'toolyard.config.ts': config,
    'tools/weather.ts': first,
    'tools/news.ts': toolFile('News of a day.', '{}'),
  })

interface Report {
  readonly created: string[]
  readonly updated: string[]
  readonly unchanged: string[]
  readonly removed: string[]
  readonly invalid: string[]
}

describe('toolyard sync', () => {
  it('prints what was created, updated and unchanged, and the second time changes nothing', async () => {
    await using project = await makeProject()
    const once = await project.run([...named, 'sync'])
    assert.equal(once.out, "Created: ['news', 'weather']\nUpdated: []\nUnchanged: []\n")
    const twice = await project.run([...named, 'sync'])
    assert.equal(twice.out, "Created: []\nUpdated: []\nUnchanged: ['news', 'weather']\n")
    assert.equal((await stat(project.state('toolyard.db'))).mode & 0o777, 0o600)
  })

  it('says of a change whether it breaks callers, why, and which agents; and of a broken file what is wrong', async () => {
    await using project = await makeProject()
    await project.run([...developing, 'agent', 'create', 'helper', '--tools', 'weather,news'])
    await project.write('tools/weather.ts', breaking)
    await project.write('tools/news.ts', 'export default {{{')
    await project.write('tools/extra.ts', toolFile('More.', '{}'))
    const { code, out } = await project.run([...developing, 'sync'])
    assert.equal(code, 1)
    assert.match(out, /^Created: \['extra'\]\nUpdated: \['weather'\]\nUnchanged: \[\]\n/)
    assert.match(out, /^Invalid: \['news'\]$/m)
    assert.match(out, /^weather updated \(version 2\), breaking$/m)
    assert.match(out, /days/)
    assert.match(out, /affects helper/)
    assert.match(out, /^news invalid[^]*Syntax error/m)
    const shown = await project.run([...developing, 'agent', 'show', 'helper'])
    assert.match(shown.out, /news +invalid/)
  })

  it('only says what it would do with --dry-run', async () => {
    await using project = await makeProject()
    const dry = await project.run([...developing, 'sync', '--dry-run'])
    assert.match(dry.out, /Created: \['news', 'weather'\]/)
    assert.match(dry.out, /Nothing was written/)
    const { created } = json<Report>(await project.run([...developing, 'sync', '--json-output']))
    assert.deepEqual(created, ['news', 'weather'])
  })

  it('tells removed tools once', async () => {
    await using project = await makeProject()
    await project.run([...developing, 'sync'])
    await project.remove('tools/news.ts')
    assert.deepEqual(json<Report>(await project.run([...developing, 'sync', '--json-output'])).removed, [
      'news',
    ])
    assert.deepEqual(json<Report>(await project.run([...developing, 'sync', '--json-output'])).removed, [])
  })
})

describe('versions of a tool', () => {
  it('are shown with what each changed; one can be pinned, gone back to and let go', async () => {
    await using project = await makeProject()
    await project.run([...developing, 'sync'])
    await project.write('tools/weather.ts', breaking)
    const { out } = await project.run([...developing, 'versions', 'weather'])
    assert.match(out, /version 2 .*breaking.*current/)
    assert.match(out, /version 1 .*first/)
    assert.match(out, /No agent has it/)
    const back = await project.run([...developing, 'rollback', 'weather'])
    assert.match(back.out, /weather \(version 2\) is held: another version of it is pinned/)
    const refused = await project.run([...developing, 'call', 'weather', 'city=Rome', 'days=1'])
    assert.equal(refused.code, 3)
    assert.match(refused.err, /held: "weather" is held/)
    const stale = await project.run([...developing, 'accept', 'weather@00000000'])
    assert.match(stale.err, /"weather" has changed since it was looked at/)
    const accepted = await project.run([...developing, 'accept', 'weather'])
    assert.match(
      accepted.out,
      /^weather \(version 2\): another version[^]*days[^]*can be called; every other/,
    )
    assert.equal((await project.run([...developing, 'call', 'weather', 'city=Rome', 'days=1'])).code, 0)
    assert.match((await project.run([...developing, 'unpin', 'weather'])).out, /can be called$/m)
    const wrong = await project.run([...developing, 'pin', 'weather', 'two'])
    assert.equal(wrong.code, 2)
    assert.match((await project.run([...developing, 'accept', 'wether'])).err, /Did you mean "weather"/)
  })

  it('switches tools off and on, all or none of those that are named', async () => {
    await using project = await makeProject()
    const wrong = await project.run([...named, 'disable', 'weather', 'nws'])
    assert.equal(wrong.code, 2)
    assert.equal((await project.run([...named, 'call', 'weather', 'city=Rome'])).code, 0)
    await project.run([...named, 'disable', 'weather', 'news'])
    assert.match((await project.run([...named, 'call', 'news'])).err, /switched off/)
    assert.match((await project.run([...named, 'ls'])).out, /news +off, read/)
    await project.run([...named, 'enable', 'news'])
    assert.equal((await project.run([...named, 'call', 'news'])).code, 0)
  })
})

describe('toolyard agent', () => {
  it('makes, shows, changes and removes agents', async () => {
    await using project = await makeProject()
    assert.match((await project.run([...named, 'agent', 'ls'])).out, /No agents yet/)
    await project.write('prompt.md', 'You know the weather.\n')
    const made = await project.run([
      ...named,
      'agent',
      'create',
      'Weather Man',
      '--prompt-file=prompt.md',
      '--model=openai/gpt',
      '--tools=weather',
      '--settings={"maxSteps":5}',
    ])
    assert.match(made.out, /made agent "Weather Man", with 1 tool/)
    const shown = json<{ prompt: string; model: string; settings: object; tools: { name: string }[] }>(
      await project.run([...named, 'agent', 'show', 'Weather Man', '--json-output']),
    )
    assert.deepEqual(
      [shown.prompt, shown.model, shown.settings, shown.tools.map(({ name }) => name)],
      ['You know the weather.\n', 'openai/gpt', { maxSteps: 5 }, ['weather']],
    )
    await project.run([
      ...named,
      'agent',
      'update',
      'Weather Man',
      '--add',
      'news',
      '--rename',
      'sky',
      '--pin',
    ])
    const { out } = await project.run([...named, 'agent', 'show', 'sky'])
    assert.match(out, /weather +active, pinned/)
    assert.match(out, /news +active, pinned/)
    await project.run([...named, 'agent', 'update', 'sky', '--remove', 'weather', '--no-pin'])
    assert.match((await project.run([...named, 'agent', 'ls'])).out, /^sky +1 tool /m)
    assert.match((await project.run([...named, 'agent', 'rm', 'sky'])).out, /removed agent "sky"/)
    assert.match((await project.run([...named, 'agent', 'show', 'sky'])).err, /no agent named "sky"/)
  })

  it('refuses by name what is wrong, with the next step', async () => {
    await using project = await makeProject()
    const run = (...args: string[]) => project.run([...named, 'agent', ...args])
    const cases: [string[], RegExp][] = [
      [['create', 'a', '--tools', 'wether'], /there is no tool "wether"[^]*Did you mean "weather"/],
      [['create', 'a', '--tools', 'news,news'], /tool "news" is named twice/],
      [['create', 'a', '--settings', '[1]'], /--settings is not a JSON object/],
      [['create', 'a', '--prompt', 'x', '--prompt-file', 'y'], /both --prompt and --prompt-file/],
      [['create', 'a', '--prompt-file', 'none.md'], /"none.md" can't be read/],
      [['create', '../a'], /name of an agent/],
      [['update', 'b', '--tools', 'news'], /no agent named "b"/],
      [['update', 'b'], /nothing was said to change of agent "b"[^]*agent update --help/],
    ]
    for (const [args, message] of cases) {
      const { code, err } = await run(...args)
      assert.equal(code, 2, args.join(' '))
      assert.match(err, message)
    }
    assert.deepEqual(json(await project.run([...named, 'agent', 'ls', '--json-output'])), { agents: [] })
  })

  it('is who a call is made for, with --agent', async () => {
    await using project = await makeProject()
    await project.run([...named, 'agent', 'create', 'helper', '--tools', 'news'])
    assert.equal((await project.run([...named, '--agent', 'helper', 'call', 'news'])).code, 0)
    const foreign = await project.run([...named, '--agent', 'helper', 'call', 'weather', 'city=Rome'])
    assert.equal(foreign.code, 2)
    assert.match(foreign.err, /agent "helper" has no tool named "weather"/)
    const { out } = await project.run([...named, '--agent', 'helper', 'ls'])
    assert.match(out, /news/)
    assert.doesNotMatch(out, /weather/)
  })
})
