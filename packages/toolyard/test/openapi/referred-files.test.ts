/** What a document may refer to: regular files of the project that hold no secrets, and its own site. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, describe, it } from 'node:test'
import { createToolyard } from '../../src/index.ts'
import { openSite } from '../web/api-site.ts'

const secret = 'hunter2-very-secret'
const model = JSON.stringify({
  type: 'object',
  properties: { found: { type: 'string', description: secret } },
})

function documentOf(reference: string): string {
  const schema = { type: 'object', properties: { thing: { $ref: reference } } }
  const content = { 'application/json': { schema } }
  const post = { operationId: 'make', requestBody: { content }, responses: { 200: { description: 'ok' } } }
  const head = {
    openapi: '3.1.0',
    info: { title: 't', version: '1' },
    servers: [{ url: 'https://example.com' }],
  }
  return JSON.stringify({ ...head, paths: { '/': { post } } })
}

async function folderOf(test: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'toolyard-refers-'))
  test.after(() => rm(folder, { recursive: true, force: true }))
  await mkdir(join(folder, 'project'))
  await writeFile(join(folder, 'outside.json'), model)
  return folder
}

/** What the tools and problems say together. */
async function told(folder: string, document = 'api.json', allow: readonly string[] = []): Promise<string> {
  await using yard = await createToolyard({
    workspace: join(folder, 'project'),
    openapi: [{ document }],
    network: { allow },
  })
  const { toolNames, registrations } = yard.registry
  const tools = toolNames.map((name) => registrations.get(name)?.manifest.inputSchema)
  return JSON.stringify([tools, yard.problems])
}

async function toldOf(folder: string, reference: string): Promise<string> {
  await writeFile(join(folder, 'project', 'api.json'), documentOf(reference))
  return told(folder)
}

describe('a file that a document refers to', () => {
  it('is inside the project by its real path', async (test) => {
    const folder = await folderOf(test)
    const project = join(folder, 'project')
    await symlink('../outside.json', join(project, 'link.json'))
    await symlink('..', join(project, 'up'))
    for (const reference of ['link.json', 'up/outside.json', '../outside.json', '%2e%2e/outside.json']) {
      const said = await toldOf(folder, reference)
      assert.doesNotMatch(said, new RegExp(secret), reference)
      assert.match(said, /is outside the workspace/, reference)
    }
    await symlink('real.json', join(project, 'inner.json'))
    await writeFile(join(project, 'real.json'), model)
    assert.match(await toldOf(folder, 'inner.json'), new RegExp(secret))
    await symlink(folder, join(folder, 'linked'))
    for (const [place, document] of [
      [join(folder, 'linked'), './api.json'],
      [folder, join(project, 'api.json')],
    ] as const)
      assert.match(await told(place, document), new RegExp(secret), document)
  })

  it('is a regular one: nothing waits for a pipe or reads a device', async (test) => {
    const folder = await folderOf(test)
    execFileSync('mkfifo', [join(folder, 'project', 'pipe.json')])
    assert.match(await toldOf(folder, 'pipe.json'), /not a regular file/)
    await symlink('/dev/zero', join(folder, 'project', 'zero.json'))
    assert.match(await toldOf(folder, 'zero.json'), /is outside the workspace/)
    execFileSync('mkfifo', [join(folder, 'project', 'named.json')])
    assert.match(await told(folder, 'named.json'), /not a regular file/)
  })

  it('is none that may hold secrets', async (test) => {
    const folder = await folderOf(test)
    for (const name of ['.env', 'server.key', 'credentials.json']) {
      await writeFile(join(folder, 'project', name), model)
      const said = await toldOf(folder, name)
      assert.doesNotMatch(said, new RegExp(secret), name)
      assert.match(said, /may hold secrets/, name)
    }
  })

  it('is not quoted where it is no document', async (test) => {
    const folder = await folderOf(test)
    for (const text of [
      `[${secret}`,
      `{"a": ${secret}}`,
      `*${secret}`,
      `a: |${secret}`,
      `"a" ${secret}: b: c`,
    ]) {
      await writeFile(join(folder, 'project', 'notes.txt'), text)
      const said = await toldOf(folder, 'notes.txt')
      assert.doesNotMatch(said, /hunter2|very/, text)
      assert.match(said, /is not valid (?:JSON|YAML) \(\w/, text)
    }
  })
})

describe('an address that a document refers to', () => {
  it('stays on the site of the document, also where that redirects', async (test) => {
    const folder = await folderOf(test)
    const other = await openSite(test, { '/model.json': (_, response) => response.end(model) })
    const site = await openSite(test, {
      '/api.json': (_, response) => response.end(documentOf('moved.json')),
      '/moved.json': (_, response) =>
        response.writeHead(302, { location: `${other.origin}/model.json` }).end(),
    })
    const said = await told(folder, `${site.origin}/api.json`, [site.host, other.host])
    assert.doesNotMatch(said, new RegExp(secret))
    assert.match(said, /its own origin only/)
  })
})
