import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openApiTools } from './index.ts'

const bad: readonly (readonly [unknown, RegExp])[] = [
  [null, /openapi must be an object/],
  [{}, /document must name a file or a URL/],
  [{ document: 'a', documents: 1 }, /openapi: "documents" is not a setting. Did you mean "document"\?/],
  [{ document: 'a', name: 'a b' }, /name "a b" can't stand before the name of a tool/],
  [{ document: 'a', include: ['a'] }, /include must be an object, not a list/],
  [{ document: 'a', include: { tag: ['a'] } }, /openapi.include: "tag" is not a setting/],
  [{ document: 'a', exclude: { paths: '/a' } }, /exclude.paths must be a list of words/],
  [{ document: 'a', provided: [1] }, /provided must be a list of words/],
  [{ document: 'a', maxTools: 0 }, /maxTools 0 is not a number of tools/],
  [{ document: 'a', checkAnswers: 'no' }, /checkAnswers must be true or false/],
  [{ document: 'a', baseUrl: 'example.com' }, /baseUrl "example.com" is not the URL of a service/],
  [{ document: 'a', auth: { type: 'bearer' } }, /auth.token is missing/],
  [{ document: 'a', headers: { 'a b': 'c' } }, /headers.a b "a b" is not a name of a header/],
  [{ document: 'a', timeoutMs: -1 }, /timeoutMs -1 is not a number/],
  [{ document: 'a', permission: 'all' }, /permission "all" is not known/],
]

describe('what a configuration says of a document', () => {
  for (const [spec, told] of bad)
    it(`is checked before anything is read: ${JSON.stringify(spec)}`, async () => {
      const { tools, problems } = await openApiTools(spec as never, {
        read: () => assert.fail('was read'),
      })
      assert.deepEqual(tools, [])
      assert.equal(problems.length, 1)
      assert.match(problems[0]?.reason ?? '', told)
    })
})
