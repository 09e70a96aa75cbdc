/** A small call that makes a large change is refused before it keeps everything else waiting. */
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { createToolyard, textOf } from 'toolyard'

describe('an edit', () => {
  let workspace: string
  before(async () => {
    workspace = await realpath(await mkdtemp(join(tmpdir(), 'toolyard-heavy-')))
  })
  after(() => rm(workspace, { recursive: true, force: true }))

  const refused = async (content: string, input: Record<string, unknown>, reason: RegExp): Promise<void> => {
    const path = join(workspace, 'a.txt')
    writeFileSync(path, content)
    await using yard = await createToolyard({
      builtins: ['files'],
      workspace,
      policy: { mode: 'accept-edits' },
    })
    const result = await yard.call('edit_file', { path: 'a.txt', ...input })
    assert.equal(result.error?.code, 'invalid_arguments')
    assert.match(textOf(result), reason)
    assert.equal(readFileSync(path, 'utf8'), content)
  }

  it('does not replace a letter by a book, everywhere', async () => {
    const input = { old_string: 'a', new_string: 'x'.repeat(50_000), replace_all: true }
    await refused('a'.repeat(3000), input, /would add more than \d+ bytes/)
  })

  it('does not grow step by step into what one step may not be', async () => {
    const edits = Array.from({ length: 6 }, () => ({
      old_string: 'a\n',
      new_string: `${'b'.repeat(20_000)}\na\n`,
      replace_all: true,
    }))
    await refused('a\n'.repeat(1000), { edits }, /would add more than \d+ bytes/)
  })

  it('does not change one letter in a million places, again and again', async () => {
    const edits = Array.from({ length: 10 }, (_, index) => ({
      old_string: index % 2 === 0 ? 'a' : 'b',
      new_string: index % 2 === 0 ? 'b' : 'a',
      replace_all: true,
    }))
    await refused('a'.repeat(100_000), { edits }, /more than \d+ replacements/)
    await refused('a'.repeat(1_000_000), edits[0] ?? {}, /more than \d+ replacements/)
  })
})
