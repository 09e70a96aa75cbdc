/** What was attached to a run, and what it wrote, when its process is killed in the middle and another takes it up. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import type { Turn } from './company.ts'
import { openDurable } from './durable-yard.ts'
import { pixel } from './sample-files.ts'

const program = join(import.meta.dirname, 'durable-process.ts')

async function folderWith(test: TestContext, turns: readonly Turn[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'toolyard-durable-'))
  test.after(() => rm(folder, { recursive: true, force: true }))
  await mkdir(join(folder, 'scripts'))
  await writeFile(join(folder, 'scripts', 'worker.json'), JSON.stringify(turns))
  await using yard = await openDurable(folder, { engine: { work: false } })
  const toolIds = ['mark', 'write_file', 'edit_file']
  await yard.agents.create({ name: 'worker', model: 'scripted/scripts/worker.json', toolIds })
  return folder
}

describe('a run that outlives its process', () => {
  it('still knows what was attached and what it wrote when its process dies in the middle', async (test) => {
    const path = 'out.txt'
    const write = { tool: 'write_file', input: { path, content: 'A heron.' } }
    // One after the other: when the second is seen, the first has ended.
    const edit = { tool: 'edit_file', input: { path, old_string: 'heron', new_string: 'crane' } }
    const mark = { tool: 'mark', input: { text: 'out.txt has crane' } }
    const folder = await folderWith(test, [{ calls: [write, edit, mark] }, { text: 'Told: {{prompt}}' }])
    await writeFile(join(folder, 'attached.png'), pixel)
    const args = [folder, 'worker', 'run_1', 'after out.txt has crane']
    const child = spawn(process.execPath, ['--conditions=@toolyard/source', program, ...args], {
      stdio: 'ignore',
    })
    await once(child, 'exit')
    assert.equal(await readFile(join(folder, path), 'utf8'), 'A crane.')
    await using yard = await openDurable(folder)
    const run = await yard.runs.endOf('run_1')
    assert.equal(run.status, 'done')
    assert.match(run.result ?? '', /Told: Go\.\n\[image "attached\.png": image\/png, 1×1, 70 bytes, att_/)
    assert.deepEqual(await yard.runs.files(run), [
      {
        path,
        tool: 'write_file',
        runId: 'run_1',
        exists: true,
        bytes: 8,
        mediaType: 'text/plain',
      },
    ])
    const [said] = await yard.store.threads.messages(run.threadId)
    const image = said?.parts.find((part) => part.type === 'image')
    const kept = await yard.store.attachments.read(run.threadId, image?.handle ?? '')
    assert.deepEqual(Buffer.from(kept?.bytes ?? []), pixel)
  })
})
