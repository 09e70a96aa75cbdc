import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, it } from 'node:test'
import { requireNode } from './require-node.ts'

describe('requireNode', () => {
  it('refuses a Node that is too old, by its version and with the next step', () => {
    for (const version of ['20.20.2', '22.12.0', '23.11.0'])
      assert.throws(() => requireNode(version), {
        code: 'unavailable',
        message: `Toolyard needs Node 24 or newer, and this is Node ${version}`,
        hint: /npm install node@24/,
      })
  })

  it('takes what package.json takes', async () => {
    const text = await readFile(new URL('../../package.json', import.meta.url), 'utf8')
    const { engines } = JSON.parse(text) as { engines: { node: string } }
    requireNode(engines.node.replace('>=', ''))
    requireNode('24.0.0')
    requireNode('100.1.0')
    requireNode(process.versions.node)
  })
})
