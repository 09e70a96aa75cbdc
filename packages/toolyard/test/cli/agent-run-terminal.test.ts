/** An agent at work on a terminal, while a person is asked: the question stays as it was shown. */
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { stripVTControlCharacters } from 'node:util'
import { Project, type Running } from './cli.ts'
import { named, projectFiles } from './project.ts'

/** Reports on its way, prints on its own, and leaves a file when it has ended. */
const busy = `/** Works beside a question. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { defineTool } from 'toolyard'

export default defineTool({
  permission: 'read',
  effects: 'none',
  async execute(_input, { progress, workspace }) {
    for (let done = 1; done <= 5; done++) {
      progress({ done, total: 5, message: 'busy' })
      console.log('printed on its own')
      await sleep(100)
    }
    writeFileSync(join(workspace, 'busy.txt'), 'done')
    return 'busy no more'
  },
})
`

const scripts = {
  'scripts/two.json': [
    {
      calls: [
        { tool: 'pay', input: { amount: 5 } },
        { tool: 'busy', input: {} },
      ],
    },
    { text: 'Over.' },
  ],
  'scripts/edit.json': [
    { calls: [{ tool: 'read_file', input: { path: 'notes.txt' } }] },
    {
      calls: [
        { tool: 'edit_file', input: { path: 'notes.txt', old_string: 'second', new_string: 'the 2nd' } },
      ],
    },
    { text: 'Edited.' },
  ],
  'scripts/write.json': [
    { calls: [{ tool: 'write_file', input: { path: 'new.txt', content: 'one\ntwo\n' } }] },
    { text: 'Written.' },
  ],
}

const escape = String.fromCodePoint(27)
/** Longer than a few turns of what is drawn while calls run. */
const severalTicksMs = 900

describe('agent run on a terminal', { concurrency: 1 }, () => {
  let project: Project
  const start = (script: string): Running =>
    project.startOnTerminal(
      [...named, 'agent', 'run', 'helper', 'Please.', '--model', `scripted/scripts/${script}.json`],
      { columns: 80 },
    )

  before(async () => {
    const config = (projectFiles['toolyard.config.ts'] ?? '').replace("['system']", "['system', 'files']")
    project = await Project.make({
      ...projectFiles,
      'toolyard.config.ts': config,
      'tools/busy.ts': busy,
      'notes.txt': 'first\nsecond\nthird\n',
    })
    for (const [file, turns] of Object.entries(scripts)) await project.write(file, JSON.stringify(turns))
    const tools = 'pay,busy,read_file,edit_file,write_file'
    const made = await project.run([...named, 'agent', 'create', 'helper', '--tools', tools])
    assert.equal(made.code, 0, made.err)
  })
  after(() => project[Symbol.asyncDispose]())

  it('draws nothing while a question is open, whatever else goes on, and tells the rest afterwards', async () => {
    const running = start('two')
    await running.says(/Run it\? \[y\/N\] /)
    while (!existsSync(project.path('work/busy.txt'))) await sleep(20)
    await sleep(severalTicksMs)
    const { out } = running
    assert.match(stripVTControlCharacters(out), /Run it\? \[y\/N\] $/)
    assert.ok(!out.slice(out.indexOf('Run it?')).includes(`${escape}[2K`), 'nothing was erased')
    running.typeNow('ye')
    await running.says(/\[y\/N\] ye$/)
    await sleep(severalTicksMs)
    assert.match(stripVTControlCharacters(running.out), /\[y\/N\] ye$/)
    running.typeNow('s\r')
    const ended = await running.ended
    assert.equal(ended.code, 0, ended.out)
    const told = stripVTControlCharacters(ended.out)
    assert.match(told, /yes[^]*printed on its own[^]*✓ busy[^]*Over\./)
    assert.match(told, /✓ pay amount=5/)
  })

  it('shows an edit as a diff', async () => {
    const running = start('edit')
    await running.says(/what it would change:[^]*- second[^]*\+ the 2nd[^]*Run it\?/)
    running.type('y\n')
    assert.equal((await running.ended).code, 0)
  })

  it('shows a new file as a diff', async () => {
    const running = start('write')
    await running.says(/what it would change:[^]*\+ one\s[^]*\+ two\s[^]*Run it\?/)
    running.type('n\n')
    await running.ended
    assert.ok(!existsSync(project.path('work/new.txt')))
  })
})
