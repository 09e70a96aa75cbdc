/** The example keeps working: its own check passes, and its program says what its README promises. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'

const folder = import.meta.dirname
const source = '--conditions=@toolyard/source'
/** Nothing is kept in the home folder. */
const state = mkdtempSync(join(tmpdir(), 'toolyard-example-'))
after(() => rmSync(state, { recursive: true }))
const cli = join(folder, '../../packages/toolyard/src/cli/main.ts')

function run(...args: readonly string[]): { status: number | null; stdout: string; stderr: string } {
  return spawnSync(process.execPath, [source, ...args], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, XDG_STATE_HOME: state },
  })
}

describe('the first tools', () => {
  it('pass their check: definitions, dialects, examples, policy tests', () => {
    const { status, stdout } = run(cli, '--config', 'toolyard.config.ts', 'check')
    assert.match(stdout, /43 tools, 7 examples run, 1 only checked.*, 0 errors, 1 warning\n$/)
    assert.equal(status, 0)
  })

  it('are used from a program', () => {
    const { status, stdout, stderr } = run(fileURLToPath(import.meta.resolve('./use-it.ts')))
    assert.deepEqual({ status, stderr }, { status: 0, stderr: '' })
    assert.deepEqual(stdout.trimEnd().split('\n'), [
      "{ city: 'Rome', temperature: 21, unit: 'celsius' }",
      'Known cities: rome, oslo, lima.',
      '2',
      '1',
      'Go!',
      '(empty)',
      '? send_note to ann@example.org',
      'ok',
      '? send_note to ann@example.net',
      'the example rejected the call: only .org, please',
      "[ { id: 'o-3', item: 'bread', state: 'open' } ]",
      '8 [',
      '  {',
      "    type: 'tool_result',",
      "    tool_use_id: 'toolu_1',",
      "    content: 'Lima is 14 degrees warmer than Oslo.'",
      '  }',
      ']',
    ])
  })

  it('are used by an agent whose model is a script', () => {
    const { status, stdout, stderr } = run(fileURLToPath(import.meta.resolve('./run-agent.ts')))
    assert.deepEqual({ status, stderr }, { status: 0, stderr: '' })
    const [first, ...rest] = stdout.trimEnd().split('\n')
    assert.equal(first, 'Let me look at both cities.')
    assert.deepEqual(rest.slice(0, 2), ['→ get_weather {"city":"Oslo"}', ''])
    assert.deepEqual(rest.slice(-3), [
      'Lima is 14 degrees warmer than Oslo. Take a coat to Oslo.',
      'finished after 2 steps',
      'done 4 messages',
    ])
  })
})
