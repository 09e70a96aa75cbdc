/** Documents of thousands of files, read from a folder as a service reads them. */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { createToolyard, type ToolService } from '../../src/index.ts'
import { filesPerResource, manyFiles, sharedFiles, writeFiles } from './many-files.ts'

describe('a document of three thousand files', () => {
  const resources = 300
  let folder = ''
  let yard: ToolService | undefined
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'toolyard-files-'))
    const files = manyFiles(resources)
    assert.equal(files.size, resources * filesPerResource + sharedFiles)
    await writeFiles(folder, files)
    yard = await createToolyard({ workspace: folder, openapi: [{ document: 'api.yaml' }] })
  })
  after(async () => {
    await yard?.close()
    await rm(folder, { recursive: true, force: true })
  })

  it('gives a tool for each operation, and no problem', () => {
    assert.equal(yard?.registry.toolNames.length, 2 * resources)
    assert.deepEqual(yard?.problems, [])
  })

  it('gives tools that take and answer what their files say', async () => {
    const create = yard?.registry.registrations.get('things7_create')
    assert.deepEqual(create?.manifest.inputSchema.properties, {
      name: { type: 'string', maxLength: 100 },
      tags: { type: 'array', items: { type: 'string' } },
    })
    assert.deepEqual(create.manifest.inputSchema.required, ['name'])
    const get = yard?.registry.registrations.get('things299_get')
    assert.deepEqual(get?.manifest.inputSchema.properties, { thing_id: { type: 'integer', minimum: 1 } })
    assert.deepEqual(Object.keys(get.manifest.outputSchema?.properties ?? {}), ['thing'])
    assert.match(JSON.stringify(get.manifest.outputSchema), /"slug":\{"type":"string"\}/)
  })
})
