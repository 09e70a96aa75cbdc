import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { describe, it } from 'node:test'
import { quoted, snippetsOf } from './snippets.ts'

const request = {
  tool: 'echo',
  input: { text: `it's "$HOME" \`date\` \\ 天` },
  agent: 'my helper',
  threadId: 't1',
}

describe('the same call elsewhere', () => {
  it('gives a shell exactly the text that is meant', () => {
    for (const text of ["a'b", '$HOME `id` "x" \\', 'plain', '', '天 气', '-n'])
      assert.equal(execFileSync('sh', ['-c', `printf %s ${quoted(text)}`], { encoding: 'utf8' }), text)
  })

  it('is a command line whose words are the call', () => {
    const { cli } = snippetsOf(request, 'http://127.0.0.1:1')
    const words = execFileSync('sh', ['-c', `toolyard() { printf '%s\\n' "$@"; }; ${cli}`], {
      encoding: 'utf8',
    })
    assert.deepEqual(words.trimEnd().split('\n'), [
      '--agent',
      'my helper',
      'call',
      'echo',
      '--thread',
      't1',
      '--json',
      JSON.stringify(request.input),
    ])
  })

  it('is TypeScript that runs', () => {
    const { typescript } = snippetsOf(request, '')
    const [call = ''] = typescript.split('\n)')
    const seen: unknown[] = []
    const yard = { call: (...args: readonly unknown[]) => seen.push(...args) }
    // oxlint-disable-next-line typescript/no-implied-eval -- our own words, run to see that they are a program
    new Function('yard', call.replace('const result = await ', '').split('\nconsole')[0] ?? '')(yard)
    assert.deepEqual(seen, ['echo', request.input, { agent: 'my helper', threadId: 't1' }])
  })
})
