/** The examples that the file tools show to models work, in a workspace that has the files they speak of. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { textOf } from 'toolyard'
import { openBench } from './support.ts'

const tools = ['read_file', 'write_file', 'edit_file', 'list_dir', 'undo']

describe('the examples of the file tools', () => {
  for (const tool of tools) {
    it(`work, every one of ${tool}`, async () => {
      await using bench = await openBench()
      bench.put('README.md', '# Read me\n')
      bench.put('src/index.ts', "const limit = 10\noldName(1)\noldName('1.0.0')\n")
      for (const path of ['a.txt', 'b.txt', 'c.txt']) await bench.ok('write_file', { path, content: path })
      const examples = bench.yard.registry.get(tool)?.manifest.examples ?? []
      assert.ok(examples.length > 0)
      for (const { input } of examples) {
        const result = await bench.call(tool, input)
        assert.equal(result.status, 'ok', textOf(result))
      }
    })
  }
})
