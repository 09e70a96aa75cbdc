/** A rename through the server of TypeScript 7: exact to the byte, in all files or in none. */
import assert from 'node:assert/strict'
import { Buffer } from 'node:buffer'
import { chmod, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { textOf, type ToolResult } from '../../src/index.ts'
import { fakeServer } from './fake-server.ts'
import { makeProject } from './project.ts'

const tsconfig = {
  'tsconfig.json':
    '{"compilerOptions":{"strict":true,"noEmit":true,"module":"nodenext","types":[],"allowImportingTsExtensions":true}}',
}
const typescript = { packages: ['typescript'] }

describe('a rename', () => {
  it('changes every use and no other byte: CRLF, emoji, tabs, byte order mark, no final newline', async () => {
    const before = {
      'a.ts': '\ufeff// add 😀 is not add\r\nexport function add(a: number) {\r\n\treturn a\r\n}',
      'b.ts':
        "import { add } from './a.ts'\nconst face = '👩‍👧 add'; const sum = [add(1), '😀😀', add(2)]\n\n\n",
      'c.ts': "import * as all from './a.ts'\rexport const { add } = all\r\nall.add(1)\n",
    }
    await using project = await makeProject({ ...tsconfig, ...before }, typescript)
    const result = await project.ask({
      action: 'rename',
      path: 'b.ts',
      line: 2,
      column: 39,
      new_name: 'plus',
    })
    assert.equal(result.status, 'ok', textOf(result))
    assert.equal(project.read('a.ts'), before['a.ts'].replace('function add', 'function plus'))
    assert.equal(
      project.read('b.ts'),
      before['b.ts'].replace('{ add }', '{ plus }').replaceAll('add(', 'plus('),
    )
    assert.equal(
      project.read('c.ts'),
      "import * as all from './a.ts'\rexport const { plus: add } = all\r\nall.plus(1)\n",
    )
    assert.match(textOf(result), /^Renamed "add" at b\.ts:2:39 to "plus": 6 changes in 3 files$/m)
    assert.match(textOf(result), /^b\.ts: 3 changes, line 1, 2$/m)
  })

  it('keeps the names of properties that are written in short', async () => {
    await using project = await makeProject(
      {
        ...tsconfig,
        'a.ts': 'export const one = 1\n',
        'b.ts':
          "import { one } from './a.ts'\nexport const all = { one }\nall.one\nexport { one } from './a.ts'\n",
      },
      typescript,
    )
    await project.ask({ action: 'rename', path: 'b.ts', line: 1, query: 'one', new_name: 'first' })
    assert.equal(project.read('a.ts'), 'export const first = 1\n')
    assert.equal(
      project.read('b.ts'),
      "import { first } from './a.ts'\nexport const all = { one: first }\nall.one\nexport { first as one } from './a.ts'\n",
    )
  })

  it('renames only the alias where the symbol has one', async () => {
    await using project = await makeProject(
      {
        ...tsconfig,
        'a.ts': 'export const one = 1\n',
        'b.ts': "import { one as uno } from './a.ts'\nuno\n",
      },
      typescript,
    )
    await project.ask({ action: 'rename', path: 'b.ts', line: 2, query: 'uno', new_name: 'eins' })
    assert.equal(project.read('b.ts'), "import { one as eins } from './a.ts'\neins\n")
    assert.equal(project.read('a.ts'), 'export const one = 1\n')
  })

  it('keeps the mode of the files', async () => {
    await using project = await makeProject({ ...tsconfig, 'a.ts': 'export const one = 1\n' }, typescript)
    await chmod(join(project.root, 'a.ts'), 0o755)
    await project.ask({ action: 'rename', path: 'a.ts', query: 'one', new_name: 'two' })
    assert.equal(project.read('a.ts'), 'export const two = 1\n')
    assert.equal((await stat(join(project.root, 'a.ts'))).mode & 0o777, 0o755)
  })

  it('works on what the disk holds, also where another file has just changed', async () => {
    await using project = await makeProject(
      { ...tsconfig, 'a.ts': 'export const one = 1\n', 'b.ts': "import { one } from './a.ts'\none\n" },
      typescript,
    )
    await project.tell({ action: 'hover', path: 'a.ts', query: 'one' })
    await project.write('b.ts', "// moved down\nimport { one } from './a.ts'\n\n\none\n")
    await project.ask({ action: 'rename', path: 'a.ts', query: 'one', new_name: 'two' })
    assert.equal(project.read('b.ts'), "// moved down\nimport { two } from './a.ts'\n\n\ntwo\n")
  })

  it('changes nothing where one of the files may not be written', async () => {
    await using project = await makeProject(
      {
        ...tsconfig,
        'a.ts': 'export const one = 1\n',
        'toolyard.config.ts': "import { one } from './a.ts'\nexport default { one }\n",
      },
      typescript,
    )
    const result = await project.ask({ action: 'rename', path: 'a.ts', query: 'one', new_name: 'two' })
    assert.equal(result.error?.code, 'protected_path')
    assert.match(textOf(result), /nothing was changed: "toolyard\.config\.ts" is protected/)
    assert.equal(project.read('a.ts'), 'export const one = 1\n')
  })

  it('changes nothing where one of the files is not UTF-8', async () => {
    const latin = Buffer.from("import { one } from './a.ts'\none // caf\xe9\n", 'latin1')
    await using project = await makeProject(
      { ...tsconfig, 'a.ts': 'export const one = 1\n', 'b.ts': latin },
      typescript,
    )
    const result = await project.ask({ action: 'rename', path: 'a.ts', query: 'one', new_name: 'two' })
    assert.equal(result.status, 'error')
    assert.match(textOf(result), /nothing was changed: "b\.ts" is not UTF-8/)
    assert.equal(project.read('a.ts'), 'export const one = 1\n')
    assert.deepEqual(await readFile(join(project.root, 'b.ts')), latin)
  })

  it('tells that what stands there can not be renamed', async () => {
    await using project = await makeProject({ ...tsconfig, 'a.ts': 'export const one = 1\n' }, typescript)
    const result = await project.ask({ action: 'rename', path: 'a.ts', line: 1, column: 1, new_name: 'two' })
    assert.equal(result.status, 'error')
    assert.match(textOf(result), /cannot rename/)
  })

  it('takes no new name that is more than one name', async () => {
    await using project = await makeProject({ ...tsconfig, 'a.ts': 'export const one = 1\n' }, typescript)
    for (const new_name of ['two three', 'a.b', 'f()', '', 'x\ny']) {
      const result = await project.ask({ action: 'rename', path: 'a.ts', query: 'one', new_name })
      assert.equal(result.error?.code, 'invalid_arguments', new_name)
    }
    const missing = await project.ask({ action: 'rename', path: 'a.ts', query: 'one' })
    assert.match(textOf(missing), /new_name: is needed for action "rename"/)
    assert.equal(project.read('a.ts'), 'export const one = 1\n')
  })
})

/** Answers a rename with edits that a test wants. */
const renamer = (edit: string): string => fakeServer({ 'textDocument/rename': `() => (${edit})` })
const word = (line: number, from: number, to: number): string =>
  `{ range: { start: { line: ${line}, character: ${from} }, end: { line: ${line}, character: ${to} } }, newText: 'two' }`

describe('a rename by a server that can not be trusted', () => {
  const files = { 'a.ts': 'const one = 1\n', 'b.ts': 'one\n' }
  const input = { action: 'rename', path: 'a.ts', query: 'one', new_name: 'two' }

  it('is not applied outside the workspace', async () => {
    const outside = `{ changes: { [uri('a.ts')]: [${word(0, 6, 9)}], 'file:///etc/hostname': [${word(0, 0, 1)}] } }`
    await using project = await makeProject(files, { fake: renamer(outside) })
    const result = await project.ask(input)
    assert.equal(result.error?.code, 'outside_workspace')
    assert.equal(project.read('a.ts'), files['a.ts'])
  })

  it('is not applied where edits overlap', async () => {
    const overlap = `{ changes: { [uri('b.ts')]: [${word(0, 0, 1)}], [uri('a.ts')]: [${word(0, 6, 9)}, ${word(0, 7, 8)}] } }`
    await using project = await makeProject(files, { fake: renamer(overlap) })
    const result = await project.ask(input)
    assert.match(textOf(result), /nothing was changed: the language server gave edits that overlap/)
    assert.equal(project.read('b.ts'), files['b.ts'])
  })

  it('is not applied where files would be renamed or deleted', async () => {
    const operations = `{ documentChanges: [{ textDocument: { uri: uri('a.ts'), version: null }, edits: [${word(0, 6, 9)}] }, { kind: 'delete', uri: uri('b.ts') }] }`
    await using project = await makeProject(files, { fake: renamer(operations) })
    const result = await project.ask(input)
    assert.match(textOf(result), /would also delete a file/)
    assert.equal(project.read('a.ts'), files['a.ts'])
  })

  it('is refused where a file changed after the server had read it', async () => {
    const slow = `(fs.writeFileSync('b.ts', '// new\\none\\n'), { changes: { [uri('a.ts')]: [${word(0, 6, 9)}], [uri('b.ts')]: [${word(0, 0, 3)}] } })`
    await using project = await makeProject(files, { fake: renamer(slow), sandbox: 'none' })
    const result = await project.ask(input)
    assert.equal(result.error?.code, 'stale_file')
    assert.equal(project.read('a.ts'), files['a.ts'])
    assert.equal(project.read('b.ts'), '// new\none\n')
  })

  it('is taken back in the files that were written where a later one can not be', async () => {
    const names = Array.from({ length: 60 }, (_, index) => `part${index}.ts`)
    const parts = Object.fromEntries(names.map((name) => [name, 'one\n']))
    const edits = [...names, 'z.ts'].map((name) => `[uri('${name}')]: [${word(0, 0, 3)}]`)
    const spoil = `(setInterval(() => {
      if (fs.readFileSync('part0.ts', 'utf8') === 'two\\n') fs.writeFileSync('z.ts', 'someone else')
    }, 1), { changes: { ${edits.join(', ')} } })`
    await using project = await makeProject(
      { ...files, ...parts, 'z.ts': 'one\n' },
      { fake: renamer(spoil), sandbox: 'none' },
    )
    const result = await project.ask(input)
    assert.equal(result.error?.code, 'stale_file')
    assert.match(textOf(result), /the rename stopped, nothing was changed: "z\.ts"/)
    for (const name of names) assert.equal(project.read(name), 'one\n', name)
    assert.equal(project.read('z.ts'), 'someone else')
    const undone = await project.yard.call('undo', { call_id: result.callId }, { threadId: 'thread' })
    assert.equal(undone.error?.code, 'not_found')
  })

  it('is not applied where anything but the name would be written, in any file', async () => {
    const at = (from: number, to: number, newText: string): string =>
      `{ range: { start: { line: 0, character: ${from} }, end: { line: 0, character: ${to} } }, newText: ${JSON.stringify(newText)} }`
    const scripts = '{ "scripts": { "test": "true one" } }\n'
    const wrong = [
      `[uri('package.json')]: [${at(24, 30, 'sh evil.sh')}]`,
      `[uri('package.json')]: [${at(0, 0, 'two')}]`,
      `[uri('package.json')]: [${at(0, 37, 'two')}]`,
      `[uri('package.json')]: [${at(24, 28, 'two')}]`,
      `[uri('b.ts')]: [${at(0, 3, "two\nimport './evil.ts'")}]`,
      `[uri('b.ts')]: [${at(0, 3, 'evil: two')}]`,
      `[uri('b.ts')]: [${at(0, 3, 'one as two as three')}]`,
      `[uri('b.ts')]: [${at(0, 3, 'evil(two)')}]`,
      `[uri('b.ts')]: [${at(0, 3, '')}]`,
      `[uri('b.ts')]: [${at(0, 99, 'three')}]`,
      `[uri('b.ts')]: [${at(0, 3, 'one = two')}]`,
      `[uri('b.ts')]: [${at(0, 3, "two'")}]`,
      // Other names that this one is a part of: someone, one2, $one.
      `[uri('c.ts')]: [${at(0, 7, 'two')}]`,
      `[uri('c.ts')]: [${at(4, 7, 'two')}]`,
      `[uri('c.ts')]: [${at(8, 12, 'two')}]`,
      `[uri('c.ts')]: [${at(8, 11, 'two')}]`,
      `[uri('c.ts')]: [${at(14, 17, 'two')}]`,
      `[uri('c.ts')]: [${at(18, 25, 'two')}]`,
    ]
    for (const edit of wrong) {
      const answer = `{ changes: { [uri('a.ts')]: [${word(0, 6, 9)}], ${edit} } }`
      const all = { ...files, 'c.ts': 'someone one2 $one all-one\n', 'package.json': scripts }
      await using project = await makeProject(all, { fake: renamer(answer) })
      const result = await project.ask(input)
      assert.match(textOf(result), /which is no rename/, edit)
      for (const [name, text] of Object.entries(all)) assert.equal(project.read(name), text)
    }
  })

  it('is not applied in a file that may hold secrets', async () => {
    const answer = `{ changes: { [uri('a.ts')]: [${word(0, 6, 9)}], [uri('.env')]: [${word(0, 0, 3)}] } }`
    await using project = await makeProject({ ...files, '.env': 'one=1\n' }, { fake: renamer(answer) })
    const result = await project.ask(input)
    assert.equal(result.error?.code, 'denied')
    assert.match(textOf(result), /nothing was changed: "\.env" may hold secrets/)
    assert.equal(project.read('.env'), 'one=1\n')
    assert.equal(project.read('a.ts'), files['a.ts'])
  })

  it('is applied where a language keeps the old name beside the new one', async () => {
    const answer = `{ changes: { [uri('b.ts')]: [{ range: { start: { line: 0, character: 0 }, end: { line: 0, character: 3 } }, newText: 'one: two' }] } }`
    await using project = await makeProject(files, { fake: renamer(answer) })
    assert.equal((await project.ask(input)).status, 'ok')
    assert.equal(project.read('b.ts'), 'one: two\n')
  })

  it('is an error where the answer has another form', async () => {
    await using project = await makeProject(files, { fake: renamer(`{ changes: 'all of them' }`) })
    const result = await project.ask(input)
    assert.equal(result.error?.code, 'tool_failed')
    assert.match(textOf(result), /answered textDocument\/rename with something else/)
  })
})

describe('what a rename leaves for others', () => {
  const files = {
    ...tsconfig,
    'a.ts': 'export const one = 1\n',
    'b.ts': "import { one } from './a.ts'\none\n",
  }
  const input = { action: 'rename', path: 'a.ts', query: 'one', new_name: 'second' }

  it('can be undone in all files', async () => {
    await using project = await makeProject(files, typescript)
    const { callId, status } = await project.ask(input)
    assert.equal(status, 'ok')
    assert.equal(project.read('b.ts'), "import { second } from './a.ts'\nsecond\n")
    await project.yard.call('undo', { call_id: callId }, { threadId: 'thread' })
    assert.equal(project.read('a.ts'), files['a.ts'])
    assert.equal(project.read('b.ts'), files['b.ts'])
  })

  it('lets who had read a file go on, and asks who had not to read it', async () => {
    await using project = await makeProject(files, typescript)
    const call = (tool: string, args: object): Promise<ToolResult> =>
      project.yard.call(tool, args, { threadId: 'thread' })
    await call('read_file', { path: 'a.ts' })
    await project.ask(input)
    const known = await call('write_file', { path: 'a.ts', content: 'export const second = 2\n' })
    assert.equal(known.status, 'ok', textOf(known))
    const unknown = await call('write_file', { path: 'b.ts', content: '' })
    assert.equal(unknown.error?.code, 'stale_file')
  })

  it('does not hide from a conversation that someone else had changed the file', async () => {
    await using project = await makeProject(files, typescript)
    const call = (tool: string, args: object): Promise<ToolResult> =>
      project.yard.call(tool, args, { threadId: 'thread' })
    await call('read_file', { path: 'b.ts' })
    await project.write('b.ts', `${files['b.ts']}// by someone else\n`)
    await project.ask(input)
    const edited = await call('edit_file', {
      path: 'b.ts',
      old_string: 'second\n',
      new_string: 'second + 1\n',
    })
    assert.equal(edited.error?.code, 'stale_file')
  })
})
