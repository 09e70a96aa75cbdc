import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ToolyardError } from '../../kernel/index.ts'
import { reportError, type Terminal } from './terminal.ts'

function report(thrown: unknown): { readonly code: number; readonly lines: readonly string[] } {
  const lines: string[] = []
  const terminal: Pick<Terminal, 'note' | 'noteStyle'> = {
    note: (text) => void lines.push(text),
    noteStyle: (_style, text) => text,
  }
  return { code: reportError(thrown, terminal as Terminal, false), lines }
}

describe('reportError', () => {
  it('gives the next step where the system refuses', () => {
    const refused = Object.assign(new Error("EACCES: permission denied, mkdir '/x'"), { code: 'EACCES' })
    assert.deepEqual(report(refused), {
      code: 1,
      lines: [
        "error: EACCES: permission denied, mkdir '/x'",
        '  Check who may read and write there, or use another folder.',
      ],
    })
  })

  it('exits with 2 for a mistake of ours, with its hint', () => {
    assert.deepEqual(report(new ToolyardError('not_found', 'there is none', { hint: 'Make one.' })), {
      code: 2,
      lines: ['error: there is none', '  Make one.'],
    })
  })
})
