/**
 * Another process swaps a folder and a file for links that lead out while they are searched: nothing outside is ever
 * told.
 */
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { openTree, type Tree } from './tree.ts'

const swapper = new URL('../files/swapper.mjs', import.meta.url).pathname
const secret = 'CANARY-OUTSIDE'
const rounds = 150

describe('a search in folders that another process swaps', () => {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'toolyard-search-swap-')))
  const [inside, outside] = [join(base, 'ws'), join(base, 'outside')]
  let tree: Tree
  let swapping: ChildProcess

  before(async () => {
    for (const folder of [join(inside, 'spot'), outside]) mkdirSync(folder, { recursive: true })
    writeFileSync(join(inside, 'spot/f.txt'), 'inside\n')
    writeFileSync(join(inside, 'flip.txt'), 'inside\n')
    writeFileSync(join(inside, 'still.txt'), 'inside\n')
    for (const name of ['f.txt', 'only-outside.txt']) writeFileSync(join(outside, name), `${secret}\n`)
    symlinkSync(outside, join(inside, 'spot-link'))
    symlinkSync(join(outside, 'f.txt'), join(inside, 'flip-link'))
    tree = await openTree(inside)
    swapping = spawn(process.execPath, [swapper, inside], { stdio: ['pipe', 'pipe', 'inherit'] })
    await once(swapping.stdout ?? swapping, 'data')
  })
  after(async () => {
    swapping.stdin?.end()
    if (swapping.exitCode === null) await once(swapping, 'exit')
    await tree[Symbol.asyncDispose]()
    rmSync(base, { recursive: true, force: true })
  })

  for (const output_mode of ['content', 'files', 'count'])
    it(`finds nothing outside in mode ${output_mode}`, async () => {
      for (let round = 0; round < rounds; round++) {
        const input = {
          pattern: secret,
          output_mode,
          path: round % 3 === 0 ? 'spot' : '.',
          offset: round % 2,
        }
        const { status, content } = await tree.call('grep', input)
        const text = JSON.stringify(content)
        if (status === 'ok')
          assert.match(
            text,
            /"No matches\.(?:\\nNothing from offset 1 on(?:: 0 matching lines in 0 files in all|: 0 files in all)?\.)?(?:\\n\d files were searched\.)?(?:\\nNot searched: \d (?:links?|files? .*)[^"]*)?"/,
          )
        else assert.match(text, /outside_workspace|not_found|neither a file nor a folder/)
      }
      assert.equal(swapping.exitCode, null, 'it was being swapped')
    })

  it('lists nothing outside', async () => {
    for (let round = 0; round < rounds; round++) {
      const { files } = await tree.glob({ pattern: '**/*' })
      assert.ok(!files.some((file) => file.includes('only-outside')), files.join())
      assert.ok(files.includes('still.txt'))
    }
  })
})
