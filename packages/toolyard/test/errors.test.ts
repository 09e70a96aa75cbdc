/** `docs/errors.md` and the list of codes say the same, and what the page says of a few codes is what a caller gets. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { createToolyard, defineTool, ToolyardError } from 'toolyard'
import { errorCodes } from '../src/kernel/index.ts'

const page = readFileSync(new URL('../../../docs/errors.md', import.meta.url), 'utf8')
const rows = page
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )

const retryOf = (code: string): string => rows.find(([name]) => name === `\`${code}\``)?.[5] ?? ''

describe('the page of errors', () => {
  it('has a row for every code, in the order of the list, and no other', () => {
    assert.deepEqual(
      rows.map(([code]) => code?.replaceAll('`', '')),
      [...errorCodes],
    )
  })

  it('fills every cell: meaning, moment, status, remedy and retry', () => {
    for (const row of rows) {
      assert.equal(row.length, 6, row[0])
      assert.ok(
        row.every((cell) => cell !== ''),
        row[0],
      )
      assert.match(row[5] ?? '', /^(yes|no|only)\b/, row[0])
    }
  })

  it('lists no code twice', () => {
    assert.equal(new Set(errorCodes).size, errorCodes.length)
  })
})

describe('what the page says of a code', () => {
  const echo = defineTool({
    name: 'echo',
    description: 'Echoes.',
    inputSchema: { text: String },
    execute({ text }) {
      if (text === 'throw') throw new Error('it broke')
      if (text === 'busy')
        throw new ToolyardError('rate_limited', 'the service is busy', { retryable: true, retryAfterMs: 50 })
      return text
    },
  })
  const wrongOutput = defineTool({
    name: 'liar',
    description: 'Lies.',
    effects: 'none',
    outputSchema: { type: 'number' },
    execute: () => 'text' as unknown as number,
  })
  const slow = defineTool({
    name: 'slow',
    description: 'Never ends.',
    timeoutMs: 20,
    execute: () => new Promise(() => {}),
  })
  const cases: [code: string, tool: string, input: unknown, status: string][] = [
    ['tool_not_found', 'nobody', {}, 'error'],
    ['invalid_arguments', 'echo', { text: 5, more: 1 }, 'error'],
    ['tool_failed', 'echo', { text: 'throw' }, 'error'],
    ['rate_limited', 'echo', { text: 'busy' }, 'error'],
    ['invalid_output', 'liar', {}, 'error'],
    ['timeout', 'slow', {}, 'timeout'],
    ['denied', 'denied_tool', {}, 'denied'],
    ['denied_by_hook', 'hooked_tool', {}, 'denied'],
  ]
  for (const [code, tool, input, status] of cases) {
    it(`${code} comes with the status and the retry of its row, and with a hint or a message that helps`, async () => {
      await using yard = await createToolyard({
        tools: [
          echo,
          wrongOutput,
          slow,
          { name: 'denied_tool', description: 'x', execute: () => assert.fail('it ran') },
          { name: 'hooked_tool', description: 'x', execute: () => assert.fail('it ran') },
        ],
        policy: { deny: ['denied_tool'] },
        hooks: [
          { name: 'no', type: 'PRE_TOOL_USE', tools: ['hooked_tool'], handler: () => ({ action: 'deny' }) },
        ],
      })
      const result = await yard.call(tool, input)
      assert.deepEqual([result.error?.code, result.status], [code, status])
      assert.equal(result.error?.retryable, retryOf(code).startsWith('yes'))
      assert.ok((result.error?.message ?? '').length > 5)
    })
  }
})
