/** `toolyard agent run`: an agent at work in a terminal, in a pipe, and stopped in the middle. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { stripVTControlCharacters } from 'node:util'
import { json, Project } from './cli.ts'
import { named, projectFiles } from './project.ts'

const scripts = {
  'scripts/told.json': [{ text: 'I was told {{prompt}}' }],
  'scripts/echo.json': [
    { text: 'Let me see.', calls: [{ tool: 'echo', input: { text: 'one' } }] },
    { text: 'It said {{lastResult}}' },
  ],
  'scripts/denied.json': [{ calls: [{ tool: 'echo', input: { text: 'secret plan' } }] }, { text: 'Sorry.' }],
  'scripts/wait.json': [{ text: 'Waiting.', calls: [{ tool: 'wait', input: {} }] }, { text: 'Never.' }],
  'scripts/talk.json': [
    { calls: [{ tool: 'hold', input: {} }] },
    { calls: [{ tool: 'pay', input: { amount: 5 } }] },
    { text: 'I heard {{prompt}}' },
  ],
  'scripts/pay.json': [
    { calls: [{ tool: 'pay', input: { amount: 5 } }] },
    { text: 'Result: {{lastResult}}' },
  ],
  'scripts/many.json': Array.from({ length: 5 }, () => ({ calls: [{ tool: 'echo', input: { text: 'x' } }] })),
  'scripts/ask.json': [
    {
      calls: [
        {
          tool: 'ask_user_question',
          input: { questions: [{ question: 'Which one?', options: [{ label: 'Red' }, { label: 'Blue' }] }] },
        },
      ],
    },
    { text: 'Answer: {{lastResult}}' },
  ],
}

/** Waits until the file `go` is there. */
const hold = `/** Holds on. */
import { existsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { join } from 'node:path'
import { defineTool } from 'toolyard'

export default defineTool({
  permission: 'read',
  effects: 'none',
  async execute(_input, { workspace, signal }) {
    while (!existsSync(join(workspace, 'go'))) await sleep(20, undefined, { signal })
    return 'gone on'
  },
})
`

const words = (script: string) =>
  `agent run helper Please. --model scripted/scripts/${script}.json`.split(' ')

describe('toolyard agent run', () => {
  let project: Project
  const toolyard = (...args: (string | readonly string[])[]) => project.run([...named, ...args.flat()])
  const run = (script: string, ...args: string[]) =>
    toolyard('agent', 'run', 'helper', 'Please.', '--model', `scripted/scripts/${script}.json`, ...args)

  before(async () => {
    const config = (projectFiles['toolyard.config.ts'] ?? '').replace("['system']", "['system', 'collab']")
    project = await Project.make({ ...projectFiles, 'toolyard.config.ts': config, 'tools/hold.ts': hold })
    for (const [file, turns] of Object.entries(scripts)) await project.write(file, JSON.stringify(turns))
    const made = await toolyard(
      'agent',
      'create',
      'helper',
      '--tools',
      'echo,wait,hold,pay,ask_user_question',
    )
    assert.equal(made.code, 0, made.err)
  })
  after(() => project[Symbol.asyncDispose]())

  it('sends files along, and says what is wrong with one that it can not send', async () => {
    await project.write('notes.md', '# Heron')
    await project.write('logo.svg', '<svg/>')
    const { out, code, err } = await run('told', '--file', 'notes.md', '--file', 'logo.svg')
    assert.equal(code, 0, err)
    assert.match(
      out,
      /I was told Please\.\s+\[file "notes\.md": text\/markdown, 7 bytes.*"logo\.svg": image\/svg\+xml/s,
    )
    for (const [file, told] of [
      ['none.png', /none\.png.*no such file/s],
      ['scripts', /it is no file/],
    ] as const) {
      const failed = await run('told', '--file', file)
      assert.notEqual(failed.code, 0)
      assert.match(failed.err, told)
    }
  })

  it('prints what the agent says on standard output, and its calls and its end beside it', async () => {
    const { code, out, err } = await run('echo')
    assert.equal(code, 0, err)
    assert.equal(out, 'Let me see.\nIt said {"text":"one","mode":"plain"}\n')
    assert.match(
      err,
      /^… echo text=one\n✓ echo text=one [\d.]+ m?s\n2 steps, \d+ tokens, .*; run run_\w+\ngo on: /,
    )
  })

  it('takes settings for this run, and prints the result of a tool that ends it', async () => {
    const { code, out, err } = await run(
      'echo',
      '--stop-at-tool',
      'echo',
      '--temperature',
      '0',
      '--attempts',
      '2',
    )
    assert.equal(code, 0, err)
    assert.equal(out, 'Let me see.\n{"text":"one","mode":"plain"}\n')
    assert.match(err, /1 step, /)
    const wrong = await run('echo', '--settings', '{"toolChoise":"none"}')
    assert.equal(wrong.code, 2, wrong.err)
    assert.match(wrong.err, /"toolChoise" is not a setting\. Did you mean "toolChoice"\?/)
    const unknown = await run('echo', '--tool-choice', 'eccho')
    assert.match(
      unknown.err,
      /toolChoice names the tool "eccho", which the agent does not have\. Did you mean "echo"\?/,
    )
  })

  it('goes on with a thread, and lists its runs', async () => {
    const first = await run('echo', '--thread', 'monday')
    const second = await toolyard(
      'agent run helper Again. --thread monday --json-output --max-steps 1'.split(' '),
      ['--model', 'scripted/scripts/many.json'],
    )
    assert.deepEqual([first.code, second.code], [0, 1])
    const events = second.out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { type: string; threadId?: string; reason?: string })
    assert.deepEqual([events[0]?.type, events[0]?.threadId], ['started', 'monday'])
    assert.deepEqual([events.at(-1)?.type, events.at(-1)?.reason], ['done', 'max_steps'])
    const { runs } = json<{ runs: { threadId: string; status: string }[] }>(
      await toolyard('agent', 'runs', 'helper', '--json-output'),
    )
    assert.deepEqual(
      runs.slice(0, 2).map(({ threadId, status }) => [threadId, status]),
      [
        ['monday', 'incomplete'],
        ['monday', 'done'],
      ],
    )
    assert.match(
      (await toolyard('agent', 'runs', '--wide')).out,
      /run_\w+ +helper +incomplete .*monday +Again\./,
    )
  })

  it('shows a call that was refused with its reason, and goes on', async () => {
    const { code, out, err } = await run('denied')
    assert.deepEqual([code, out], [0, 'Sorry.\n'])
    assert.match(err, /✗ echo text="secret plan" denied .*\n {2}.*secrets stay here/)
  })

  it('says what is wrong with how it was called, with exit code 2', async () => {
    for (const [args, reason] of [
      [['agent', 'run', 'nobody', 'Hi'], /no agent named "nobody"/],
      [['agent', 'run', 'helper', 'Hi'], /agent "helper" has no model/],
      [['agent', 'run', 'helper', ' '], /the prompt is empty/],
      [['agent', 'run', 'helper', 'Hi', '--model', 'nope/x'], /no provider "nope"/],
    ] as const) {
      const { code, err } = await toolyard(...args)
      assert.equal(code, 2, err)
      assert.match(err, reason)
    }
    assert.equal((await run('none')).code, 1)
  })

  it('stops at Ctrl-C with a whole history, and the thread can be gone on with', async () => {
    const args = [
      'agent',
      'run',
      'helper',
      'Wait.',
      '--thread',
      'stopped',
      '--model',
      'scripted/scripts/wait.json',
    ]
    const running = project.start([...named, ...args])
    await running.says(/… wait/)
    running.child.kill('SIGINT')
    const { code, err } = await running.ended
    assert.equal(code, 130, err)
    assert.match(err, /✗ wait cancelled/)
    const { runs } = json<{ runs: { status: string; threadId: string }[] }>(
      await toolyard('agent', 'runs', '--json-output'),
    )
    assert.deepEqual([runs[0]?.threadId, runs[0]?.status], ['stopped', 'stopped'])
    const again = await run('echo', '--thread', 'stopped')
    assert.equal(again.code, 0, again.err)
  })

  it('waits for a worker where its process was killed, and gives way to the next run of its thread', async () => {
    const args = [
      'agent',
      'run',
      'helper',
      'Wait.',
      '--thread',
      'killed',
      '--model',
      'scripted/scripts/wait.json',
    ]
    const running = project.start([...named, ...args])
    await running.says(/… wait/)
    running.child.kill('SIGKILL')
    await running.ended
    const { runs } = json<{ runs: { status: string; threadId: string }[] }>(
      await toolyard('agent', 'runs', '--json-output'),
    )
    assert.deepEqual([runs[0]?.threadId, runs[0]?.status], ['killed', 'queued'])
    const again = await run('echo', '--thread', 'killed')
    assert.equal(again.code, 0, again.err)
    const later = json<{ runs: { status: string }[] }>(await toolyard('agent', 'runs', '--json-output'))
    assert.deepEqual(
      later.runs.slice(0, 2).map(({ status }) => status),
      ['done', 'unknown'],
    )
  })

  it('asks for approvals and answers in place on a terminal, and shows calls in one line', async () => {
    const pay = project.startOnTerminal([...named, ...words('pay')])
    await pay.says(/Run it\? \[y\/N/)
    pay.type('y\n')
    const paid = await pay.ended
    assert.equal(paid.code, 0)
    assert.match(stripVTControlCharacters(paid.out), /✓ pay amount=5[^]*Result: PAID 5/)
    const ask = project.startOnTerminal([...named, ...words('ask')])
    await ask.says(/Which one\? \[1-3\]/)
    ask.type('2\n')
    const asked = await ask.ended
    assert.equal(asked.code, 0)
    assert.match(stripVTControlCharacters(asked.out), /Answer: Which one\?\r?\n→ Blue/)
  })

  it('hears what is typed while it works, and leaves questions their answers', async () => {
    const talk = project.startOnTerminal([...named, ...words('talk')])
    await talk.says(/… hold/)
    talk.typeNow('also but')
    await talk.says(/> also but/)
    talk.typeNow('ter\r')
    await talk.says(/queued: also butter/)
    await project.write('go', '')
    await talk.says(/heard: also butter/)
    await talk.says(/Run it\? \[y\/N/)
    talk.type('y\n')
    const { code, out } = await talk.ended
    assert.equal(code, 0, out)
    assert.match(stripVTControlCharacters(out), /✓ pay amount=5[^]*I heard also butter/)
  })

  it('is stopped by Ctrl-C while lines can be typed', async () => {
    const waiting = project.startOnTerminal([...named, ...words('wait')])
    await waiting.says(/… wait/)
    waiting.typeNow('never s')
    await waiting.says(/> never s/)
    waiting.typeNow('\u0003')
    const { code, out } = await waiting.ended
    assert.notEqual(code, 0)
    assert.match(stripVTControlCharacters(out), /stopped/)
    assert.doesNotMatch(stripVTControlCharacters(out), /queued/)
  })

  it('does not run what needs a person where nobody is there', async () => {
    const { code, out } = await run('pay')
    assert.equal(code, 0)
    assert.match(out, /Result: denied: .*nobody to ask/)
  })
})
