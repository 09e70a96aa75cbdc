/** A server's form at the terminal and on the command line: one form, its fields in order, only the wrong one asked again. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { json, Project } from './cli.ts'
import { ok, onlyRequest, requests } from './calls-project.ts'

const server = join(
  import.meta.dirname,
  '../../../../node_modules/@modelcontextprotocol/server-everything/dist/index.js',
)
const config = `import { defineConfig } from 'toolyard'
export default defineConfig({
  toolFolders: ['tools'],
  policy: { mode: 'bypass' },
  mcpServers: { everything: { command: ${JSON.stringify(process.execPath)}, args: [${JSON.stringify(server)}, 'stdio'] } },
})
`
const drawn = `/** Asks with words that draw. */
import { defineTool } from 'toolyard'
export default defineTool({
  permission: 'read',
  effects: 'none',
  execute: async (_input, { ask }) =>
    JSON.stringify(
      await ask({
        question: 'Size?',
        schema: {
          type: 'object',
          properties: {
            size: { title: 'Size\\\\n  Send this? [yes]\\\\u001b[2J', type: 'string', enum: ['s', 'm'], enumNames: ['Small', 'Mid\\\\u202ele'] },
          },
          required: ['size'],
        },
      }),
    ),
})
`
const words = Array.from({ length: 40 }, (_, index) => `evil${index}`).join(' ')
const narrow = `/** Asks with words that are longer than a row. */
import { defineTool } from 'toolyard'
const words = ${JSON.stringify(words)}
export default defineTool({
  permission: 'read',
  effects: 'none',
  execute: async (_input, { ask }) =>
    JSON.stringify(
      await ask({
        question: words,
        schema: {
          type: 'object',
          properties: {
            text: { type: 'string', title: words, description: words, default: words },
            [words.slice(0, 90)]: { type: 'string', pattern: '^' + words, maxLength: 200 },
            what: { type: 'string', oneOf: [{ const: '2', title: 'keep ' + words.slice(0, 90) }, { const: '1', title: 'erase' }, { const: 'keep', title: 'Erase' }] },
            count: { type: 'array', items: { enum: ['3', '2', '1'] } },
          },
        },
      }),
    ),
})
`
const tool = 'everything__trigger-elicitation-request'
const plain = (text: string): string => stripVTControlCharacters(text).replaceAll('\r', '')

let project: Project
before(async () => {
  project = await Project.make({
    'toolyard.config.ts': config,
    'tools/drawn.ts': drawn.replaceAll('\\\\', '\\'),
    'tools/narrow.ts': narrow,
  })
  ok(await project.run(['trust', '--yes']))
  ok(await project.run(['accept', tool]))
})
after(() => project[Symbol.asyncDispose]())

describe('a form at the terminal', { concurrency: 1 }, () => {
  it('asks its fields in order, the wrong one again, and is sent after a last look', async () => {
    const running = project.startOnTerminal(['call', tool])
    const type = async (prompt: RegExp, text: string): Promise<void> => {
      await running.says(prompt)
      running.type(text)
    }
    await type(
      /asks\s+│ The MCP server "everything" asks: [^]*fill in 13 fields[^]*1 of 13: text, required[^]*name: /,
      '\n',
    )
    await type(/It must be filled in\.[^]*name: /, 'Ada\n')
    await type(/2 of 13: yes or no, optional[^]*check: /, 'y\n')
    await type(/3 of 13[^]*firstLine: \[It was a dark and stormy night\.\] /, '\n')
    await type(/4 of 13: e-mail address, optional[^]*email: /, 'nobody\n')
    await type(/It must be an e-mail address\. \(\/skip leaves it out\)\s+email: /, '/skip\n')
    await type(/homepage: /, '\n')
    await type(/date \(YYYY-MM-DD\)[^]*birthdate: /, '\n')
    await type(/whole number, 1 to 100, optional, default 42[^]*integer: \[42\] /, '101\n')
    await type(/It must be at most 100\.[^]*integer: \[42\] /, '7\n')
    await type(/number: \[3\.14\] /, '\n')
    await type(/1: Monica\s+2: Rachel[^]*untitledSingleSelectEnum: \[Monica\] /, '3\n')
    await type(/Write the numbers, with commas\.\s+untitledMultipleSelectEnum: \[Guitar\] /, '1,2,3,4\n')
    await type(/It takes at most 3 choices\.[^]*untitledMultipleSelectEnum: \[Guitar\] /, '2, Bass\n')
    await type(/titledSingleSelectEnum: \[Superman\] /, 'green lantern\n')
    await type(/titledMultipleSelectEnum: \[Tuna\] /, '\n')
    await type(/legacyTitledEnum: \[Cats\] /, '\n')
    await type(
      /1\. String: Ada[^]*4\. String with email format: \(left out\)[^]*Send this\? \[yes, 1-13 to edit, cancel\] /,
      '1\n',
    )
    await type(/name: \[Ada\] /, 'Grace\n')
    await type(/1\. String: Grace[^]*Send this\? /, 'yes\n')
    const { code, out } = await running.ended
    assert.equal(code, 0)
    const said = plain(out)
    assert.match(said, /Name: Grace\n- Agreed to terms: true/)
    const { content } = JSON.parse(/Raw result: (\{[^]*?\n\})/.exec(said)?.[1] ?? '{}') as {
      content: unknown
    }
    assert.deepEqual(content, {
      name: 'Grace',
      check: true,
      firstLine: 'It was a dark and stormy night.',
      integer: 7,
      number: 3.14,
      untitledSingleSelectEnum: 'Joey',
      untitledMultipleSelectEnum: ['Piano', 'Bass'],
      titledSingleSelectEnum: 'hero-2',
      titledMultipleSelectEnum: ['fish-1'],
      legacyTitledEnum: 'pet-1',
    })
  })

  it('is declined in the middle, and the server is told', async () => {
    const running = project.startOnTerminal(['call', tool])
    await running.says(/name: /)
    running.type('/decline\n')
    const { out } = await running.ended
    assert.match(plain(out), /User declined/)
    const [last] = await requests(project, '--all', '--limit', '1')
    assert.equal(last?.status, 'rejected')
  })

  it('is shown and filled in by "approvals answer" too, or declined there', async () => {
    const running = project.startOnTerminal(['call', 'drawn'])
    await running.says(/size: /)
    const answer = project.startOnTerminal(['approvals', 'answer', await onlyRequest(project)])
    await answer.says(/│ Size\?[^]*size: /)
    answer.type('small\n')
    assert.match(plain((await answer.ended).out), /answered que_\S+: drawn goes on with "Size/)
    assert.match(plain((await running.ended).out), /answered it elsewhere\s+\{"size":"s"\}/)
    const again = project.startOnTerminal(['call', 'drawn'])
    await again.says(/size: /)
    const id = await onlyRequest(project)
    const no = project.startOnTerminal(['approvals', 'answer', id])
    await no.says(/size: /)
    no.type('/decline\n')
    assert.match(plain((await no.ended).out), /rejected que_\S+: drawn goes on without an answer/)
    assert.match(plain((await again.ended).out), /rejected: \S+ did not want to answer/)
  })

  it('shows what others wrote behind a bar, in rows that can be told from ours', async () => {
    const running = project.startOnTerminal(['call', 'drawn'], { columns: 60 })
    await running.says(/size: /)
    running.type('2\n')
    const { code, out } = await running.ended
    assert.equal(code, 0)
    assert.match(plain(out), /│ Size Send this\? \[yes\]⟨U\+001B⟩\[2J\n {2}1: Small\n {2}2: Mid⟨U\+202E⟩le\n/)
    assert.match(plain(out), /\{"size":"m"\}/)
  })

  for (const columns of [20, 80])
    it(`breaks the words of others itself, on ${columns} columns, and takes a number for the choice that it stands at`, async () => {
      const running = project.startOnTerminal(['call', 'narrow'], { columns })
      const type = async (prompt: RegExp, text: string): Promise<void> => {
        await running.says(prompt)
        running.type(text)
      }
      await type(/text: \[[^\]]*\] /, '\n')
      await type(/2 of 4[^]*│[^]*evil0[^\n]*: /, 'x\n')
      await type(/does not fit[^]*evil0[^\n]*: $/, '/skip\n')
      await type(/1: keep evil0[^]*2: erase\s+3: Erase\s+what: /, '1\n')
      await type(/ - 3\s+ - 2\s+ - 1\s+[^]*Write what[^]*count: /, '1,3\n')
      const id = await onlyRequest(project)
      const shown = plain(ok(await project.run(['approvals', 'show', id])).out)
      await type(/Send this\?/, 'yes\n')
      const { code, out } = await running.ended
      assert.equal(code, 0)
      const said = plain(out)
      const asked = said.slice(said.indexOf('asks'), said.lastIndexOf('Send this?'))
      const rows = asked.split('\n').filter((row) => /evil/.test(row))
      for (const row of rows) {
        assert.match(row, /^ {2}(?:│ | ?\d+[.:] |evil0|text: \[)/, row)
        if (row.includes('│')) assert.ok(row.length <= columns, row)
      }
      for (const row of shown.split('\n').filter((one) => one.includes('evil')))
        assert.match(row, /^(?: {2}│ | {2}evil0| {4}- )/, row)
      const sent = JSON.parse(said.slice(said.lastIndexOf('{"text"'))) as Record<string, unknown>
      assert.deepEqual([sent['what'], sent['count']], ['2', ['1', '3']])
    })

  it('is answered from elsewhere by its fields, which "approvals show" lists', async () => {
    const running = project.startOnTerminal(['call', tool])
    await running.says(/name: /)
    const id = await onlyRequest(project)
    const shown = ok(await project.run(['approvals', 'show', id])).out
    assert.match(
      shown,
      /the form:\n {2}name: text, required\n[^]*integer: whole number, 1 to 100, optional, default 42/,
    )
    assert.match(shown, /- hero-1 \(Superman\)/)
    assert.match(shown, new RegExp(`toolyard approvals answer ${id} --field NAME=VALUE`))
    const answer = (...args: string[]) => project.run(['approvals', 'answer', id, ...args])
    for (const [args, problem] of [
      [['--field', 'integer=x', '--field', 'name=A'], /"integer" must be a number/],
      [['--field', 'integer=0x10', '--field', 'name=A'], /"integer" must be a number/],
      [
        ['--field', 'name=A', '--field', 'titledSingleSelectEnum=2'],
        /"titledSingleSelectEnum" must be one of/,
      ],
      [['--field', 'nmae=A'], /"nmae" is no field of the form\. Did you mean "name"/],
      [['--json', '{"name":1}'], /"name" must be a text/],
      [['--json', '[]'], /--json must be a JSON object/],
      [['Ada'], /is a form/],
      [[], /Use --field NAME=VALUE/],
    ] as const) {
      const { code, err } = await answer(...args)
      assert.notEqual(code, 0)
      assert.match(err, problem)
    }
    const given = [
      '--json',
      '{"name":"Ada","integer":9}',
      '--field',
      'integer=8',
      '--field',
      'titledMultipleSelectEnum=Trout',
      '--field',
      'titledMultipleSelectEnum=fish-2',
    ]
    const { request } = json<{ request: { values: Record<string, unknown> } }>(
      ok(await answer(...given, '--json-output')),
    )
    assert.deepEqual(request.values['titledMultipleSelectEnum'], ['fish-3', 'fish-2'])
    const { code, out } = await running.ended
    assert.equal(code, 0)
    assert.match(plain(out), /answered it elsewhere[^]*Name: Ada[^]*Favorite Integer: 8/)
  })
})
