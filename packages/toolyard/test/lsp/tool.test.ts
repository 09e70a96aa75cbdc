/** What `lsp` says of itself, and that its examples work. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { textOf } from '../../src/index.ts'
import lsp from '../../src/tools/shell/lsp.ts'
import { makeProject } from './project.ts'

const rename = { action: 'rename', path: 'src/a.ts', line: 1, column: 1, new_name: 'b' } as const
const hover = { action: 'hover', path: 'src/a.ts', line: 1, column: 1 } as const

describe('the manifest of lsp', () => {
  it('shows the widest permission, and each call its own', () => {
    const { permission, effects, category } = lsp.manifest
    assert.deepEqual(
      { permission, effects, category },
      { permission: 'write', effects: 'local_state', category: 'shell' },
    )
    assert.deepEqual(lsp.permissionFor?.(rename), { permission: 'write', effects: 'local_state' })
    assert.deepEqual(lsp.permissionFor?.(hover), { permission: 'read', effects: 'none' })
    assert.equal(lsp.permissionFor?.({ action: 'workspace_symbols', query: 'x' }).permission, 'read')
  })

  it('has calls ask that name a file which may hold secrets', () => {
    const [resource] =
      lsp.resources?.({ ...hover, path: 'conf/.env.ts' }, { workspace: '/srv/project' }) ?? []
    assert.equal(resource?.sensitive, true)
  })

  it('names the path that a call touches, and how', () => {
    const workspace = '/srv/project'
    assert.deepEqual(lsp.resources?.(hover, { workspace }), [
      { kind: 'path', id: '/srv/project/src/a.ts', access: 'read' },
    ])
    assert.deepEqual(lsp.resources?.(rename, { workspace }), [
      { kind: 'path', id: '/srv/project/src/a.ts', access: 'write' },
    ])
    assert.deepEqual(lsp.resources?.({ action: 'workspace_symbols', query: 'x' }, { workspace }), [
      { kind: 'path', id: '/srv/project', access: 'read' },
    ])
  })

  it('documents how lines and columns are counted', () => {
    const { properties } = lsp.manifest.inputSchema as { properties: Record<string, { description: string }> }
    assert.match(properties['line']?.description ?? '', /from 1/)
    assert.match(properties['column']?.description ?? '', /from 1 in characters \(an emoji is one\)/)
    for (const [name, { description }] of Object.entries(properties)) assert.ok(description, name)
  })
})

describe('the examples of lsp', () => {
  it('work on a project that has what they speak of', async () => {
    await using project = await makeProject(
      {
        'tsconfig.json':
          '{"compilerOptions":{"allowImportingTsExtensions":true,"noEmit":true,"module":"nodenext"}}',
        'src/greet.ts':
          '/** Says hello. */\nexport function greet(name: string): string {\n  return name\n}\n',
        'src/main.ts': "import { greet } from './greet.ts'\n\ngreet('you')\n",
      },
      { packages: ['typescript'] },
    )
    for (const { input, title } of lsp.manifest.examples ?? []) {
      const result = await project.ask(input)
      assert.equal(result.status, 'ok', `${title}: ${textOf(result)}`)
      assert.doesNotMatch(textOf(result), /^Nothing found/)
    }
    assert.equal(project.read('src/main.ts'), "import { welcome } from './greet.ts'\n\nwelcome('you')\n")
  })
})

describe('lsp and the names that models know from elsewhere', () => {
  it('takes filePath, character, operation and newName', async () => {
    await using project = await makeProject(
      { 'tsconfig.json': '{}', 'a.ts': 'export const one = 1\n' },
      { packages: ['typescript'] },
    )
    const result = await project.ask({ operation: 'hover', filePath: 'a.ts', line: 1, character: 14 })
    assert.match(textOf(result), /const one: 1/)
  })
})
