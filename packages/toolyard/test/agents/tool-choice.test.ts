/** Tools that the model is made to call, or kept from calling. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { eventsOf, prepareRun } from '../../src/agents/conformance/index.ts'
import { defineTool } from '../../src/define/index.ts'
import { finish, openCompany } from './company.ts'
import type { ModelTurn } from './model-server.ts'
import { openLoop, type VendorName, vendors } from './open-loop.ts'
import { lastOf, takenStep } from './run-ends.ts'

/** How each service is told what the model is to call: any tool, this one, none. */
const wire: Readonly<
  Record<VendorName, { readonly any: unknown; readonly look: unknown; readonly none: unknown }>
> = {
  anthropic: { any: { type: 'any' }, look: { type: 'tool', name: 'look' }, none: { type: 'none' } },
  openai: { any: 'required', look: { type: 'function', name: 'look' }, none: 'none' },
  google: {
    any: { functionCallingConfig: { mode: 'ANY' } },
    look: { functionCallingConfig: { mode: 'ANY', allowedFunctionNames: ['look'] } },
    none: { functionCallingConfig: { mode: 'NONE' } },
  },
  local: { any: 'required', look: { type: 'function', function: { name: 'look' } }, none: 'none' },
}

const tools = { look: () => 'seen', find: () => 'found' }

async function choices(
  test: Parameters<typeof openLoop>[0],
  vendor: VendorName,
  { toolChoice, turns }: { toolChoice: string; turns: readonly ModelTurn[] },
): Promise<readonly unknown[]> {
  const { runner, model, server } = await openLoop(test, turns)
  const last = lastOf(await eventsOf(runner, prepareRun(model(vendor), { tools, settings: { toolChoice } })))
  assert.equal(last.type, 'done', JSON.stringify(last))
  const key = vendor === 'google' ? 'toolConfig' : 'tool_choice'
  return server.requests.map(({ body }) => body[key])
}

for (const vendor of vendors)
  describe(`the tool choice with ${vendor}`, () => {
    const look = { calls: [{ tool: 'look' }] }
    const find = { calls: [{ tool: 'find' }] }
    const end = { text: 'Done.' }
    const isFree = (choice: unknown): boolean => !JSON.stringify(choice ?? '').match(/any|required|look/i)

    it('makes the model call some tool, and then leaves it free to end', async (test) => {
      const sent = await choices(test, vendor, { toolChoice: 'required', turns: [find, look, end] })
      assert.deepEqual(sent[0], wire[vendor].any)
      assert.deepEqual(sent.slice(1).map(isFree), [true, true])
    })

    it('makes the model call this tool, until it has', async (test) => {
      const sent = await choices(test, vendor, { toolChoice: 'look', turns: [find, look, end] })
      assert.deepEqual(sent.slice(0, 2), [wire[vendor].look, wire[vendor].look])
      assert.ok(isFree(sent[2]))
    })

    it('forbids tools for the whole run', async (test) => {
      const sent = await choices(test, vendor, { toolChoice: 'none', turns: [find, end] })
      assert.deepEqual(sent, [wire[vendor].none, wire[vendor].none])
    })
  })

describe('a tool choice', () => {
  it('is over where the run was taken up after the tool has answered', async (test) => {
    const { runner, model, server } = await openLoop(test, [{ text: 'Done.' }])
    const run = prepareRun(model('local'), {
      tools,
      settings: { toolChoice: 'look' },
      history: takenStep('seen'),
    })
    await eventsOf(runner, run)
    assert.equal(server.requests[0]?.body['tool_choice'] ?? 'auto', 'auto')
  })

  it('of a tool that can’t be shown ends the run with a sentence, before a service is asked', async (test) => {
    const { runner, model, server } = await openLoop(test, [{ text: 'never' }])
    const run = prepareRun(model('openai'), { tools, settings: { toolChoice: 'gone' } })
    const last = lastOf(await eventsOf(runner, run))
    assert.ok(last.type === 'error')
    assert.match(last.error.message, /agent "tester" is to call the tool "gone", which it can't be shown now/)
    assert.equal(server.requests.length, 0)
  })

  it('is in sight of the model where it is shown only some of the tools', async (test) => {
    const many = Array.from({ length: 40 }, (_, index) =>
      defineTool({ name: `other_${index}`, description: 'Another tool. '.repeat(30), execute: () => 'x' }),
    )
    const rare = defineTool({
      name: 'rare',
      description: 'Seldom used.',
      permission: 'read',
      effects: 'none',
      execute: () => 'here',
    })
    const names = ['search_tools', 'rare', ...many.map(({ manifest }) => manifest.name)]
    const { yard } = await openCompany(
      test,
      {
        helper: {
          turns: [{ calls: [{ tool: 'rare' }] }, { text: 'end' }],
          tools: names,
          settings: { toolChoice: 'rare' },
        },
      },
      { tools: [rare, ...many], agents: { toolTokens: 500 } },
    )
    const { record } = await finish(await yard.runs.start({ agent: 'helper', prompt: 'Go.' }))
    assert.deepEqual([record.status, record.error], ['done', undefined])
  })
})
