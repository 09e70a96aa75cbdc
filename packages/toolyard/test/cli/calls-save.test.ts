/** `calls save`: a call that was made becomes an example that `check` runs. */
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { after, before, describe, it } from 'node:test'
import { json, type Project } from './cli.ts'
import { makeCallsProject, ok, openProject } from './calls-project.ts'

const keeper = `/** Tells what it was given. */
import { defineTool } from 'toolyard'
import { z } from 'zod'

export default defineTool({
  inputSchema: z.object({ note: z.string().describe('A note'), account: z.string().describe('Whose') }),
  provided: ['account'],
  permission: 'read',
  effects: 'none',
  examples: [{ input: { note: 'there already' } }],
  execute: ({ note, account }) => ({ note, account }),
})
`

const config = `import { defineConfig } from 'toolyard'

export default defineConfig({ toolFolders: ['tools'], provide: () => ({ account: 'c-ann' }) })
`

let project: Project
before(async () => {
  project = await makeCallsProject({ 'tools/keep-note.ts': keeper, 'toolyard.config.ts': config })
  await using yard = await openProject(project)
  await yard.call('get_weather', { city: 'Rome' }, { callId: 'rome-1' })
  await yard.call('get_weather', { city: 'Rome' }, { callId: 'rome-2' })
  await yard.call('get_weather', { city: 'Atlantis' }, { callId: 'failed-1' })
  const provided = { account: 'c-ann' }
  await yard.call('keep_note', { note: 'milk' }, { callId: 'keep-1', provided })
  await yard.call('keep_note', { note: 'there already' }, { callId: 'keep-2', provided })
  await yard.call('keep_note', { note: 'password: hunter2hunter2' }, { callId: 'secret-1', provided })
  await project.write('go', '')
  await yard.call('build', { until: 'go' }, { callId: 'build-1' })
})
after(() => project[Symbol.asyncDispose]())

const saved = async (tool: string): Promise<unknown> =>
  JSON.parse(await readFile(project.path(`work/tools/${tool}.examples.json`), 'utf8'))
const examplesRun = async (): Promise<number> =>
  json<{ examples: { run: number } }>(await project.run(['check', '--json-output'])).examples.run

describe('calls save', { concurrency: 1 }, () => {
  it('keeps arguments and answer beside the tool file; check runs them, and show lists them', async () => {
    const atFirst = await examplesRun()
    const { out } = ok(await project.run(['calls', 'save', 'rome-1', '--title', 'Rome is warm']))
    assert.match(out, /^saved in tools\/get-weather\.examples\.json {2}get_weather city=Rome unit=celsius\n/)
    const example = {
      title: 'Rome is warm',
      input: { city: 'Rome', unit: 'celsius' },
      output: { city: 'Rome', unit: 'celsius', degrees: 21 },
    }
    assert.deepEqual(await saved('get-weather'), { get_weather: [example] })
    assert.equal(await examplesRun(), atFirst + 1)
    assert.match(ok(await project.run(['show', 'get_weather'])).out, /^Rome is warm\n {2}\{"city":"Rome"/m)
  })

  it('makes one example of the same call, however often it is saved', async () => {
    const once = await saved('get-weather')
    assert.match(ok(await project.run(['calls', 'save', 'rome-1'])).out, /^is there already: tools/)
    const again = json(ok(await project.run(['calls', 'save', 'rome-2', '--json-output'])))
    assert.equal(again['outcome'], 'unchanged')
    assert.deepEqual(await saved('get-weather'), once)
    const own = ok(await project.run(['calls', 'save', 'keep-2', '--no-output']))
    assert.match(own.out, /^is there already: tools\/keep-note\.ts/)
    assert.ok(!existsSync(project.path('work/tools/keep-note.examples.json')))
  })

  it('makes check fail where the tool answers otherwise from then on', async () => {
    const file = project.path('work/tools/get-weather.ts')
    const source = await readFile(file, 'utf8')
    await project.write('tools/get-weather.ts', source.replace('degrees: 21', 'degrees: 20'))
    const { code, out } = await project.run(['--trust-changes', 'check'])
    await project.write('tools/get-weather.ts', source)
    await project.run(['trust'])
    assert.equal(code, 1)
    assert.match(
      out,
      /get_weather: example "Rome is warm" \(saved in tools\/get-weather\.examples\.json\): answered .*20/,
    )
  })

  it('leaves out what the application provides', async () => {
    ok(await project.run(['calls', 'save', 'keep-1', '--no-output']))
    assert.deepEqual(await saved('keep-note'), { keep_note: [{ input: { note: 'milk' } }] })
    await rm(project.path('work/tools/keep-note.examples.json'))
  })

  for (const [what, args, says] of [
    ['a call that failed', ['failed-1'], /ended with error, and an example must work/],
    ['a call that failed, forced or not', ['failed-1', '--force'], /an example must work/],
    [
      'arguments out of which a secret was taken',
      ['secret-1', '--force'],
      /a secret was taken out of the arguments/,
    ],
    ['a call that changes something', ['build-1'], /changes something \(write\)[\s\S]*--force/],
    ['a call that is not there', ['nope-1'], /the journal has no call "nope-1"/],
  ] as const) {
    it(`refuses ${what}, and writes nothing`, async () => {
      const { code, out, err } = await project.run(['calls', 'save', ...args])
      assert.equal(code, 2)
      assert.equal(out, '')
      assert.match(err, says)
      assert.ok(!existsSync(project.path('work/tools/build.examples.json')))
      assert.ok(!existsSync(project.path('work/tools/keep-note.examples.json')))
    })
  }

  it('saves a call that changes something where it is forced, without an answer that may be another', async () => {
    const { err } = ok(await project.run(['calls', 'save', 'build-1', '--force']))
    assert.match(err, /Without its answer, which may be another one next time \(effects local_state\)/)
    assert.deepEqual(await saved('build'), { build: [{ input: { until: 'go' } }] })
    await rm(project.path('work/tools/build.examples.json'))
  })

  it('never writes over a file that it can not read, and check tells of it', async () => {
    await project.write('tools/trip.examples.json', '{ "trip": 5 }')
    await project.write('tools/survey.examples.json', '{ "surwey": [] }')
    ok(await project.run(['call', 'trip', 'city=Rome', '--id', 'trip-1']))
    const refused = await project.run(['calls', 'save', 'trip-1'])
    assert.equal(refused.code, 2)
    assert.match(refused.err, /trip\.examples\.json is not an object with a list of examples/)
    assert.deepEqual(await saved('trip'), { trip: 5 })
    const { code, out } = await project.run(['check'])
    assert.equal(code, 1)
    assert.match(out, /tools\/trip\.examples\.json: is not an object/)
    assert.match(
      out,
      /tools\/survey\.examples\.json: has examples of "surwey", which is no tool of the file beside/,
    )
  })

  it('shows what to write where a tool has no file of its own', async () => {
    await project.write(
      'code.config.ts',
      `import { defineConfig, defineTool } from 'toolyard'
const hello = defineTool({ name: 'hello', description: 'Greets.', inputSchema: { who: String }, permission: 'read', effects: 'none', execute: ({ who }) => \`Hello, \${who}!\` })
export default defineConfig({ tools: [hello] })
`,
    )
    const code = ['--config', 'code.config.ts']
    ok(await project.run([...code, 'call', 'hello', 'who=Ann', '--id', 'hello-1']))
    const { err } = await project.run([...code, 'calls', 'save', 'hello-1'])
    assert.match(err, /"hello" does not come from a tool file/)
    assert.match(err, /\{"input":\{"who":"Ann"\},"output":"Hello, Ann!"\}/)
  })
})
