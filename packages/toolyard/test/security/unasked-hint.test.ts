/** What a call that nobody can approve is told: a rule for this call, never one that opens the whole tool. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { createToolyard } from '../../src/index.ts'

const workspace = mkdtempSync(join(tmpdir(), 'toolyard-unasked-'))
after(() => rmSync(workspace, { recursive: true, force: true }))

async function hintOf(tool: string, input: object): Promise<string> {
  await using yard = await createToolyard({ workspace, builtins: ['files', 'shell', 'collab'] })
  const { error } = await yard.call(tool, input)
  assert.equal(error?.code, 'denied')
  return error?.hint ?? ''
}

describe('a call that nobody can approve', () => {
  it('is told the narrowest rule that would allow it', async () => {
    assert.match(await hintOf('bash', { command: 'ls' }), /such as allow: \['bash\(ls\)'\]/)
    assert.match(
      await hintOf('write_file', { path: 'a.txt', content: '' }),
      /such as allow: \['write_file\(a\.txt\)'\]/,
    )
  })

  it('is told of no rule where none says just this', async () => {
    for (const command of ['touch x', 'sh -c ls', 'ls; rm -r x'])
      assert.match(await hintOf('bash', { command }), /Allow it with a rule, or in another mode/, command)
  })
})
