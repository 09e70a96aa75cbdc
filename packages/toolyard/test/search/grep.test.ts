/** `grep`: the same matches as ripgrep, in pages, with everything told that was passed over. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { after, describe, it } from 'node:test'
import { isSensitivePath } from '../../src/host/index.ts'
import { createHostAccess } from '../../src/host/host-access.ts'
import { findMatches } from '../../src/tools/files/search-lib/find-matches.ts'
import { until } from '../shell/support.ts'
import { makeTree, openTree, places, ripgrep, searchesIn } from './tree.ts'

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
      counted.files.map(({ file, count }) => `${file}:${count}`),
      expected,
    )
    const named = await tree.grep({ pattern: 'TransformStream', output_mode: 'files', limit: 0 })
    assert.deepEqual(
      named.files.map(({ file }) => file),
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
    assert.deepEqual([files.flatMap(({ lines = [] }) => lines).length, next_offset], [3, 3])
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
    const host = createHostAccess({ workspace: packages, environment: process.env })
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

describe('grep', () => {
  it('prints file:line:text, by file, with its context as grep does', async () => {
    await using tree = await makeTree({ 'b.txt': 'one\nhit\ntwo\nthree\nfour\nhit', 'a/c.txt': 'hit\r\n' })
    assert.equal(await tree.text('grep', { pattern: 'hit' }), 'a/c.txt:1:hit\nb.txt:2:hit\nb.txt:6:hit')
    assert.equal(
      await tree.text('grep', { pattern: 'hit', path: 'b.txt', '-A': 1, '-B': 1 }),
      'b.txt-1-one\nb.txt:2:hit\nb.txt-3-two\n--\nb.txt-5-four\nb.txt:6:hit',
    )
    assert.equal(
      await tree.text('grep', { pattern: 'hit', path: 'b.txt', '-C': 1, offset: 1 }),
      'b.txt-5-four\nb.txt:6:hit',
    )
  })

  it('matches across lines when it is told to', async () => {
    await using tree = await makeTree({ 'a.txt': 'begin\nmiddle\nend\nbegin\n' })
    assert.equal((await tree.call('grep', { pattern: 'begin\nmiddle' })).error?.code, 'invalid_arguments')
    assert.deepEqual(places(await tree.grep({ pattern: 'begin.*end', multiline: true })), [
      'a.txt:1',
      'a.txt:2',
      'a.txt:3',
    ])
  })

  it('cuts long lines around the match, however long they are', async () => {
    const filler = 'ä'.repeat(3000)
    await using tree = await makeTree({
      'long.txt': `${'x'.repeat(2_000_000)}NEEDLE${'y'.repeat(2_000_000)}\nshort NEEDLE\n`,
      'wide.txt': `${filler}NEEDLE${filler}\n`,
      'liar.txt': '[Omitted long line with 1 matches] NEEDLE\n',
    })
    const { files } = await tree.grep({ pattern: 'NEEDLE' })
    const texts = Object.fromEntries(
      files.map(({ file, lines = [] }) => [file, lines.map(({ text }) => text)]),
    )
    assert.equal(texts['liar.txt']?.[0], '[Omitted long line with 1 matches] NEEDLE')
    assert.equal(texts['long.txt']?.[1], 'short NEEDLE')
    for (const text of [texts['long.txt']?.[0], texts['wide.txt']?.[0]]) {
      assert.match(text ?? '', /^…[xä]+NEEDLE[yä]+…$/)
      assert.ok((text?.length ?? 0) < 500)
    }
  })

  it('reads UTF-16, and shows bytes and letters that can not be seen', async () => {
    await using tree = await makeTree({
      'utf16.txt': Buffer.from('\ufeffneedle in UTF-16\n', 'utf16le'),
      'latin.txt': Buffer.from('needle \xff\xfe\n', 'latin1'),
      'escape.txt': 'needle \u001b[31m\u202e red\n',
      'name\u001b[31m\n.txt': 'needle\n',
    })
    const text = await tree.text('grep', { pattern: 'needle' })
    assert.match(text, /^utf16\.txt:1:needle in UTF-16$/m)
    assert.match(text, /^latin\.txt:1:needle \ufffd\ufffd$/m)
    assert.match(text, /^escape\.txt:1:needle ⟨U\+001B⟩\[31m⟨U\+202E⟩ red$/m)
    assert.match(text, /^name⟨U\+001B⟩\[31m⟨U\+000A⟩\.txt:1:needle$/m)
  })

  it('says what it did not search, and why nothing was found', async () => {
    await using tree = await makeTree({
      '.gitignore': 'dist/\n*.log\n',
      'dist/a.js': 'needle',
      'x.log': 'needle',
      '.hidden/a.txt': 'needle',
      'data.bin': 'a\0needle',
      'a.ts': 'hay',
    })
    symlinkSync('/etc', join(tree.path, 'outside'))
    execFileSync('bash', ['-c', 'mkfifo "$0"', join(tree.path, 'pipe')])
    const text = await tree.text('grep', { pattern: 'needle' })
    assert.match(text, /^No matches\.\n1 files were searched\./)
    assert.match(
      text,
      /Not searched: 2 ignored files and folders \((?:dist, x\.log|x\.log, dist)\), 2 hidden files and folders, 1 binary file, 1 pipe, socket or device\./,
    )
    assert.match(text, /name an ignored folder in path/)
    assert.deepEqual(places(await tree.grep({ pattern: 'needle', path: 'dist' })), ['dist/a.js:1'])
    assert.deepEqual(places(await tree.grep({ pattern: 'needle', path: 'x.log' })), ['x.log:1'])
    assert.deepEqual(places(await tree.grep({ pattern: 'needle', hidden: true })), ['.hidden/a.txt:1'])
    assert.match(await tree.text('grep', { pattern: 'needle', glob: '*.tsx' }), /No file here fits/)
    assert.match(
      await tree.text('grep', { pattern: 'needle', glob: 'dist/*.js' }),
      /1 more files fit, but are ignored/,
    )
    assert.equal(
      await tree.text('grep', { pattern: 'needle', path: 'data.bin' }),
      'data.bin: binary file matches',
    )
  })

  it('searches a folder that is named, however it is ignored', async () => {
    await using tree = await makeTree({
      '.gitignore': '/build/*\n',
      'build/out.txt': 'needle',
      'build/sub/x.txt': 'needle',
    })
    assert.deepEqual(places(await tree.grep({ pattern: 'needle' })), [])
    assert.deepEqual(places(await tree.grep({ pattern: 'needle', path: 'build' })), [
      'build/out.txt:1',
      'build/sub/x.txt:1',
    ])
    assert.deepEqual((await tree.glob({ pattern: '*.txt', path: 'build' })).files.length, 2)
  })

  it('never looks into files with secrets unless one is named, and tells nothing of what is in them', async () => {
    await using tree = await makeTree({
      '.env': 'TOKEN=abc',
      id_rsa: 'TOKEN',
      'conf/secrets': 'TOKEN',
      'a.txt': 'x',
    })
    const hit = await tree.text('grep', { pattern: 'TOKEN=a', hidden: true })
    const miss = await tree.text('grep', { pattern: 'TOKEN=b', hidden: true })
    assert.equal(hit, miss, 'whether a secret matches is not told')
    assert.match(hit, /2 that may hold secrets/)
    for (const more of [{ glob: '*' }, { glob: '.env' }, { output_mode: 'files' }, { output_mode: 'count' }])
      assert.deepEqual(
        (await tree.grep({ pattern: 'TOKEN', hidden: true, ...more })).files,
        [],
        JSON.stringify(more),
      )
    assert.deepEqual(places(await tree.grep({ pattern: 'TOKEN', path: '.env' })), ['.env:1'])
    symlinkSync('.env', join(tree.path, 'harmless'))
    assert.equal((await tree.call('grep', { pattern: 'TOKEN', path: 'harmless' })).error?.code, 'denied')
  })

  it('refuses what it can not search for, with what to write instead', async () => {
    await using tree = await makeTree({ 'a.txt': 'x' })
    const problem = async (input: Record<string, unknown>): Promise<string> => {
      const { error } = await tree.call('grep', input)
      assert.ok(error, JSON.stringify(input))
      return `${error.code} ${error.message} ${error.hint}`
    }
    assert.match(
      await problem({ pattern: '(x' }),
      /^invalid_arguments pattern: "\(x" is not a regular expression: .*unclosed group.* literal/,
    )
    assert.match(await problem({ pattern: '(?=x)' }), /look-around/)
    assert.match(await problem({ pattern: '(x)\\1' }), /back-references/)
    assert.match(await problem({ pattern: 'x', type: 'typescrip' }), /Did you mean "typescript"/)
    assert.match(await problem({ pattern: 'x', glob: '{a' }), /without its \}/)
    assert.match(await problem({ pattern: 'x', glob: '{a,b}'.repeat(20) }), /more than 1000 alternatives/)
    assert.match(await problem({ pattern: 'x', path: '..' }), /^outside_workspace/)
    assert.match(await problem({ pattern: 'x', path: 'b.txt' }), /^not_found/)
    assert.match(await problem({ pattern: 'x\0' }), /NUL/)
    assert.match(
      await problem({ pattern: 'x', path: 'a.txt', type: 'ts', output_mode: 'all' }),
      /output_mode/,
    )
  })
})
