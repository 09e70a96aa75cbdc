/** `grep`: how matches are told, with everything that was passed over. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { makeTree, places } from './tree.ts'

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
      files.map(({ path, matches = [] }) => [path, matches.map(({ text }) => text)]),
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
