/** The examples of `grep`, `glob`, `git` and `lint` are calls that work anywhere, or about which a person is asked. */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { createToolyard, textOf, type ToolService } from '../../src/index.ts'

const names = ['grep', 'glob', 'git', 'lint']

describe('the examples of the tools that search', () => {
  let yard: ToolService
  let folder: string
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'toolyard-examples-'))
    yard = await createToolyard({ builtins: ['files', 'shell'], workspace: folder })
  })
  after(async () => {
    await yard.close()
    await rm(folder, { recursive: true, force: true })
  })

  for (const name of names)
    it(`of ${name} run in an empty folder`, async () => {
      const manifest = yard.registry.listAll().find((one) => one.name === name)
      assert.ok(manifest?.examples && manifest.examples.length >= 2)
      let ran = 0
      for (const { input } of manifest.examples) {
        const explained = await yard.explain(name, input)
        assert.ok('decision' in explained, JSON.stringify(explained))
        if (explained.decision.effect === 'ask') continue
        const result = await yard.call(name, input)
        assert.equal(result.status, 'ok', textOf(result))
        ran++
      }
      assert.ok(ran > 0)
    })

  it('are described in full', () => {
    for (const { name, inputSchema, description, tags } of yard.registry
      .listAll()
      .filter((one) => names.includes(one.name))) {
      const silent = Object.entries(inputSchema.properties ?? {}).filter(
        ([, schema]) => typeof schema === 'object' && !schema.description,
      )
      assert.deepEqual(
        silent.map(([parameter]) => parameter),
        [],
        name,
      )
      assert.ok(description.length > 40 && description.length <= 1024 && tags.length > 0, name)
    }
  })
})
