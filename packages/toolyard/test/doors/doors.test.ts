/**
 * The door matrix: whichever way a call comes in, the same rule, hook, approval, limit and journal hold.
 * Every new door adds a row to `door.ts`.
 */
import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { type Door, type DoorEnvironment, doors } from './door.ts'

interface Row {
  readonly tool: string
  readonly status: string
  readonly origin: string
  readonly result: { readonly error?: { readonly code: string } }
}

/** Everything that can be wrong with a tool file; none may take another tool down. */
const badFiles = {
  'bad-throws.mjs': "throw new Error('this file throws')",
  'bad-nothing.mjs': 'export const nothing = 1',
  'bad-syntax.ts': 'export default {{{',
  'bad-name.mjs': "export default { name: 'not a name', description: 'x', execute() {} }",
  'bad-schema.mjs': "export default { description: 'x', inputSchema: { type: 'objekt' }, execute: () => 1 }",
  'bad-cycle.mjs':
    "const s = { type: 'object', properties: {} }; s.properties.a = s; export default { description: 'x', inputSchema: s, execute: () => 1 }",
  'bad-pattern.mjs':
    "export default { description: 'x', inputSchema: { type: 'object', properties: { a: { type: 'string', pattern: '(?=a)b' } } }, execute: () => 1 }",
  'bad-import.mjs': "import 'a-package-that-is-not-there'; export default {}",
  'zz-clash.mjs':
    "export default { name: 'echo', description: 'x', inputSchema: { text: String }, execute: () => 'CLASH' }",
}

for (const kind of doors) {
  describe(`through ${kind.name}`, () => {
    let folder: string
    let environment: DoorEnvironment
    let door: Door

    before(async () => {
      folder = await mkdtemp(join(tmpdir(), 'toolyard-doors-'))
      for (let index = 0; index < 100; index++) {
        await writeFile(
          join(folder, `good-${index}.mjs`),
          `/** Good tool ${index}. */\nexport default { permission: 'read', effects: 'none', inputSchema: {}, execute: () => 'good ${index}' }\n`,
        )
      }
      for (const [name, source] of Object.entries(badFiles)) await writeFile(join(folder, name), source)
      environment = { journal: join(folder, 'journal.jsonl'), more: folder }
      door = await kind.open(environment)
    })
    after(async () => {
      await door.close()
      await rm(folder, { recursive: true, force: true })
    })

    const lastRow = async (tool: string): Promise<Row> => {
      const rows = (await readFile(environment.journal, 'utf8'))
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Row)
      const row = rows.findLast((candidate) => candidate.tool === tool)
      assert.ok(row, `the journal has a row for ${tool}`)
      assert.equal(row.origin, kind.origin)
      return row
    }

    it('runs a tool and writes it down', async () => {
      assert.deepEqual(await door.call('echo', { text: 'hello' }), {
        ok: true,
        text: kind.name.includes('provider') ? JSON.stringify('echo: hello') : 'echo: hello',
      })
      assert.equal((await lastRow('echo')).status, 'ok')
    })

    it('holds a deny rule, and names the reason', async () => {
      const told = await door.call('forbidden', {})
      assert.equal(told.ok, false)
      assert.match(told.text, /this project forbids it/)
      assert.doesNotMatch(told.text, /RAN/)
      assert.equal((await lastRow('forbidden')).result.error?.code, 'denied')
    })

    it('holds a deny rule that looks at the arguments', async () => {
      const told = await door.call('echo', { text: 'secret plans' })
      assert.equal(told.ok, false)
      assert.doesNotMatch(told.text, /secret plans/)
      assert.equal((await lastRow('echo')).status, 'denied')
    })

    it('asks its hooks, which may deny', async () => {
      const told = await door.call('echo', { text: 'damn' })
      assert.equal(told.ok, false)
      assert.match(told.text, /mind your language/)
      assert.equal((await lastRow('echo')).result.error?.code, 'denied_by_hook')
    })

    it('asks its hooks, which may change the arguments', async () => {
      assert.match((await door.call('echo', { text: 'quiet' })).text, /echo: LOUD/)
    })

    it('does not run what needs a person where nobody can be asked', async () => {
      const told = await door.call('needs_person', { amount: 100 })
      assert.equal(told.ok, false)
      assert.doesNotMatch(told.text, /PAID/)
      assert.match(told.text, /nobody to ask/)
      assert.equal((await lastRow('needs_person')).status, 'denied')
    })

    it('ends a tool at its time limit', async () => {
      const told = await door.call('never_ends', {})
      assert.equal(told.ok, false)
      assert.match(told.text, /did not finish within 100 ms/)
      assert.equal((await lastRow('never_ends')).status, 'timeout')
    })

    it('turns what a tool throws into a result', async () => {
      const told = await door.call('throws', {})
      assert.equal(told.ok, false)
      assert.match(told.text, /the engine is on fire/)
      assert.doesNotMatch(told.text, /at execute|\.ts:\d/)
    })

    it('teaches what is wrong with arguments', async () => {
      const told = await door.call('echo', { txt: 'hello' })
      assert.equal(told.ok, false)
      assert.match(told.text, /Did you mean \\?"text\\?"/)
    })

    it('cuts a long answer and says how to read on', async () => {
      const told = await door.call('long', {})
      assert.match(told.text, /read_result/)
      assert.doesNotMatch(told.text, /line 2500\b/)
    })

    it('suggests a name for one that is not there', async () => {
      const told = await door.call('ecko', {})
      assert.equal(told.ok, false)
      assert.match(told.text, /echo/)
    })

    it('keeps 100 good tools callable beside every bad file', async () => {
      const names = await door.names()
      for (let index = 0; index < 100; index++)
        assert.ok(names.includes(`good_${index}`), `good_${index} is listed`)
      assert.match((await door.call('good_42', {})).text, /good 42/)
      assert.match((await door.call('echo', { text: 'still me' })).text, /echo: still me/)
    })
  })
}
