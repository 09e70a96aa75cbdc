/** `toolyard runs`: what agents did in a terminal, one run as a timeline, and two side by side. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { stripVTControlCharacters } from 'node:util'
import { json, Project } from './cli.ts'
import { named, projectFiles } from './project.ts'

const turns = [
  { text: 'Let me see.', calls: [{ tool: 'echo', input: { text: 'one' } }] },
  { text: 'It said {{lastResult}}' },
]

describe('toolyard runs', () => {
  let project: Project
  let ids: readonly string[]
  const toolyard = (...args: string[]) => project.run([...named, ...args])

  before(async () => {
    project = await Project.make(projectFiles)
    await project.write('scripts/echo.json', JSON.stringify(turns))
    await project.write('scripts/short.json', JSON.stringify([{ text: 'It said nothing' }]))
    await toolyard('agent', 'create', 'helper', '--tools', 'echo')
    for (const script of ['echo', 'short'])
      await toolyard('agent', 'run', 'helper', 'Please\u202E.', '--model', `scripted/scripts/${script}.json`)
    const { runs } = json<{ runs: { id: string }[] }>(await toolyard('runs', '--json-output'))
    ids = runs.map(({ id }) => id).toReversed()
  })
  after(() => project[Symbol.asyncDispose]())

  it('lists them with what they used, by part of a name and by status', async () => {
    const { code, out } = await toolyard('runs', '--name', 'ELP')
    assert.equal(code, 0)
    assert.match(out, /^agent +status +steps +tokens +took +started +task$/m)
    assert.match(out, /^helper +done +2 +\d+ +[\d.]+m?s /m)
    assert.match((await toolyard('runs', '--status', 'failed')).out, /^No runs\./)
    const wrong = await toolyard('runs', '--status', 'finnished')
    assert.equal(wrong.code, 2)
    assert.match(wrong.err, /no status "finnished"/)
    const page = json<{ runs: unknown[]; next: number }>(
      await toolyard('runs', '--limit', '1', '--json-output'),
    )
    const rest = await toolyard('runs', '--before', String(page.next), '--json-output')
    assert.deepEqual(
      json<{ runs: { id: string }[] }>(rest).runs.map(({ id }) => id),
      [ids[0]],
    )
  })

  it('shows one as a timeline within 80 columns, in colours on a terminal alone', async () => {
    const words = ['runs', 'show', ids[0] ?? '']
    const [piped, shown] = await Promise.all([
      toolyard(...words),
      project.startOnTerminal([...named, ...words], { columns: 80 }).ended,
    ])
    assert.equal(piped.code, 0, piped.err)
    assert.equal(piped.out, stripVTControlCharacters(piped.out))
    assert.notEqual(shown.out, stripVTControlCharacters(shown.out))
    for (const out of [piped.out, stripVTControlCharacters(shown.out)]) {
      assert.match(out, /^helper {2}done in [\d.]+m?s$/m)
      assert.match(out, /^step 1 +█+ +\d+m?s *$/m)
      assert.match(out, /^ {2}echo +▓+ +\d+m?s *$/m)
      assert.match(out, /^step 2 +█/m)
      assert.match(out, /Please⟨U\+202E⟩\./)
      assert.ok(out.split(/\r?\n/).every((line) => line.length <= 80))
    }
    const { spans, summary } = json<{ spans: { kind: string }[]; summary: { calls: number } }>(
      await toolyard(...words, '--json-output'),
    )
    assert.deepEqual([spans.map(({ kind }) => kind), summary.calls], [['step', 'call', 'step'], 1])
    const none = await toolyard('runs', 'show', 'run_none')
    assert.equal(none.code, 2)
    assert.match(none.err, /there is no run "run_none"/)
  })

  it('compares two', async () => {
    const { code, out } = await toolyard('runs', 'compare', ids[0] ?? '', ids[1] ?? '')
    assert.equal(code, 0)
    assert.match(out, /^steps +2 +1$/m)
    assert.match(out, /^tools +echo × 1 +–$/m)
    assert.match(out, /^ {2}- It said \{"text":"one"/m)
    assert.match(out, /^ {2}\+ It said nothing$/m)
  })
})
