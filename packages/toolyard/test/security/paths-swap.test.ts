/** Another process swaps a folder and a file for links that lead out: nothing outside is ever read or written. */
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { ToolyardError } from 'toolyard'
import { type Workspace } from '../../src/host/index.ts'
import { createWorkspace } from '../../src/host/files/index.ts'

const script = new URL('../files/swapper.mjs', import.meta.url).pathname
const secret = 'CANARY-OUTSIDE'

describe('a workspace whose folders another process swaps', () => {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'swap-')))
  const [inside, outside] = [join(base, 'ws'), join(base, 'outside')]
  let files: Workspace
  let swapper: ChildProcess

  before(async () => {
    for (const folder of [join(inside, 'spot'), outside]) {
      mkdirSync(join(folder, 'sub'), { recursive: true })
      writeFileSync(join(folder, 'sub/f.txt'), folder === outside ? secret : 'inside')
    }
    writeFileSync(join(outside, 'sub/g.txt'), secret)
    writeFileSync(join(inside, 'spot/f.txt'), 'inside')
    writeFileSync(join(inside, 'flip.txt'), 'inside')
    writeFileSync(join(outside, 'f.txt'), secret)
    symlinkSync(outside, join(inside, 'spot-link'))
    symlinkSync(join(outside, 'f.txt'), join(inside, 'flip-link'))
    files = createWorkspace({ workspace: inside })
    swapper = spawn(process.execPath, [script, inside], { stdio: ['pipe', 'pipe', 'inherit'] })
    await once(swapper.stdout ?? swapper, 'data')
  })
  after(async () => {
    swapper.stdin?.end()
    if (swapper.exitCode === null) await once(swapper, 'exit')
    rmSync(base, { recursive: true, force: true })
  })

  const isLive = (good: number, refused: number): boolean =>
    good > 0 && refused > 0 && swapper.exitCode === null

  it('leaks nothing in 50,000 reads', async () => {
    const paths = ['spot/f.txt', 'flip.txt', 'spot/sub/f.txt']
    let [good, refused] = [0, 0]
    for (let count = 0; count < 50_000; count++) {
      try {
        using file = files.openRead(paths[count % paths.length] ?? '')
        const content = (await file.readPart(0, 100)).toString()
        assert.equal(content, 'inside')
        good++
      } catch (error) {
        if (!ToolyardError.isInstance(error)) throw error
        refused++
      }
    }
    assert.ok(isLive(good, refused), `${good} done, ${refused} refused: the race did not happen`)
  })

  it('lists nothing from outside in 5,000 looks', async () => {
    let [good, refused] = [0, 0]
    for (let count = 0; count < 5000; count++) {
      try {
        using folder = files.openFolder('spot/sub')
        const names = (await folder.entries()).map(({ name }) => name)
        assert.deepEqual(names, ['f.txt'])
        assert.equal(folder.stat('f.txt')?.size, BigInt('inside'.length))
        good++
      } catch (error) {
        if (!ToolyardError.isInstance(error)) throw error
        refused++
      }
    }
    assert.ok(isLive(good, refused), `${good} done, ${refused} refused: the race did not happen`)
  })

  it('writes nothing outside in 10,000 writes', async () => {
    let [good, refused, next] = [0, 0, 0]
    const writer = async (): Promise<void> => {
      while (next < 10_000) {
        const count = next++
        const path =
          count % 10 === 0 ? `spot/sub/made-${count % 7}/new.txt` : `spot/sub/new-${count % 50}.txt`
        try {
          await files.write(path, [Buffer.from(`write ${count}`)], {
            mode: count % 3 === 0 ? 'append' : 'overwrite',
          })
          good++
        } catch (error) {
          if (!ToolyardError.isInstance(error)) throw error
          refused++
        }
      }
    }
    await Promise.all(Array.from({ length: 16 }, writer))
    assert.ok(isLive(good, refused), `${good} done, ${refused} refused: the race did not happen`)
    assert.deepEqual(readdirSync(outside, { recursive: true }).map(String).toSorted(), [
      'f.txt',
      'sub',
      'sub/f.txt',
      'sub/g.txt',
    ])
    assert.equal(readFileSync(join(outside, 'f.txt'), 'utf8'), secret)
  })
})
