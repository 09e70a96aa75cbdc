/** Whatever names and answers say: nothing that the program prints acts on a terminal, as text or as JSON. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createStyles } from '../../src/cli/terminal/terminal.ts'
import { widthOf } from '../../src/cli/terminal/layout.ts'
import { Project } from '../cli/cli.ts'
import { named, projectFiles } from '../cli/project.ts'

/** Control, bidi, zero-width and tag characters; line ends and tabs are ours. */
const hidden = /[[\p{Cc}\p{Bidi_C}\p{DI}\u2028\u2029]--[\n\t]]/v
const nasty = '\u001b[2J\u009b31m\u202ebidi\u200bzero\u2066\u{e0041}\u007f\u0085\u2028end'

const tool = `import { defineTool } from 'toolyard'
import { z } from 'zod'
const nasty = ${JSON.stringify(nasty)}
export default defineTool({
  name: 'nasty',
  description: 'Says odd things.',
  permission: 'read',
  effects: 'none',
  inputSchema: z.strictObject({ fail: z.boolean().default(false) }),
  async execute({ fail }, { emit }) {
    await emit({ part: nasty })
    if (fail) throw new Error(nasty)
    return { text: nasty, [nasty]: [nasty] }
  },
})
`

describe('what the program prints', () => {
  let project: Project
  before(async () => {
    project = await Project.make({
      ...projectFiles,
      'tools/nasty.ts': tool,
      [`tools/\u001b]0;title\u0007\u202e\u009b2J.ts`]: 'export default {{{',
    })
  })
  after(() => project[Symbol.asyncDispose]())

  for (const args of [
    ['ls'],
    ['ls', '--json-output'],
    ['ls', '\u001b[31mword\u202e'],
    ['ls', '--category', '\u009b31m'],
    ['show', 'nasty\u001b[2J'],
    ['call', 'nasty'],
    ['call', 'nasty', '--json-output'],
    ['call', 'nasty', '--json-output', '--stream'],
    ['call', 'nasty', 'fail=true'],
    ['call', 'nasty', 'fail=true', '--json-output'],
    ['call', '\u001b[2Jno\u202esuch'],
    ['check'],
    ['doctor'],
    ['\u001b[2Jcommand'],
    ['ls', '--\u009bflag'],
  ])
    it(`does nothing to a terminal: ${JSON.stringify(args)}`, async () => {
      const { out, err } = await project.run([...named, ...args])
      assert.notEqual(out + err, '')
      assert.doesNotMatch(out, hidden)
      assert.doesNotMatch(err, hidden)
    })

  it('is JSON that means the same', async () => {
    const { out } = await project.run([...named, 'call', 'nasty', '--json-output'])
    const { data } = JSON.parse(out) as { data: unknown }
    assert.deepEqual(data, { text: nasty, [nasty]: [nasty] })
    assert.match(out, /\\u202ebidi\\u200bzero/)
  })

  it('has no colours but its own', () => {
    const { style, shown } = createStyles()
    assert.equal(shown(`${style('red', 'no')} \u001b[31mred`), '\u001b[31mno\u001b[39m ⟨U+001B⟩[31mred')
    assert.equal(shown(style('bold', 'a\u001b[8mb')), '\u001b[1ma⟨U+001B⟩[8mb\u001b[22m')
    assert.equal(widthOf(style('cyan', 'four')), 4)
    assert.ok(!shown(createStyles().style('dim', 'x')).startsWith('\u001b'))
  })
})
