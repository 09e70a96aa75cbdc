/** What every `AttachmentStore` must do. */
import assert from 'node:assert/strict'
import type { Suite } from '../../kernel/conformance/index.ts'
import type { ToolyardError } from '../../kernel/index.ts'
import type { Attachment } from '../attachments.ts'
import { mostOfThread } from '../attachments.ts'
import type { Store } from '../store.ts'
import { hostileTexts, type Opens, readable, threadMessage } from './samples.ts'

function attachment(handle: string, over: Partial<Attachment> = {}): Attachment {
  return {
    threadId: 't',
    handle,
    name: `${handle}.png`,
    mediaType: 'image/png',
    bytes: Uint8Array.of(0, 1, 254, 255),
    at: Date.now(),
    ...over,
  }
}

export function describeAttachmentStore(adapter: string, open: Opens<Store>, suite: Suite): void {
  suite.describe(`AttachmentStore on ${adapter}`, () => {
    suite.it('gives back every byte, in its own conversation only', async (test) => {
      const { attachments } = await open(test)
      const bytes = Uint8Array.from({ length: 70_000 }, (_, index) => index % 256)
      const [one, other] = [attachment('a', { bytes, at: 1.5 }), attachment('b')]
      await attachments.put([one, other])
      assert.deepEqual(await attachments.read('t', 'a'), one)
      assert.deepEqual(await attachments.read('t', 'b'), other)
      assert.equal(await attachments.read('u', 'a'), undefined)
      assert.equal(await attachments.read('t', 'c'), undefined)
      await attachments.put([])
    })

    suite.it('keeps its own copy of the bytes', async (test) => {
      const { attachments } = await open(test)
      const bytes = Uint8Array.of(1, 2, 3)
      await attachments.put([attachment('a', { bytes })])
      bytes.fill(9)
      assert.deepEqual((await attachments.read('t', 'a'))?.bytes, Uint8Array.of(1, 2, 3))
    })

    suite.it('takes away what is named, and all with the conversation', async (test) => {
      const { attachments, threads } = await open(test)
      await threads.append({ id: 't' }, [threadMessage('m')])
      await attachments.put([attachment('a'), attachment('b'), attachment('c', { threadId: 'u' })])
      await attachments.remove('t', ['a', 'none'])
      await attachments.remove('t', [])
      assert.equal(await attachments.read('t', 'a'), undefined)
      assert.ok(await attachments.read('t', 'b'))
      await threads.remove('t')
      assert.equal(await attachments.read('t', 'b'), undefined)
      assert.ok(await attachments.read('u', 'c'))
    })

    suite.it('takes texts of every kind', async (test) => {
      const { attachments } = await open(test)
      for (const [index, text] of hostileTexts.entries()) {
        await attachments.put([attachment(`${index}`, { threadId: `t ${text}`, name: text })])
        assert.equal(readable((await attachments.read(`t ${text}`, `${index}`))?.name), readable(text))
      }
    })

    suite.it('refuses what a conversation has no room for, whole', async (test) => {
      const { attachments } = await open(test)
      await attachments.put([attachment('small')])
      const large = attachment('large', { bytes: new Uint8Array(mostOfThread) })
      await assert.rejects(
        async () => attachments.put([attachment('other'), large]),
        ({ code, message }: ToolyardError) => code === 'too_large' && /"t".*200,000,000/.test(message),
      )
      assert.equal(await attachments.read('t', 'other'), undefined)
      assert.ok(await attachments.read('t', 'small'))
    })
  })
}
