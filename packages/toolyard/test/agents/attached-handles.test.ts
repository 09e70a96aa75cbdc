/** What agents do with attached files later: reading them again by their handles, and saving them into the workspace. */
import assert from 'node:assert/strict'
import { symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import type { PromptPart } from '../../src/agents/index.ts'
import type { AttachedPart, ThreadMessage } from '../../src/store/index.ts'
import { finish, openCompany } from './company.ts'
import { pixel } from './sample-files.ts'

const helper = (...texts: readonly string[]) => ({
  helper: { turns: texts.map((text) => ({ text })), tools: [] },
})

const file = (data: Uint8Array | string, name: string, mediaType?: string): PromptPart => ({
  type: 'file',
  data: typeof data === 'string' ? Buffer.from(data) : data,
  name,
  mediaType,
})

const attachedIn = (messages: readonly ThreadMessage[]): readonly AttachedPart[] =>
  messages.flatMap(({ parts }) =>
    parts.flatMap((part) => (part.type === 'image' || part.type === 'file' ? [part] : [])),
  )

describe('a text that was attached', () => {
  it('is read by its handle like a long result, in its own conversation only', async (test) => {
    const { yard } = await openCompany(
      test,
      { helper: { turns: [{ text: 'Fine.' }, { text: 'Fine.' }], tools: [] } },
      { builtins: ['system', 'files'] },
    )
    const { threadId } = await finish(
      await yard.runs.start({ agent: 'helper', prompt: [file('one\ntwo\nthree', 'lines.txt')] }),
    )
    const [part] = attachedIn(await yard.store.threads.messages(threadId))
    const handle = part && 'handle' in part ? part.handle : ''
    const read = (own: string) => yard.call('read_result', { handle, offset: 2 }, { threadId: own })
    assert.equal((await read(threadId)).content[0]?.type, 'text')
    assert.match(JSON.stringify((await read(threadId)).content), /two\\nthree/)
    assert.equal((await read('another')).error?.code, 'not_found')
  })

  it('is saved into the workspace by the agent, never over a file and never outside', async (test) => {
    const { yard, folder } = await openCompany(
      test,
      {
        helper: {
          turns: [{ text: 'Fine.' }],
          tools: [],
        },
      },
      { builtins: ['files'] },
    )
    const { threadId } = await finish(
      await yard.runs.start({ agent: 'helper', prompt: [file(pixel, 'dot.png')] }),
    )
    const [part] = attachedIn(await yard.store.threads.messages(threadId))
    const attachment = part && 'handle' in part ? part.handle : ''
    const save = (path: string, own = threadId) =>
      yard.call('save_attachment', { attachment, path }, { threadId: own })
    const saved = await save('in/dot.png')
    assert.deepEqual(saved.data, {
      path: 'in/dot.png',
      bytes: pixel.length,
      media_type: 'image/png',
      can_undo: true,
    })
    await symlink('/tmp', join(folder, 'out'))
    const cases: readonly (readonly [path: string, code: string])[] = [
      ['in/dot.png', 'stale_file'],
      ['../dot.png', 'outside_workspace'],
      ['out/dot.png', 'outside_workspace'],
      ['.env', 'protected_path'],
      ['.git/hooks/pre-commit', 'protected_path'],
    ]
    for (const [path, code] of cases) {
      const { error, status } = await save(path)
      assert.deepEqual([error?.code, status], [code, 'error'], path)
    }
    assert.equal((await save('b.png', 'another')).error?.code, 'not_found')
    assert.equal((await yard.call('undo', {}, { threadId })).status, 'ok')
  })

  it('is under the rules for write_file', async (test) => {
    const { yard } = await openCompany(test, helper('Fine.'), {
      builtins: ['files'],
      policy: { mode: 'bypass', deny: ['write_file(closed/**)'] },
    })
    const { threadId } = await finish(
      await yard.runs.start({ agent: 'helper', prompt: [file(pixel, 'dot.png')] }),
    )
    const [part] = attachedIn(await yard.store.threads.messages(threadId))
    const attachment = part && 'handle' in part ? part.handle : ''
    const save = (path: string) => yard.call('save_attachment', { attachment, path }, { threadId })
    assert.equal((await save('closed/a.png')).status, 'denied')
    assert.equal((await save('open/a.png')).status, 'ok')
  })
})
