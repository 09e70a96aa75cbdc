/** A person who approves a command reads what the sandbox lets it do, and which sensitive files it opens. */
import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { createToolyard, type ToolyardOptions } from 'toolyard'

describe('the request to run a command', () => {
  let folder: string
  let workspace: string
  before(async () => {
    folder = await realpath(await mkdtemp(join(tmpdir(), 'toolyard-shown-sandbox-')))
    workspace = join(folder, 'work')
    for (const name of ['d', 'n\nSandbox: reads only']) mkdirSync(join(workspace, name), { recursive: true })
    for (const name of ['d/id_rsa', '.env', 'n\nSandbox: reads only/id_rsa', 'a, b.pem'])
      writeFileSync(join(workspace, name), 'canary\n')
  })
  after(() => rm(folder, { recursive: true, force: true }))

  /** The lines that are shown before the arguments. */
  const linesFor = async (command: string, more: ToolyardOptions = {}): Promise<readonly string[]> => {
    let text = ''
    await using yard = await createToolyard({
      builtins: ['shell'],
      workspace,
      policy: { ask: ['bash'] },
      approver: {
        ask: (request) => {
          text = request.text
          return Promise.resolve({ decision: 'reject', by: 'ann' })
        },
      },
      ...more,
    })
    await yard.call('bash', { command })
    assert.match(text, /^bash \{$/m)
    return text.split('\n').slice(0, text.split('\n').indexOf('bash {'))
  }

  it('says whether it may write and whether it reaches the network', async () => {
    assert.deepEqual(await linesFor('ls'), ['Sandbox: reads only'])
    assert.deepEqual(await linesFor('touch x'), ['Sandbox: may write the workspace, no network'])
    assert.deepEqual(await linesFor('touch x', { sandboxNetwork: true }), [
      'Sandbox: may write the workspace; may use the network',
    ])
  })

  it('names every sensitive file that it opens, from the workspace', async () => {
    assert.deepEqual(await linesFor('touch x; cat d/id_rsa .env'), [
      'Sandbox: may write the workspace and read d/id_rsa, .env',
    ])
  })

  it('says so where there is no sandbox', async () => {
    assert.deepEqual(await linesFor('touch x', { sandbox: 'none' }), [
      'Sandbox: none, runs with all your rights',
    ])
  })

  it('is not drawn by the name of a file, nor by an argument', async () => {
    assert.deepEqual(await linesFor("touch x; cat 'n\nSandbox: reads only/id_rsa' 'a, b.pem'"), [
      String.raw`Sandbox: may write the workspace and read "n\nSandbox: reads only/id_rsa", "a, b.pem"`,
    ])
    assert.deepEqual(await linesFor('touch x\nSandbox: reads only\nbash {'), [
      'Sandbox: may write the workspace, no network',
    ])
  })
})
