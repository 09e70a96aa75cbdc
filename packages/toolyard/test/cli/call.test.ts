/** `call`: how values are read, how answers are printed, how it ends. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { json, Project, type Ran } from './cli.ts'
import { named, projectFiles } from './project.ts'

interface Result {
  readonly status: string
  readonly data: unknown
  readonly error?: { readonly code: string }
}

let project: Project
before(async () => {
  project = await Project.make(projectFiles)
  await project.run([...named, 'ls'])
})
after(() => project[Symbol.asyncDispose]())

const call = (...words: string[]): Promise<Ran> => project.run([...named, 'call', ...words])
const echoed = async (...words: string[]): Promise<unknown> =>
  json<Result>(await call('echo', '--json-output', ...words)).data

describe('values on the command line', { concurrency: 4 }, () => {
  it('are read by the schema: text stays text, numbers and flags become what they are', async () => {
    assert.deepEqual(await echoed('text=42', 'times=42', 'loud=yes', 'mode=fancy'), {
      text: '42',
      times: 42,
      loud: true,
      mode: 'fancy',
    })
  })

  it('make a list when a key is repeated, and reach into objects with dots', async () => {
    assert.deepEqual(await echoed('tags=a', 'tags=b=c', 'user.name=Ann', 'user.age=7'), {
      tags: ['a', 'b=c'],
      user: { name: 'Ann', age: 7 },
      mode: 'plain',
    })
  })

  it('are JSON after :=', async () => {
    assert.deepEqual(await echoed('filter:={"year":[2024]}', 'tags:=["x"]', 'times:=3'), {
      filter: { year: [2024] },
      tags: ['x'],
      times: 3,
      mode: 'plain',
    })
  })

  it('come all at once as JSON, from an option, as the only word, or from standard input', async () => {
    assert.deepEqual(await echoed('{"text":"a word"}'), { text: 'a word', mode: 'plain' })
    assert.deepEqual(await echoed('--json', '{"text":"=x"}'), { text: '=x', mode: 'plain' })
    const piped = await project.run([...named, '--json-output', 'call', 'echo', '--json', '-'], {
      input: '{"text":"from a pipe"}\n',
    })
    assert.deepEqual(json<Result>(piped).data, { text: 'from a pipe', mode: 'plain' })
  })
})

describe('answers', { concurrency: 4 }, () => {
  it('spread JSON over lines, and leave text alone', async () => {
    assert.deepEqual(await call('echo', 'text=hi'), {
      code: 0,
      out: '{\n  "text": "hi",\n  "mode": "plain"\n}\n',
      err: '',
    })
  })

  it('print a stream as it comes, while the tool is still running', async () => {
    const running = project.start([...named, 'call', 'wait'])
    await running.says(/waiting/)
    running.child.kill('SIGINT')
    assert.equal((await running.ended).code, 130)
  })

  it('print what a streaming tool returns beside what it streamed', async () => {
    const { out, err } = await call('climb', 'steps=2')
    assert.equal(out, 'step 1\nstep 2\n{\n  "height": 40\n}\n')
    assert.equal(err, '', 'progress is for terminals')
  })

  it('print once what a command printed, and then how it ended', async () => {
    await using other = await Project.make({ 'toolyard.config.ts': 'export default {}' })
    const ran = await other.run([...named, '--mode', 'bypass', 'call', 'bash', 'command=echo no; exit 3'])
    assert.match(ran.out, /^no\n\[exit code 3 [^\n]*\]\n$/)
  })

  it('are one line of JSON for each event with --stream --json-output', async () => {
    const { code, out } = await call('climb', 'steps=1', '--stream', '--json-output')
    assert.equal(code, 0)
    const events = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { type: string; data?: string; result?: Result })
    assert.deepEqual(
      events.map(({ type }) => type),
      ['started', 'progress', 'chunk', 'result'],
    )
    assert.equal(events[2]?.data, 'step 1\n')
    assert.deepEqual(events[3]?.result?.data, { height: 20 })
  })

  it('are alone on standard output, whatever the tool prints there', async () => {
    const { out, err } = await call('chatty', '--json-output')
    assert.equal(json<Result>({ code: 0, out, err }).data, 'the answer')
    assert.match(err, /debug one\ndebug two/)
  })
})

describe('the exit code', { concurrency: 4 }, () => {
  it('is 1 where the tool fails, with its message and hint on standard error', async () => {
    assert.deepEqual(await call('fail'), {
      code: 1,
      out: '',
      err: 'not_found: there is no such thing\n  Look elsewhere.\n',
    })
  })

  it('is 2 where the file of the tool could not be loaded, and says why', async () => {
    await using other = await Project.make({ ...projectFiles, 'tools/broken.ts': 'export default {' })
    const { code, err } = await other.run([...named, 'call', 'broken'])
    assert.equal(code, 2)
    assert.match(err, /there is no tool named "broken"[\s\S]*not loaded: tools\/broken\.ts: Syntax error/)
  })

  it('is 2 where arguments are wrong, with the name that was probably meant', async () => {
    const { code, err } = await call('echo', 'txt=hi')
    assert.equal(code, 2)
    assert.match(err, /txt: is not a known parameter\. Did you mean "text"\?/)
  })

  it('is 3 where policy denies, or where somebody would have to be asked and nobody can be', async () => {
    const denied = await call('echo', 'text=secret plans', '--json-output')
    assert.equal(denied.code, 3)
    assert.equal(json<Result>(denied).error?.code, 'denied')
    const unasked = await call('pay', 'amount=1')
    assert.equal(unasked.code, 3)
    assert.match(unasked.err, /nobody to ask/)
    assert.doesNotMatch(unasked.out, /PAID/)
  })

  it('is 0 where the mode of the command line lifts the question', async () => {
    const { code, out } = await project.run([...named, '--mode', 'bypass', 'call', 'pay', 'amount=1'])
    assert.equal(code, 0)
    assert.equal(out, 'PAID 1\n')
  })
})

describe('another workspace', () => {
  it('leaves the tools of the configuration where they are', async () => {
    await using elsewhere = await Project.make()
    const { code, out } = await project.run([
      ...named,
      '--workspace',
      elsewhere.folder,
      'call',
      'echo',
      'text=hi',
    ])
    assert.equal(code, 0)
    assert.match(out, /"hi"/)
  })
})
