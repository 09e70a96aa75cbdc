import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { type Bench, openBench } from './support.ts'

describe('list_dir', () => {
  let bench: Bench
  before(async () => {
    bench = await openBench()
    bench.put('tree/b.txt', 'x'.repeat(1500))
    bench.put('tree/a.txt', 'x')
    bench.put('tree/.hidden', 'x')
    bench.put('tree/z/inner.txt', '')
    bench.put('tree/z/deep/leaf.txt', '')
    symlinkSync('/etc/passwd', join(bench.folder, 'tree/out'))
    symlinkSync('z', join(bench.folder, 'tree/to-z'))
    execFileSync('mkfifo', [join(bench.folder, 'tree/pipe')])
    for (const name of ['a.txt', 'b.txt', 'z/deep', 'z'])
      utimesSync(join(bench.folder, 'tree', name), 0, 86_400)
  })
  after(() => bench[Symbol.asyncDispose]())

  it('shows folders first, with sizes, times and where links lead', async () => {
    const lines = (await bench.ok('list_dir', { path: 'tree' })).split('\n')
    assert.deepEqual(lines.slice(0, 3), [
      'z/  1970-01-02 00:00',
      'a.txt  1 B  1970-01-02 00:00',
      'b.txt  1.5 kB  1970-01-02 00:00',
    ])
    assert.match(lines[3] ?? '', /^out -> \/etc\/passwd {2}/)
    assert.match(lines[4] ?? '', /^pipe \(named pipe\)/)
    assert.match(lines[5] ?? '', /^to-z -> z/)
    assert.equal(lines[6], '[tree: 6 entries; 1 hidden not shown]')
  })

  it('goes as deep as it is told, never through a link', async () => {
    const text = await bench.ok('list_dir', { path: 'tree', depth: 3, hidden: true })
    assert.match(text, /^z\/.*\n {2}deep\/.*\n {4}leaf\.txt.*\n {2}inner\.txt.*\n\.hidden/)
    assert.match(text, /\[tree: 10 entries\]$/)
  })

  it('counts all where it shows some', async () => {
    const text = await bench.ok('list_dir', { path: 'tree', limit: 2 })
    assert.match(text, /^z\/.*\na\.txt.*\n\[tree: 6 entries, the first 2 shown/)
    const deep = await bench.ok('list_dir', { path: 'tree', depth: 3, limit: 2 })
    assert.match(deep, /^z\/.*\n {2}deep\/.*\n\[tree: 9 entries, the first 2 shown/)
  })

  it('lists the workspace by default and takes other names of its parameters', async () => {
    assert.match(await bench.ok('list_dir', {}), /^tree\//)
    assert.match(await bench.ok('list_dir', { directory: 'tree/z' }), /^deep\//)
    assert.equal((await bench.fails('list_dir', { path: 'tree/a.txt' })).code, 'tool_failed')
    assert.equal((await bench.fails('list_dir', { path: 'tree/zz' })).code, 'not_found')
  })

  it('shows strange names so that they can not deceive', async () => {
    mkdirSync(join(bench.folder, 'strange'))
    for (const name of ['a\nb', 'c\u001b[2J', 'd\u202eexe.txt'])
      writeFileSync(join(bench.folder, 'strange', name), '')
    symlinkSync('nowhere\nsrc/', join(bench.folder, 'strange', 'link'))
    const lines = (await bench.ok('list_dir', { path: 'strange' })).split('\n')
    assert.equal(lines.length, 5)
    assert.match(lines[3] ?? '', /^link -> nowhere⟨U\+000A⟩src\//)
    assert.match(lines[1] ?? '', /^c⟨U\+001B⟩\[2J/)
    assert.match(lines[2] ?? '', /^d⟨U\+202E⟩exe/)
  })

  it('takes the first names of a huge folder in order, within two seconds', async () => {
    const folder = join(bench.folder, 'huge')
    mkdirSync(folder)
    for (let index = 0; index < 30_000; index++)
      writeFileSync(join(folder, `f${String((index * 7919) % 30_000).padStart(5, '0')}`), '')
    mkdirSync(join(folder, 'zzz'))
    const started = performance.now()
    const lines = (await bench.ok('list_dir', { path: 'huge', limit: 4 })).split('\n')
    assert.ok(performance.now() - started < 2000)
    assert.deepEqual(
      lines.slice(0, 4).map((line) => line.split('  ')[0]),
      ['zzz/', 'f00000', 'f00001', 'f00002'],
    )
    assert.match(lines[4] ?? '', /30001 entries, the first 4 shown/)
  })
})
