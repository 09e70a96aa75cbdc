/** The pages in `docs/tools` are what the tools say of themselves. */
import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { manifestsText, toolPages } from './tool-pages.ts'

const folder = join(import.meta.dirname, '../../../docs/tools')

describe('the pages of the built-in tools', async () => {
  const pages = await toolPages()

  it('are there for every tool, and for no other', async () => {
    assert.deepEqual((await readdir(folder)).toSorted(), [...pages.keys()].toSorted())
  })

  for (const [name, text] of pages)
    it(`say what the tool says: ${name} (else run "npm run docs")`, async () => {
      assert.equal(await readFile(join(folder, name), 'utf8'), text)
    })
})

describe('the manifests of the built-in tools', () => {
  it('say what the tools themselves say (else run "npm run docs")', async () => {
    const file = join(import.meta.dirname, '../src/tools/manifests.json')
    assert.equal(await readFile(file, 'utf8'), await manifestsText())
  })
})
