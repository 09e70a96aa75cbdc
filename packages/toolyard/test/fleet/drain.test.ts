/** A worker that is told to end hands its runs over to another one, between two steps. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Project } from '../cli/cli.ts'
import { named } from '../cli/project.ts'
import { ask, engineKinds, linesOf, until, urlOf } from './fleet-project.ts'

const config = `import { defineConfig } from 'toolyard'

export default defineConfig({
  toolFolders: ['tools'],
  builtins: [],
  policy: { allow: ['mark'] },
})
`
/** Begins, and goes on until the test says so. */
const mark = `/** Leaves a mark. */
import { appendFileSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { defineTool } from 'toolyard'

export default defineTool({
  inputSchema: { name: String },
  permission: 'write',
  effects: 'db_write',
  async execute({ name }, { workspace, signal }) {
    const note = (word) => appendFileSync(join(workspace, 'marks.txt'), \`\${word} \${name} \${process.pid}\\n\`)
    note('begun')
    while (!existsSync(join(workspace, \`go-\${name}\`))) await sleep(20, undefined, { signal })
    note('done')
    return 'marked'
  },
})
`
const step = (name: string) => ({ calls: [{ tool: 'mark', input: { name } }] })
const files = {
  'toolyard.config.ts': config,
  'tools/mark.ts': mark,
  'script.json': JSON.stringify([step('one'), step('two'), { text: 'Done.' }]),
}

interface Run {
  readonly status: string
  readonly attempt: number
}

async function startRun(url: string): Promise<string> {
  const agent = { name: 'helper', model: 'scripted/script.json', toolIds: ['mark'] }
  assert.equal((await ask(url, '/api/agents', agent)).status, 201)
  const started = await ask(url, '/api/agents/helper/runs', { prompt: 'Go.' })
  assert.equal(started.status, 202, await started.clone().text())
  return ((await started.json()) as { runId: string }).runId
}

const runOf = async (url: string, id: string): Promise<Run> =>
  (await (await ask(url, `/api/runs/${id}`)).json()) as Run

describe('a worker that is told to end', () => {
  for (const { name, environment } of engineKinds()) {
    it(`lets the step end, hands the run over and goes, on ${name}`, async () => {
      await using project = await Project.alone(files)
      const env = await environment()
      const server = project.start([...named, 'serve', '--no-work', '--port', '0'], { env })
      const url = await urlOf(server)
      const first = project.start([...named, 'worker'], { env })
      await first.says(/Working on .*runs@/)
      const id = await startRun(url)
      await until(async () => (await linesOf(project)).length === 1, 'the first step')
      const second = project.start([...named, 'worker'], { env })
      await second.says(/Working on .*runs@/)
      first.child.kill('SIGTERM')
      await project.write('go-one', '')
      assert.equal((await first.ended).code, 0, first.err)
      await until(async () => (await linesOf(project)).length === 3, 'the second step')
      await project.write('go-two', '')
      await until(async () => (await runOf(url, id)).status === 'done', 'the end')
      const [one, two] = [first.child.pid, second.child.pid]
      assert.deepEqual(await linesOf(project), [
        `begun one ${one}`,
        `done one ${one}`,
        `begun two ${two}`,
        `done two ${two}`,
      ])
    })
  }

  it('ends at once at the second signal, and another worker takes the run up', async () => {
    await using project = await Project.alone(files)
    const env = { TOOLYARD_TOKEN: 'a'.repeat(40) }
    const server = project.start([...named, 'serve', '--no-work', '--port', '0'], { env })
    const url = await urlOf(server)
    const first = project.start([...named, 'worker'], { env })
    await first.says(/Working on .*runs@/)
    const id = await startRun(url)
    await until(async () => (await linesOf(project)).length === 1, 'the first step')
    first.child.kill('SIGTERM')
    first.child.kill('SIGINT')
    first.child.kill('SIGTERM')
    const { code } = await first.ended
    assert.ok(code === 130 || code === 143, `${code}`)
    await project.write('go-one', '')
    await project.write('go-two', '')
    const second = project.start([...named, 'worker'], { env })
    await second.says(/Working on .*runs@/)
    await until(async () => (await runOf(url, id)).status === 'done', 'the end')
    // Whether the call that was cut off did its work is not known: it is not made again.
    assert.deepEqual(
      (await linesOf(project)).map((line) => line.split(' ').slice(0, 2).join(' ')),
      ['begun one', 'begun two', 'done two'],
    )
  })
})
