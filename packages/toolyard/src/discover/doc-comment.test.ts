import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { docCommentOf } from './doc-comment.ts'
import { hasDecorator, hasModuleSyntax, maskSource } from './mask-source.ts'

describe('doc comments', () => {
  it("takes the first line of the file's leading comment for the default export", () => {
    const source = "/**\n * Current weather.\n * More.\n */\nimport x from 'x'\n\nexport default { x }\n"
    assert.equal(docCommentOf(source, 'default'), 'Current weather.')
  })

  it('finds the leading comment behind a shebang and line comments', () => {
    const source = '#!/usr/bin/env node\n// eslint-disable\n/** Current weather. */\nexport default {}'
    assert.equal(docCommentOf(source, 'default'), 'Current weather.')
  })

  it('prefers the comment right above the default export to the one at the top', () => {
    const source = '/** Helpers. */\nconst a = 1\n/** The tool. */\nexport default { a }'
    assert.equal(docCommentOf(source, 'default'), 'The tool.')
  })

  it('passes over a licence', () => {
    assert.equal(
      docCommentOf('/** @license MIT */\n/** The tool. */\nimport "x"\nexport default {}', 'default'),
      'The tool.',
    )
  })

  it('does not take a comment that stands below code for the leading one', () => {
    assert.equal(docCommentOf('const a = 1 /** a */\nconst b = 2\nexport default {}', 'default'), undefined)
  })

  it('takes the comment above a named export, and not the one above its neighbour', () => {
    const source =
      '/** One. */\nexport const one = 1\nexport const two = 2\n/** Three. */\n// note\nexport const three = 3'
    assert.deepEqual(
      ['one', 'two', 'three'].map((name) => docCommentOf(source, name)),
      ['One.', undefined, 'Three.'],
    )
  })

  it('follows an export to its declaration', () => {
    const source =
      '/** Local. */\nconst local = 1\n/** Main. */\nconst main = 2\nexport { local as shown }\nexport default main'
    assert.equal(docCommentOf(source, 'shown'), 'Local.')
    assert.equal(docCommentOf(source, 'default'), 'Main.')
  })

  it('steps over decorators, before and after export', () => {
    const source = [
      '/** First. */',
      "@tool({ tags: ['a)'], inputSchema: z.object({ a: z.string() }) })",
      'export class First {}',
      '/** Second. */ export @tool() @other.one class Second {}',
      '/** Third. */',
      '@tool',
      'export default class {}',
    ].join('\n')
    assert.deepEqual(
      ['First', 'Second', 'default'].map((name) => docCommentOf(source, name)),
      ['First.', 'Second.', 'Third.'],
    )
  })

  it('takes the first comment inside a class that has none above', () => {
    assert.equal(
      docCommentOf('export class Weather {\n  /** Inside. */\n  execute() {}\n}', 'Weather'),
      'Inside.',
    )
  })

  it('is not misled by text that looks like code or comments', () => {
    const source = [
      'const a = "/** no */"',
      "const b = 'it\\'s /** no */'",
      'const c = `${ {a: `/** no */`}.a } /** no */`',
      'const d = /["\'`/*]/.test(a) ? 1 / 2 : 3 / 4',
      'const e = [/\\/\\*\\*[/]/g]',
      '/** Yes. */',
      'export const it = 1',
    ].join('\n')
    assert.equal(docCommentOf(source, 'it'), 'Yes.')
    assert.equal(maskSource(source).docs.length, 1)
    assert.equal(maskSource(source).code.length, source.length)
  })

  it('answers nothing for a file that it cannot make sense of', () => {
    for (const source of ['', '/**', '`${', '"', '@', '}}}', 'export default', '/** */'])
      assert.equal(docCommentOf(source, 'default'), undefined)
  })
})

describe('signs in the source', () => {
  it('sees a decorator, and none in comments, text and patterns', () => {
    assert.ok(hasDecorator('@tool() class A {}'))
    assert.ok(hasDecorator('/** x */ export default @tool class {}'))
    assert.ok(hasDecorator('class A { @bound run() {} }'))
    assert.ok(!hasDecorator('/** @param x */ const mail = "a@b.c", re = /@\\w+/, t = `@x` // @y'))
  })

  it('sees module syntax, and not a dynamic import or a comment', () => {
    assert.ok(hasModuleSyntax('const a = 1\nexport { a }'))
    assert.ok(hasModuleSyntax("import 'x'"))
    assert.ok(!hasModuleSyntax("/*\nimport x\n*/\nimport('x')\nmodule.exports = {}"))
  })
})
