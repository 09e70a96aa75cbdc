/** Conversations of agents that the SDK runs, from one run to the next: what the model's service was really sent. */
import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { describe, it } from 'node:test'
import { defineTool, type ToolService } from 'toolyard'
import { sessionRecords } from '../../src/store/index.ts'
import type { RunEvent } from '../../src/agents/index.ts'
import { allOf, blocksOf, call, noticesIn, openYard } from './open-yard.ts'

const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

const look = defineTool({
  name: 'look',
  description: 'Looks.',
  permission: 'read',
  effects: 'none',
  execute: () => ({ content: [{ type: 'image' as const, data: png, mimeType: 'image/png' }] }),
})

async function say(
  yard: ToolService,
  prompt: string,
  given: { threadId?: string } = {},
): Promise<{ readonly threadId: string; readonly events: readonly RunEvent[] }> {
  const run = await yard.runs.start({ agent: 'worker', prompt, ...given })
  const events = await allOf(run.events)
  await run.done
  return { threadId: run.threadId, events }
}

describe('the session of a conversation', () => {
  it('is resumed: each run sends what the last one sent, byte for byte, thoughts and pictures included', async (test) => {
    const { yard, server } = await openYard(
      test,
      [
        { reasoning: 'I should look.', calls: [call('look')] },
        { reasoning: 'I have seen it.', text: 'It is red.' },
        { text: 'Still red.' },
        { text: 'Red, as I said.' },
      ],
      { tools: [look] },
    )
    const { threadId, events } = await say(yard, 'What colour is it?')
    assert.deepEqual(noticesIn(events), [])
    const second = await say(yard, 'Again?', { threadId })
    const third = await say(yard, 'And again?', { threadId })
    for (const { events: told } of [second, third])
      assert.deepEqual(noticesIn(told), ['Claude session resumed.'])
    for (let index = 1; index < 4; index++) {
      const [before, now] = [blocksOf(server, index - 1), blocksOf(server, index)]
      assert.deepEqual(now.slice(0, before.length), before, `request ${index}`)
      const [one, other] = [server.requests[index - 1]?.body, server.requests[index]?.body]
      assert.deepEqual([other?.['system'], other?.['tools']], [one?.['system'], one?.['tools']])
    }
    const sent = blocksOf(server, 3).join('\n')
    for (const words of ['signature of 14', 'signature of 15', png, 'It is red.', 'Still red.', 'And again?'])
      assert.ok(sent.includes(words), words)
    assert.equal(sent.split('What colour is it?').length, 2, 'it is told once')
    assert.deepEqual(
      readdirSync(tmpdir()).filter((name) => name.startsWith('claude-resume')),
      [],
    )
  })

  it('hears the prompt that its agent has now', async (test) => {
    const { yard, server } = await openYard(test, [{ text: 'Yes.' }, { text: 'Yes.' }], {
      prompt: 'You are the first.',
    })
    const { threadId } = await say(yard, 'Well?')
    await yard.agents.update('worker', { prompt: 'You are the second.' })
    const { events } = await say(yard, 'And now?', { threadId })
    assert.deepEqual(noticesIn(events), ['Claude session resumed.'])
    assert.match(JSON.stringify(server.requests[1]?.body['system']), /You are the second\./)
    assert.doesNotMatch(JSON.stringify(server.requests[1]?.body['system']), /You are the first\./)
  })

  it('is told what others said in between, and goes on', async (test) => {
    const { yard, server } = await openYard(test, [
      { text: 'First, from Claude.' },
      { text: 'Second, from the loop.' },
      { text: 'Third, from Claude.' },
    ])
    const { threadId } = await say(yard, 'One?')
    await yard.agents.update('worker', { runner: 'loop' })
    await say(yard, 'Two?', { threadId })
    await yard.agents.update('worker', { runner: 'claude' })
    const { events } = await say(yard, 'Three?', { threadId })
    assert.deepEqual(noticesIn(events), ['Claude session resumed. Messages added that it did not have: 2.'])
    const [before, now] = [blocksOf(server, 0), blocksOf(server, 2)]
    assert.deepEqual(now.slice(0, before.length), before)
    const rest = now.slice(before.length).join('\n')
    for (const words of ['Two?', 'Second, from the loop.', 'Three?']) assert.ok(rest.includes(words), words)
    assert.doesNotMatch(rest, /One\?/)
  })

  it('goes on from its last whole step after a run that was stopped in a call', async (test) => {
    const stuck = Promise.withResolvers<void>()
    const hang = defineTool({
      name: 'hang',
      description: 'Hangs.',
      permission: 'read',
      effects: 'none',
      execute: (_input, { signal }) => {
        stuck.resolve()
        return new Promise((resolve) => signal.addEventListener('abort', resolve))
      },
    })
    const { yard, server } = await openYard(
      test,
      [{ text: 'Ready.' }, { calls: [call('look')] }, { calls: [call('hang')] }, { text: 'I see.' }],
      { tools: [look, hang] },
    )
    const { threadId } = await say(yard, 'Ready?')
    const run = await yard.runs.start({ agent: 'worker', prompt: 'Go.', threadId })
    await stuck.promise
    yard.runs.abort(run.runId)
    assert.equal((await run.done).status, 'stopped')
    const { events } = await say(yard, 'What happened?', { threadId })
    assert.match(noticesIn(events).join(), /^Claude session resumed\. Messages added/)
    assert.equal(server.requests.length, 4, 'a run that is stopped asks for nothing more')
    const now = blocksOf(server, 3)
    const stopped = now.find((block) => block.includes('What was said and done since'))
    assert.match(stopped ?? '', /hang/)
    assert.doesNotMatch(stopped ?? '', /\\"look\\"/)
    assert.ok(now.some((block) => block.includes(png)))
  })

  it('gives way to the conversation as text where it is not at hand, or is broken', async (test) => {
    const { yard, server } = await openYard(test, [
      { text: 'The word is heron.' },
      { text: 'Heron.' },
      { text: 'Heron, still.' },
    ])
    const { threadId } = await say(yard, 'What is the word?')
    const { records } = yard.store
    const kept = await records.list(sessionRecords, threadId)
    await records.remove(
      sessionRecords,
      threadId,
      kept.map(({ id }) => id),
    )
    const second = await say(yard, 'The word?', { threadId })
    assert.deepEqual(noticesIn(second.events), [
      'No Claude session to resume: the conversation was replayed as text.',
    ])
    assert.match(blocksOf(server, 1).join(), /The word is heron\./)
    for (const { id, value, ...facts } of await records.list(sessionRecords, threadId))
      if (id !== 'mark') {
        const { entries, ...batch } = value as { entries: readonly object[] }
        const broken = entries.map(() => ({ type: 'user', uuid: 'no', message: 7 }))
        await records.save({ ...facts, id, value: { ...batch, entries: broken }, at: 1 })
      }
    const third = await say(yard, 'And now?', { threadId })
    assert.equal(third.events.at(-1)?.type, 'done', JSON.stringify(third.events.at(-1)))
    assert.match(noticesIn(third.events).join('\n'), /could not be resumed/)
    const sent = blocksOf(server, -1).join('\n')
    for (const words of ['The word is heron.', 'Heron.', 'And now?']) assert.ok(sent.includes(words), words)
  })

  it('is gone with its conversation', async (test) => {
    const { yard } = await openYard(test, [{ text: 'Hello.' }])
    const { threadId } = await say(yard, 'Hello?')
    const { records, threads } = yard.store
    assert.ok((await records.list(sessionRecords, threadId)).length > 1)
    await threads.remove(threadId)
    assert.deepEqual(await records.list(sessionRecords, threadId), [])
  })
})
