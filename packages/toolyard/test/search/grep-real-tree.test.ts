/** `grep` on a tree of many thousand files: the same matches as ripgrep, in pages, and it ends when it should. */
import assert from 'node:assert/strict'
import { resolve } from 'node:path'
import { after, describe, it } from 'node:test'
import { isSensitivePath } from '../../src/host/index.ts'
import { createLazyHost } from '../../src/host/index.ts'
import { findMatches } from '../../src/tools/files/search-lib/find-matches.ts'
import { until } from '../shell/support.ts'
import { openTree, places, ripgrep, searchesIn } from './tree.ts'

const packages = resolve(import.meta.dirname, '../../../../node_modules')

const searches: readonly (readonly [flags: readonly string[], input: Record<string, unknown>])[] = [
  [['-e', 'TransformStreamDefaultC'], { pattern: 'TransformStreamDefaultC' }],
  [['-i', '-e', 'trans[a-z]*stream'], { pattern: 'trans[a-z]*stream', '-i': true }],
  [['-F', '-e', 'a.b('], { pattern: 'a.b(', literal: true }],
  [['-e', '^export default', '-g', '*.{js,mjs}'], { pattern: '^export default', glob: '*.{js,mjs}' }],
  [
    ['-e', '\\bnamespace\\b', '-t', 'ts', '-g', '!**/lib/**'],
    { pattern: '\\bnamespace\\b', type: 'ts', glob: '!**/lib/**' },
  ],
  [['-e', '--help'], { pattern: '--help' }],
  [['-e', '(?i)copyright \\d{4}', '--hidden'], { pattern: '(?i)copyright \\d{4}', hidden: true }],
  [['-e', 'ü|日'], { pattern: 'ü|日' }],
]

describe('grep on a real tree', () => {
  const opened = openTree(packages)
  after(async () => (await opened)[Symbol.asyncDispose]())

  for (const [flags, input] of searches) {
    it(`finds the same lines as rg ${flags.join(' ')}`, async () => {
      const tree = await opened
      const listed = ripgrep(
        packages,
        '--no-heading',
        '--with-filename',
        '--line-number',
        '--null',
        ...flags,
        './',
      )
      const expected = listed
        .split('\n')
        .flatMap((line) => /^\.\/(.*)\0(\d+):/.exec(line)?.slice(1).join(':') ?? [])
        .filter((place) => !isSensitivePath(place.replace(/:\d+$/, '')))
      const found = places(await tree.grep({ ...input, limit: 0 }))
      assert.ok(expected.length > 0 && expected.length < 20_000, `${expected.length} matches`)
      assert.deepEqual(found.toSorted(), expected.toSorted())
    })
  }

  it('finds the same files and counts as rg', async () => {
    const tree = await opened
    const listed = ripgrep(packages, '--count', '--null', '--sort=path', '-e', 'TransformStream', './')
    const expected = listed
      .split('\n')
      .flatMap((line) => /^\.\/(.*)\0(\d+)$/.exec(line)?.slice(1).join(':') ?? [])
    const counted = await tree.grep({ pattern: 'TransformStream', output_mode: 'count', limit: 0 })
    assert.deepEqual(
      counted.files.map(({ path, count }) => `${path}:${count}`),
      expected,
    )
    const named = await tree.grep({ pattern: 'TransformStream', output_mode: 'files', limit: 0 })
    assert.deepEqual(
      named.files.map(({ path }) => path),
      expected.map((line) => line.replace(/:\d+$/, '')),
    )
  })

  it('gives pages that make up the whole, for rare and for common words', async () => {
    const tree = await opened
    for (const pattern of ['TransformStreamDefault', 'function']) {
      const whole = places(await tree.grep({ pattern, limit: 60 }))
      const pages: string[] = []
      let next: number | undefined = 0
      while (next !== undefined && next < 60) {
        const page = await tree.grep({ pattern, limit: 20, offset: next })
        pages.push(...places(page))
        next = page.next_offset
      }
      assert.deepEqual(pages, whole)
      assert.ok(whole.length > 40)
    }
  })

  it('stops as soon as the page is full, and leaves no process behind', async () => {
    const tree = await opened
    const { files, next_offset } = await tree.grep({ pattern: 'e', head_limit: 3 })
    assert.deepEqual([files.flatMap(({ matches = [] }) => matches).length, next_offset], [3, 3])
    const abort = new AbortController()
    const running = tree.yard.call(
      'grep',
      { pattern: '(?:[^a]{3}){5}zzzz', limit: 5 },
      { signal: abort.signal },
    )
    setTimeout(() => abort.abort(), 60)
    const { status } = await running
    assert.ok(status === 'cancelled' || status === 'ok', status)
    await until('no search is left', () => searchesIn(packages).length === 0)
  })

  it('gives up at its time limit with what it has found, and leaves no process behind', async () => {
    const host = createLazyHost({ workspace: packages, environment: process.env })
    const { folder } = host.search.open('.')
    using place = folder
    const input = {
      pattern: '(?:[^q]{5}){9}z{9}',
      path: '.',
      output_mode: 'content',
      limit: 10,
      offset: 0,
    } as const
    const switches = { ignore_case: true, literal: false, multiline: true, hidden: false }
    const { reason, over } = await findMatches({
      search: host.search,
      folder: place,
      input: { ...input, ...switches },
      filter: { hidden: false, withSecrets: false },
      signal: new AbortController().signal,
      timeoutMs: 40,
      leaveOut: () => false,
    })
    await over
    assert.equal(reason, 'timeout')
    await until('no search is left', () => searchesIn(packages).length === 0)
    await host.programs.close()
  })

  it('is not held up by a hostile pattern', async () => {
    const tree = await opened
    const started = performance.now()
    for (const pattern of [
      '(a*)*b',
      '(x+x+)+y$',
      '(?:a|a)*$^',
      '(.*.*)*=zq',
      '[\\s\\S]{0,1000}zqzq',
      '(?:\\w{100}){10}',
      '((((\\pL{50}){50}){50}){50})',
    ])
      for (const more of [{}, { multiline: true }]) {
        const { status, error } = await tree.call('grep', { pattern, ...more, path: 'typescript', limit: 5 })
        assert.ok(status === 'ok' || error?.code === 'invalid_arguments', `${pattern}: ${status}`)
      }
    assert.ok(performance.now() - started < 60_000)
  })
})
