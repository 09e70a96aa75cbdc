/** `new tool`: every kind is made, checked, called, tested by its own test and type-checked strictly. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { before, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { importConditions, importOptions } from '../helpers/program.ts'
import { json, Project } from './cli.ts'

const execute = promisify(execFile)
const repository = join(import.meta.dirname, '../../../..')

interface Made {
  readonly tool: string
  readonly kind: string
  readonly files: readonly string[]
  readonly next: readonly string[]
}

/** What people would make first, by kind, with what a call of it answers. */
const kinds: readonly (readonly [kind: string, name: string, words: string, answer: RegExp])[] = [
  ['function', 'get_weather', 'city=Rome', /Sunny, 21 °C/],
  ['class', 'findOrders', 'query=second', /Second order/],
  ['stateful', 'shopping_list', 'item=milk', /milk/],
  ['program', 'count_lines', 'text=one', /^1\n$/],
  ['rest', 'get_user', 'name=Ann', /"url": "\/get-user\/Ann"/],
]

/** Runs a program of the project's own, as the project would. */
async function runIn(project: Project, program: string, args: readonly string[]): Promise<string> {
  const env = { ...project.environment, NODE_OPTIONS: importOptions }
  const ended = await execute(program, args, { cwd: project.path('work'), env }).catch(
    (error: { readonly stdout: string; readonly stderr: string }) => error,
  )
  return ended.stdout + ended.stderr
}

/** The compiler, as strict as for our own sources. */
async function typesOf(project: Project): Promise<string> {
  const settings = {
    extends: join(repository, 'tsconfig.base.json'),
    compilerOptions: { noEmit: true, types: ['node'], customConditions: importConditions },
    include: ['tools', '*.ts'],
  }
  await project.write('tsconfig.strict.json', JSON.stringify(settings))
  return runIn(project, join(repository, 'node_modules/.bin/tsc'), ['-p', 'tsconfig.strict.json'])
}

describe('new tool, by kind', () => {
  let project: Project
  const made = new Map<string, Made>()

  before(async () => {
    project = await Project.make({ 'package.json': '{ "type": "module" }' })
    await project.write(
      'toolyard.config.ts',
      "export default { tools: { folders: ['tools'], builtins: [] } }",
    )
    await project.run(['trust'])
    for (const [kind, name] of kinds)
      made.set(kind, json<Made>(await project.run(['new', 'tool', name, '--kind', kind, '--json-output'])))
    return async () => project[Symbol.asyncDispose]()
  })

  it('makes a tool with a test beside, trusted where the project is', () => {
    assert.deepEqual(made.get('class'), {
      tool: 'find_orders',
      kind: 'class',
      files: ['tools/find-orders.ts', 'tools/find-orders.test.ts'],
      next: ['npx toolyard call find_orders query=second', 'node --test tools/find-orders.test.ts'],
    })
    assert.deepEqual(made.get('program')?.files, [
      'tools/count-lines.tool.toml',
      'tools/count-lines.mjs',
      'tools/count-lines.test.ts',
    ])
    for (const [kind] of kinds) {
      assert.ok(!made.get(kind)?.next.includes('npx toolyard trust'), kind)
      for (const line of made.get(kind)?.next ?? []) assert.ok(line.length <= 76, line)
    }
  })

  it('leaves nothing new to trust: a person at a terminal is not asked about its files', async () => {
    const { code, err } = await project.run(['trust'])
    assert.equal(code, 0)
    assert.doesNotMatch(err, /tools\/.* is new/)
  })

  it('makes tools without an error or a warning of check', async () => {
    const { code, out } = await project.run(['check'])
    assert.deepEqual([code, out], [0, '5 tools, 2 examples run, 0 errors, 0 warnings\n'])
  })

  for (const [kind, name, words, answer] of kinds.filter(([one]) => one !== 'rest'))
    it(`makes a ${kind} that can be called at once`, async () => {
      const { code, out, err } = await project.run(['call', made.get(kind)?.tool ?? name, words])
      assert.deepEqual([code, err], [0, ''])
      assert.match(out, answer)
    })

  it('makes an endpoint that is asked where its address is right', async () => {
    await using server = createServer(({ url }, response) => {
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ url }))
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
    const text = await readFile(project.path('work/tools/get-user.ts'), 'utf8')
    await using other = await Project.make({
      'toolyard.config.ts': `export default { toolFolders: ['tools'], network: { allow: ['${host}'] }, policy: { allow: ['get_user'] } }`,
      'tools/get-user.ts': text.replace('https://api.example.com', `http://${host}`),
    })
    const called = await other.run(['--config', 'toolyard.config.ts', 'call', 'get_user', 'name=Ann'])
    assert.equal(called.err, '')
    assert.match(called.out, kinds.at(-1)?.[3] ?? /^$/)
  })

  it('makes tests that pass', async () => {
    const out = await runIn(project, process.execPath, ['--test', '--test-reporter=tap'])
    assert.match(out, /^# pass 5$/m)
    assert.match(out, /^# fail 0$/m)
  })

  it('makes files that a strict compiler takes', async () => {
    assert.equal(await typesOf(project), '')
  })
})

describe('new tool, by name', () => {
  it('gives each name a start of its own, whose test passes', async () => {
    await using project = await Project.make({
      'package.json': '{ "type": "module" }',
      'toolyard.config.ts': "export default { toolFolders: ['tools'], builtins: [] }",
    })
    const names = ['send_note', 'delete_note', 'slugify', 'get_3d_model', 'get_name', 'list_', 'params']
    for (const [index, name] of names.entries()) {
      const kind = index % 2 === 0 ? 'class' : 'function'
      const { code, err } = await project.run(['new', 'tool', name, '--kind', kind])
      assert.deepEqual([code, err], [0, ''], name)
    }
    const read = async (file: string): Promise<string> => readFile(project.path(`work/tools/${file}`), 'utf8')
    assert.match(await read('send-note.ts'), /permission: 'external',\n\s+effects: 'network',/)
    assert.match(await read('delete-note.ts'), /confirm: true/)
    for (const name of names)
      assert.doesNotMatch(await read(`${name.replaceAll('_', '-').replace(/-$/, '')}.ts`), /hello|greet/i)
    const out = await runIn(project, process.execPath, ['--test', '--test-reporter=tap'])
    assert.match(out, /^# pass 7$/m)
    assert.equal(await typesOf(project), '')
  })

  it('refuses a kind that it does not know', async () => {
    await using project = await Project.make()
    const { code, err } = await project.run(['new', 'tool', 'a', '--kind', 'clas'])
    assert.equal(code, 2)
    assert.match(err, /--kind: "clas" is not known\. Did you mean "class"\?\n {2}Use one of function, class/)
  })
})
