/** Long answers are kept under names that only those know who were told them. */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { createToolyard, defineTool } from 'toolyard'
import { z } from 'zod'

const long = defineTool({
  name: 'long_answer',
  description: 'Answers more than is shown',
  category: 'test',
  inputSchema: z.strictObject({}),
  execute: async () => 'private\n'.repeat(9000),
})

describe('the handle of a stored result', () => {
  for (const kind of ['memory', 'sqlite'])
    it(`does not tell the handle of another one (${kind})`, async () => {
      const folder = await mkdtemp(join(tmpdir(), 'toolyard-handles-'))
      try {
        await using yard = await createToolyard({
          tools: [long],
          workspace: folder,
          ...(kind === 'sqlite' && { database: 'sqlite:yard.db' }),
        })
        const handles = [await yard.call('long_answer', {}), await yard.call('long_answer', {})].map(
          ({ handle }) => handle ?? '',
        )
        const [first = '', second = ''] = handles.map((handle) => handle.slice(-24))
        assert.match(first, /^[0-9a-f]{24}$/)
        assert.notEqual(first.slice(0, 12), second.slice(0, 12))
      } finally {
        await rm(folder, { recursive: true, force: true })
      }
    })
})
