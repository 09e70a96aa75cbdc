import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { defineConfig, loadConfig } from './index.ts'

async function load(t: TestContext, config: string): Promise<unknown> {
  const folder = await mkdtemp(join(tmpdir(), 'toolyard-config-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const file = join(folder, 'toolyard.config.mjs')
  await writeFile(file, `export default ${config}\n`)
  return loadConfig(file)
}

/** Each slip, and what must be said of it. */
const slips: readonly (readonly [config: string, message: RegExp])[] = [
  ["{ toolFolder: ['tools'] }", /toolyard\.config\.mjs: "toolFolder".*Did you mean "toolFolders"/],
  ["{ toolFolders: 'tools' }", /toolyard\.config\.mjs: toolFolders must be a list of texts, not "tools"/],
  ['{ limits: { timeoutMs: -1 } }', /toolyard\.config\.mjs: limits\.timeoutMs must be a number from 0/],
  ['{ limits: { concurrency: { total: 0 } } }', /limits\.concurrency\.total must be a number from 1/],
  ["{ explanation: 'of' }", /toolyard\.config\.mjs: explanation: "of" is not known\. Did you mean "off"/],
  ['{ approver: {} }', /"approver" is not a setting/],
]

describe('a configuration file', () => {
  for (const [config, message] of slips)
    it(`is refused, by its name, that says ${config}`, async (t) => {
      await assert.rejects(load(t, config), { code: 'invalid_config', message, hint: /./ })
    })

  it('may leave any group undefined, as the options in code may', () => {
    const nothing = { tools: undefined, policy: undefined, secrets: undefined, database: undefined }
    assert.deepEqual(defineConfig(nothing), nothing)
  })
})
