/** A class tool whose parameters stand in annotations alone: its schema counts wherever tools are shown, checked and called. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { json, Project } from './cli.ts'
import { named } from './project.ts'

const config = "export default { tools: { folders: ['tools'], builtins: [] } }"

const cutText = `import { tool } from 'toolyard/decorators'

interface CutParams {
  /** The text to cut. */
  text: string
  /** How many letters to keep. */
  limit?: number
  /** Which end to keep. */
  end?: 'first' | 'last'
}

/** Cuts a text. */
@tool({ permission: 'read', effects: 'none' })
export class CutText {
  execute(params: CutParams): string {
    const { text, limit = 3, end = 'first' } = params
    return end === 'first' ? text.slice(0, limit) : text.slice(-limit)
  }
}
`

const elsewhere = `import { tool } from 'toolyard/decorators'
import type { CutParams } from './_params.ts'

/** Joins texts. */
@tool({ permission: 'read', effects: 'none' })
export class JoinText {
  execute({ left, right }: CutParams): string {
    return left + right
  }
}
`

describe('a class tool without inputSchema', () => {
  it('has the parameters of its annotation in ls, show, definitions, check and calls', async () => {
    await using project = await Project.make({ 'toolyard.config.ts': config, 'tools/cut-text.ts': cutText })
    const { tools } = json<{ tools: { name: string }[] }>(
      await project.run([...named, 'ls', '--json-output']),
    )
    assert.deepEqual(
      tools.map(({ name }) => name),
      ['cut_text'],
    )
    const shown = await project.run([...named, 'show', 'cut_text'])
    assert.match(shown.out, /text\s+string\s+required\s+The text to cut\./)
    assert.match(shown.out, /How many letters to keep\./)
    const definition = await project.run([...named, 'show', 'cut_text', '--dialect', 'mcp'])
    assert.match(definition.out, /"enum": \[\s*"first",\s*"last"\s*\]/)
    const checked = await project.run([...named, 'check'])
    assert.deepEqual([checked.code, checked.out], [0, '1 tool, 0 examples run, 0 errors, 0 warnings\n'])
    const called = await project.run([...named, 'call', 'cut_text', 'text=abcdef', 'limit=2', 'end=last'])
    assert.equal(called.out, 'ef\n')
    const wrong = await project.run([...named, 'call', 'cut_text', 'limit=many'])
    assert.equal(wrong.code, 2)
  })

  it('is an error of check where its annotation leads to another file, with what to write', async () => {
    await using project = await Project.make({
      'toolyard.config.ts': config,
      'tools/join-text.ts': elsewhere,
      'tools/_params.ts': 'export interface CutParams { left: string; right: string }',
    })
    const { code, out } = await project.run([...named, 'check'])
    assert.equal(code, 1)
    assert.match(out, /join-text\.ts: Tool "join_text": execute takes \{ left, right \}, and inputSchema/)
    assert.match(out, /because it uses CutParams, which is no interface, type or class of this file/)
    assert.match(out, /Add static inputSchema = \{ left: String, right: String \}/)
  })
})
