import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createToolyard, registerTool } from '../index.ts'

const description = '读取文件内容'

describe('registerTool', () => {
  it('takes its facts one after the other, or as one object', async () => {
    const make = [
      registerTool('read_file', description, { path: String }),
      registerTool({ name: 'read_file', description, input_schema: { path: String } }),
      registerTool({ name: 'read_file', description, inputSchema: { path: String } }),
    ]
    for (const one of make) {
      const tool = one(({ path }) => `content of ${path}`)
      assert.deepEqual(tool.manifest.inputSchema.required, ['path'])
      await using yard = await createToolyard({ tools: [tool] })
      const { data } = await yard.call(tool, { path: 'a.txt' })
      assert.equal(data, 'content of a.txt')
    }
  })

  it('takes any other fact in the object, and refuses what is none', () => {
    const facts = { name: 'read_file', description, input_schema: { path: String } }
    const tool = registerTool({ ...facts, requires_confirmation: true, permission_class: 'READ' })(() => 1)
    assert.deepEqual([tool.manifest.confirm, tool.manifest.permission], [true, 'read'])
    const misspelt = { ...facts, requires_confirmaton: true }
    assert.throws(() => registerTool(misspelt)(() => 1), {
      code: 'invalid_definition',
      message: /"requires_confirmaton" is not a field/,
      hint: /"requires_confirmation"/,
    })
  })

  it('says which field of the short form has a type that it does not know, and what to write', () => {
    for (const wrong of [{ path: String, when: Date }, { when: Date }])
      assert.throws(() => registerTool('read_file', description, wrong)(() => 1), {
        code: 'invalid_definition',
        message: /Tool "read_file": inputSchema field "when" must be String, Number, .* not Date$/,
      })
    assert.throws(() => registerTool('read_file', description, { path: 'strng' } as object)(() => 1), {
      code: 'invalid_definition',
      message: /Tool "read_file": inputSchema field "path" must be String, Number, .* not "strng"$/,
    })
  })
})
