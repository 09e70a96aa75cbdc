import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { createToolyard } from '../../index.ts'
import { openDoor } from './token-file.ts'

describe('the first token', () => {
  it('is one for all who start at the same time, and leaves nothing else behind', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'toolyard-token-'))
    await using yard = await createToolyard()
    try {
      for (let round = 0; round < 20; round++) {
        const file = join(folder, `token-${round}`)
        // What is no token is replaced.
        if (round % 2 === 1) await writeFile(file, 'half')
        const open = async (): Promise<string | undefined> =>
          (await openDoor(yard, { own: undefined, file: () => file })).token
        const tokens = new Set(await Promise.all(Array.from({ length: round % 2 === 1 ? 1 : 20 }, open)))
        assert.equal(tokens.size, 1)
        assert.ok(tokens.has((await readFile(file, 'utf8')).trim()))
      }
      assert.equal((await readdir(folder)).length, 20)
    } finally {
      await rm(folder, { recursive: true })
    }
  })
})
