/** The example keeps working: its own check passes, and its program says what its README promises. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'

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

describe('programs in other languages, and a plugin', () => {
  it('pass their check: definitions, dialects, examples', () => {
    const { status, stdout } = run(cli, '--config', 'toolyard.config.ts', 'check')
    assert.match(stdout, /^\d+ tools, 3 examples run, 0 errors, 0 warnings\n$/)
    assert.equal(status, 0)
  })

  it('are called from the command line', () => {
    const { status, stdout } = run(cli, '--config', 'toolyard.config.ts', 'call', 'glossary', 'word=manifest')
    assert.deepEqual([status, stdout], [0, 'What is known of a tool without running it.\n'])
  })

  it('are used from a program', () => {
    const { status, stdout, stderr } = run(join(folder, 'use-it.ts'))
    assert.deepEqual({ status, stderr }, { status: 0, stderr: '' })
    assert.deepEqual(
      stdout
        .trimEnd()
        .split('\n')
        .filter((line) => line !== ''),
      [
        '1000 of 1500 words counted',
        '1500 of 1500 words counted',
        "{ words: 1500, longest: 'words', frequent: [ 'so', 'many' ] }",
        '1:word-stats counts words.',
        '3:glossary explains words.',
        '(nothing)',
        '"find_line" failed: it ended with exit code 2.',
        'Its standard error ended with:',
        stdout.split('\n').find((line) => line.endsWith('missing.txt: No such file or directory')),
        stdout.split('\n').find((line) => /^\d+\tgreetings\/plugin\.js$/.test(line)),
        'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
        'ok Something that a model can call: a description, a schema, and what does the work.',
        'ok A package or a folder that brings tools, hooks and executors.',
        'error It has manifest, plugin, tool.',
        'Good day, Ann!',
        'denied_by_hook: Ask for the name first.',
        'Decided by hook "greetings: names". Do not try the same call again.',
        'tool_not_found',
      ],
    )
  })
})
