/** `calls`: what was done, by whom, through which door, page by page; and the story of one call. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { stripVTControlCharacters } from 'node:util'
import { json, type Project } from './cli.ts'
import { makeCallsProject, ok, openProject } from './calls-project.ts'

interface Call {
  readonly id: string
  readonly tool: string
  readonly status: string
  readonly threadId?: string
  readonly agent?: string
  readonly startedAt: number
  readonly position: number
}
interface Page {
  readonly calls: readonly Call[]
  readonly next: number | null
}

let project: Project
before(async () => {
  project = await makeCallsProject()
  await using yard = await openProject(project)
  await yard.syncTools()
  await yard.agents.create({ name: 'helper', toolIds: ['get_weather', 'trip'] })
  for (let number = 1; number <= 25; number++)
    await yard.call('get_weather', { city: `City ${number}` }, { threadId: 'many', callId: `many-${number}` })
  await yard.call('get_weather', { city: 'Atlantis' }, { threadId: 'few', callId: 'failed-1' })
  await yard.call(
    'get_weather',
    { arguments: { city: 'Rome' }, explanation: 'to pack the right clothes' },
    { threadId: 'few', callId: 'odd-1' },
  )
  await yard.call('trip', { city: 'Oslo' }, { agent: 'helper', threadId: 'few', callId: 'trip-1' })
  await yard.call('send_note', { to: 'ann', text: 'hi' }, { threadId: 'few', callId: 'note-1' })
  await yard.call('get_wether', { city: 'x\u202e' }, { callId: 'wrong-1', threadId: '\u001b[31mred\n' })
})
after(() => project[Symbol.asyncDispose]())

const calls = async (...flags: string[]): Promise<Page> =>
  json<Page>(ok(await project.run(['calls', '--json-output', ...flags])))
const ids = ({ calls: rows }: Page): string[] => rows.map(({ id }) => id)

describe('calls', { concurrency: 2 }, () => {
  it('lists the newest first, twenty of them, and says how to go on', async () => {
    const { out } = ok(await project.run(['calls', '--wide']))
    const lines = out.trimEnd().split('\n')
    assert.match(lines[0] ?? '', /^time +call +tool +status +took +door +agent +thread +arguments$/)
    assert.match(lines[1] ?? '', /^\d\d:\d\d:\d\d +wrong-1 +get_wether +error +[\d.]+ m?s +typescript /)
    assert.match(lines[2] ?? '', /note-1 +send_note +pending .* few +to=ann text=hi$/)
    assert.equal(lines.length, 1 + 20 + 2)
    assert.match(lines.at(-1) ?? '', /^20 calls, newest first\. Older ones: toolyard calls --before \d+$/)
  })

  it('shows every call once over the pages, and nothing after the last', async () => {
    const seen: string[] = []
    let page = await calls('--thread', 'many', '--limit', '10')
    for (;;) {
      seen.push(...ids(page))
      if (page.next === null) break
      page = await calls('--thread', 'many', '--limit', '10', '--before', String(page.next))
    }
    assert.deepEqual(
      seen,
      Array.from({ length: 25 }, (_, index) => `many-${25 - index}`),
    )
    const { out } = ok(await project.run(['calls', '--before', '1']))
    assert.equal(out, 'No older calls.\n')
  })

  it('repeats the filter in the command for the next page', async () => {
    const { out } = ok(await project.run(['calls', '--thread', 'many', '--since', '3d', '--limit', '2']))
    const [, command = ''] = /Older ones: toolyard (.*)$/m.exec(out) ?? []
    assert.match(command, /^calls --thread many --since 3d --limit 2 --before \d+$/)
    assert.match(ok(await project.run(command.split(' '))).out, /many-23/)
  })

  it('chooses by tool, thread, agent, status and time', async () => {
    assert.deepEqual(ids(await calls('--tool', 'trip')), ['trip-1'])
    assert.deepEqual(ids(await calls('--thread', 'few', '--status', 'error')), ['failed-1'])
    const ofAgent = await calls('--agent', 'helper')
    assert.deepEqual(
      ofAgent.calls.map(({ tool }) => tool),
      ['trip', 'get_weather'],
    )
    assert.deepEqual(ids(await calls('--since', '2100-01-01')), [])
    assert.equal((await calls('--since', '15m', '--limit', '100')).calls.length, 31)
  })

  it('makes control characters of a caller visible', async () => {
    const { out } = ok(await project.run(['calls', '--limit', '1', '--wide']))
    assert.equal(stripVTControlCharacters(out), out)
    assert.match(out, /⟨U\+001B⟩\[31mred .*⟨U\+202E⟩/)
  })

  it('says what to do where nothing matches', async () => {
    const none = ok(await project.run(['calls', '--tool', 'get_wheather']))
    assert.match(none.out, /^No call matches\. Did you mean "get_weather"\?/)
    await using empty = await makeCallsProject()
    assert.equal(ok(await empty.run(['calls'])).out, 'No calls yet. Make one: toolyard call NAME key=value\n')
    assert.deepEqual(json(ok(await empty.run(['calls', '--json-output']))), { calls: [], next: null })
  })

  for (const [what, args, says] of [
    ['a status that is none', ['--status', 'eror'], /"eror" is not a status\. Did you mean "error"\?/],
    ['a time that is none', ['--since', 'yesterday'], /"yesterday" is not a time[\s\S]*15m, 2h or 3d/],
    ['a limit that is none', ['--limit', 'all'], /"all" is not a number from 1 to 1000/],
    ['a page that is none', ['--before', '-1'], /not the mark of a page|argument missing/],
    ['a typo in a command', ['verfy'], /unknown command 'calls verfy'\. Did you mean "verify"\?/],
    ['a typo in a command with an id', ['sav', 'odd-1'], /Did you mean "save"\?/],
    [
      'a filter beside an id',
      ['odd-1', '--tool', 'trip'],
      /--tool chooses among calls, and "odd-1" names one/,
    ],
    ['an id that is not there', ['nope-1'], /the journal has no call "nope-1"/],
    ['an id of letters only that is not there', ['trip'], /the journal has no call "trip"/],
  ] as const) {
    it(`refuses ${what}`, async () => {
      const { code, out, err } = await project.run(['calls', ...args])
      assert.equal(code, 2)
      assert.equal(out, '')
      assert.match(err, says)
    })
  }

  for (const command of ['calls', 'calls show', 'calls verify', 'calls save']) {
    it(`has help for ${command} with an example to copy`, async () => {
      const { out } = ok(await project.run([...command.split(' '), '--help']))
      assert.match(out, new RegExp(`^  toolyard ${command}`, 'm'))
    })
  }
})

describe('the story of a call', { concurrency: 2 }, () => {
  const story = async (id: string): Promise<string> => ok(await project.run(['calls', id])).out

  it('tells who called, why, what was repaired and decided, and what came of it', async () => {
    const out = await story('odd-1')
    assert.match(out, /^get_weather {2}ok in /)
    assert.match(out, /^call +odd-1$/m)
    assert.match(out, /^came +\d{4}-\d\d-\d\d \d\d:\d\d:\d\d, .* through typescript$/m)
    assert.match(out, /^from +local, thread few$/m)
    assert.match(out, /^tool +read, version 1, fingerprint [0-9a-f]{12}$/m)
    assert.match(out, /^says +"to pack the right clothes"$/m)
    assert.match(out, /^decided +allow \[mode default\]$/m)
    assert.match(out, /validate +repaired: /)
    assert.match(out, /"city": "Rome"/)
    assert.match(out, /result\n {2}\{\n {4}"city": "Rome"/)
  })

  it('shows why it failed', async () => {
    assert.match(await story('failed-1'), /error\n {2}tool_failed: there is no such city/)
  })

  it('shows whom a call waits for, and that its tool was never started', async () => {
    const out = await story('note-1')
    assert.match(out, /^asked +apr_\S+ +nobody has answered \(pending\)$/m)
    assert.match(out, /the tool was never started/)
    assert.match(out, /confirm +asked for approval \(send_note: a rule says ask\)/)
  })

  it('leads to the calls inside it, and from there back', async () => {
    const out = await story('trip-1')
    const [, inner = ''] = /calls inside it\n.*\n.*\n? *(call_\w+)/.exec(out) ?? []
    assert.match(await story(inner), /^inside +call trip-1$/m)
    const whole = json<{ call: Call; inside: Call[] }>(
      ok(await project.run(['calls', 'show', 'trip-1', '--json-output'])),
    )
    assert.equal(whole.call.id, 'trip-1')
    assert.deepEqual(
      whole.inside.map(({ id }) => id),
      [inner],
    )
  })

  it('says that the tool has changed since', async () => {
    await using changing = await makeCallsProject()
    ok(await changing.run(['call', 'get_weather', 'city=Rome', '--id', 'before-1']))
    await changing.write(
      'tools/get-weather.ts',
      `/** Current weather, better. */
import { defineTool } from 'toolyard'
export default defineTool({ permission: 'read', effects: 'none', execute: () => 'sunny' })
`,
    )
    ok(await changing.run(['trust', '--yes']))
    ok(await changing.run(['sync']))
    assert.match(
      ok(await changing.run(['calls', 'before-1'])).out,
      /^tool +read, version 1, .*; it is at version 2 now$/m,
    )
  })
})

describe('calls stats', () => {
  it('counts calls by tool, with percentiles, and all of them in the last line', async () => {
    const { out } = ok(await project.run(['calls', 'stats']))
    const lines = stripVTControlCharacters(out).split('\n')
    assert.match(lines[0] ?? '', /^tool +calls +errors +denied +p50 +p95 +p99/)
    assert.match(out, /get_weather/)
    assert.match(out, /^all +\d+ +\d+/m)
    assert.match(out, /within 5 %/)
  })

  it('takes parts of names, groups by agent, and says it as JSON', async () => {
    const read = async (...flags: string[]) =>
      json<{ total: { calls: number }; names: readonly { name: string; calls: number }[] }>(
        ok(await project.run(['calls', 'stats', '--json-output', ...flags])),
      )
    const whole = await read()
    assert.ok(whole.total.calls > 25)
    assert.deepEqual(
      (await read('--tool', 'NOTE')).names.map(({ name }) => name),
      ['send_note'],
    )
    assert.deepEqual((await read('--by', 'agent')).names.map(({ name }) => name).toSorted(), ['', 'helper'])
    const wrong = await project.run(['calls', 'stats', '--by', 'tols'])
    assert.equal(wrong.code, 2)
    assert.match(wrong.err, /--by: "tols" is not known/)
  })
})
