/**
 * The door matrix: whichever way a call comes in, the same rule, hook, approval, limit and journal hold.
 * Every new door adds a row to `all-doors.ts`.
 */
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { openStore, type Store } from '../../src/store/index.ts'
import { allDoors } from './all-doors.ts'
import { type Door, type DoorEnvironment, openYard } from './door.ts'

/** Guards against a hang. */
const patienceMs = 60_000

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

/** Tools beside those of the project, the same for every door. */
let more: string

before(async () => {
  more = await mkdtemp(join(tmpdir(), 'toolyard-doors-more-'))
  for (let index = 0; index < 100; index++) {
    await writeFile(
      join(more, `good-${index}.mjs`),
      `/** Good tool ${index}. */\nexport default { permission: 'read', effects: 'none', inputSchema: {}, execute: () => 'good ${index}' }\n`,
    )
  }
  for (const [name, source] of Object.entries(badFiles)) await writeFile(join(more, name), source)
})
after(() => rm(more, { recursive: true, force: true }))

for (const kind of allDoors) {
  describe(`through ${kind.name}`, () => {
    let folder: string
    let environment: DoorEnvironment
    let door: Door
    let store: Store

    before(async () => {
      folder = await mkdtemp(join(tmpdir(), 'toolyard-doors-'))
      process.env['TOOLYARD_STATE'] = join(folder, 'state')
      environment = { database: `sqlite:${join(folder, 'doors.db')}`, more }
      store = await openStore(environment.database, { folder })
      door = await kind.open(environment)
    })
    after(async () => {
      await door.close()
      await store.close()
      await rm(folder, { recursive: true, force: true })
    })

    /** The last row of a tool becomes so: calls that only read are written a moment after their answer. */
    const isWritten = async (tool: string, expected: object): Promise<void> => {
      const end = performance.now() + patienceMs
      for (;;) {
        const [row] = await store.calls.list({ tool, limit: 1 })
        const { origin, status, agent, result } = row ?? {}
        const written = { origin, status, agent, code: result?.error?.code }
        const wanted = { ...written, origin: kind.origin, ...expected }
        if (performance.now() > end) assert.deepEqual(written, wanted)
        if (isDeepStrictEqual(written, wanted)) return
        await sleep(10)
      }
    }

    it('runs a tool and writes it down', async () => {
      assert.deepEqual(await door.call('echo', { text: 'hello' }), {
        ok: true,
        text: kind.name.includes('provider') ? JSON.stringify('echo: hello') : 'echo: hello',
      })
      await isWritten('echo', { status: 'ok' })
    })

    it('holds a deny rule, and names the reason', async () => {
      const told = await door.call('forbidden', {})
      assert.equal(told.ok, false)
      assert.doesNotMatch(told.text, /RAN/)
      if (kind.answersFirst) return assert.ok(!(await door.names()).includes('forbidden'))
      assert.match(told.text, /this project forbids it/)
      await isWritten('forbidden', { code: 'denied' })
    })

    it('holds a deny rule that looks at the arguments', async () => {
      const told = await door.call('echo', { text: 'secret plans' })
      assert.equal(told.ok, false)
      assert.doesNotMatch(told.text, /secret plans/)
      await isWritten('echo', { status: 'denied' })
    })

    it('asks its hooks, which may deny', async () => {
      const told = await door.call('echo', { text: 'damn' })
      assert.equal(told.ok, false)
      assert.match(told.text, /mind your language/)
      await isWritten('echo', { code: 'denied_by_hook' })
    })

    it('asks its hooks, which may change the arguments', async () => {
      assert.match((await door.call('echo', { text: 'quiet' })).text, /echo: LOUD/)
    })

    it('does not run what needs a person where nobody can be asked', async () => {
      const told = await door.call('needs_person', { amount: 100 })
      assert.equal(told.ok, false)
      assert.doesNotMatch(told.text, /PAID/)
      assert.match(told.text, /nobody to ask/)
      await isWritten('needs_person', { status: 'denied' })
    })

    it('ends a tool at its time limit', async () => {
      const told = await door.call('never_ends', {})
      assert.equal(told.ok, false)
      assert.match(told.text, /did not finish within 100 ms/)
      await isWritten('never_ends', { status: 'timeout' })
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
      assert.match(told.text, kind.answersFirst ? /ecko/ : /echo/)
    })

    it('keeps 100 good tools callable beside every bad file', async () => {
      const names = await door.names()
      for (let index = 0; index < 100; index++)
        assert.ok(names.includes(`good_${index}`), `good_${index} is listed`)
      assert.match((await door.call('good_42', {})).text, /good 42/)
      assert.match((await door.call('echo', { text: 'still me' })).text, /echo: still me/)
    })

    if (!kind.knowsAgents) return

    describe('on behalf of an agent', () => {
      let helper: Door

      before(async () => {
        await using yard = await openYard(environment)
        await yard.agents.create({ name: 'helper', toolIds: ['echo', 'nested', 'good_1'] })
        await yard.agents.create({ name: 'nobody', toolIds: ['nested'] })
        helper = await kind.open({ ...environment, agent: 'helper' })
      })
      after(() => helper.close())

      it('shows the tools that the agent has, and no others', async () => {
        assert.deepEqual((await helper.names()).toSorted(), ['echo', 'good_1', 'nested'])
      })

      it('runs a tool that the agent has, and writes down who called', async () => {
        assert.match((await helper.call('echo', { text: 'bound' })).text, /echo: bound/)
        await isWritten('echo', { agent: 'helper' })
      })

      it('refuses a tool that the agent does not have, though it is there', async () => {
        const told = await helper.call('good_2', {})
        assert.equal(told.ok, false)
        assert.doesNotMatch(told.text, /good 2/)
        if (kind.answersFirst) return
        assert.match(told.text, /agent \\?"helper\\?" has no tool named \\?"good_2/)
        await isWritten('good_2', { code: 'tool_not_found' })
      })

      it('holds the rules that hold for everybody', async () => {
        assert.equal((await helper.call('echo', { text: 'secret plans' })).ok, false)
      })

      it('holds a binding that another process has changed meanwhile', async () => {
        await using yard = await openYard(environment)
        await yard.agents.update('helper', { toolIds: ['echo', 'nested'] })
        await sleep(300)
        const refused = await helper.call('good_1', {})
        assert.equal(refused.ok, false)
        assert.doesNotMatch(refused.text, /good 1/)
        if (!kind.answersFirst) assert.match(refused.text, /has no tool named/)
        await yard.agents.update('helper', { toolIds: ['echo', 'nested', 'good_1'] })
        await sleep(300)
        assert.match((await helper.call('good_1', {})).text, /good 1/)
      })

      it('refuses an agent that nobody has made', async () => {
        const name = { ...environment, agent: 'helpr' }
        // A server that serves one agent does not even start for a stranger.
        if (kind.origin === 'mcp') {
          await assert.rejects(kind.open(name))
          return
        }
        const stranger = await kind.open(name)
        try {
          const told = await stranger.call('echo', { text: 'let me in' })
          assert.equal(told.ok, false)
          assert.match(told.text, /no agent named \\?"helpr/)
        } finally {
          await stranger.close()
        }
      })
    })
  })
}
