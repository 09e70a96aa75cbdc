/** Pictures, PDF and texts in what people say: what each vendor is sent, and what becomes of a conversation whose model takes none. */
import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { eventsOf, type HarnessRun, prepareRun } from '../../src/agents/conformance/index.ts'
import type { RunEvent } from '../../src/agents/index.ts'
import type { Attachment, MessagePart, ThreadMessage } from '../../src/store/index.ts'
import type { ModelServer, ModelTurn, Turns } from './model-server.ts'
import { openLoop, type VendorName, vendors } from './open-loop.ts'
import { pdf, pixel } from './sample-files.ts'

const files: Readonly<Record<string, Pick<Attachment, 'name' | 'mediaType' | 'bytes'>>> = {
  att_png: { name: 'dot.png', mediaType: 'image/png', bytes: pixel },
  att_pdf: { name: 'plan.pdf', mediaType: 'application/pdf', bytes: pdf },
  att_txt: { name: 'notes.md', mediaType: 'text/markdown', bytes: Buffer.from('# Heron\nIt stands.') },
}

const parts: readonly MessagePart[] = [
  { type: 'text', text: 'What is this?' },
  {
    type: 'image',
    handle: 'att_png',
    name: 'dot.png',
    mediaType: 'image/png',
    bytes: 70,
    width: 1,
    height: 1,
  },
  { type: 'file', handle: 'att_pdf', name: 'plan.pdf', mediaType: 'application/pdf', bytes: 9, pages: 2 },
  { type: 'file', handle: 'att_txt', name: 'notes.md', mediaType: 'text/markdown', bytes: 18 },
  { type: 'file', path: 'in/a.zip', name: 'a.zip', mediaType: 'application/zip', bytes: 22 },
]

const said = (id: string, own: readonly MessagePart[]): ThreadMessage => ({
  id,
  role: 'user',
  parts: own,
  at: 1,
})
const answered: ThreadMessage = {
  id: 'a',
  role: 'assistant',
  parts: [{ type: 'text', text: 'A dot.' }],
  at: 2,
}

interface Ran extends HarnessRun {
  readonly events: readonly RunEvent[]
  readonly server: ModelServer
  /** The same conversation asked again. */
  readonly again: () => Promise<readonly RunEvent[]>
}

async function ask(test: TestContext, vendor: VendorName, turns: Turns): Promise<Ran> {
  const { runner, model, server } = await openLoop(test, turns)
  const attachment = async (handle: string): Promise<Attachment | undefined> => {
    const file = files[handle]
    return file && { ...file, threadId: 't', handle, at: 1 }
  }
  const run = prepareRun(model(vendor), {
    history: [said('m', parts), answered],
    request: { attachment },
  })
  const again = (): Promise<readonly RunEvent[]> => eventsOf(runner, run)
  return { ...run, events: await again(), server, again }
}

/** The first thing that the user said, as it went out. */
function firstWords({ requests }: ModelServer, index = 0): readonly Record<string, unknown>[] {
  const body = requests[index]?.body ?? {}
  const list = (body['messages'] ?? body['input'] ?? body['contents']) as readonly Record<string, unknown>[]
  const first = list.find(({ role }) => role === 'user')
  return (first?.['content'] ?? first?.['parts']) as readonly Record<string, unknown>[]
}

const png = pixel.toString('base64')
const paper = pdf.toString('base64')

const bytesOf: Readonly<Record<VendorName, (blocks: readonly Record<string, unknown>[]) => unknown>> = {
  anthropic: (blocks) => blocks.filter(({ type }) => type !== 'text'),
  openai: (blocks) => blocks.filter(({ type }) => type !== 'input_text'),
  google: (blocks) => blocks.filter((block) => 'inlineData' in block),
  local: (blocks) => blocks.filter(({ type }) => type !== 'text'),
}

const expected: Readonly<Record<VendorName, unknown>> = {
  anthropic: [
    { type: 'image', source: { type: 'base64', media_type: 'image/png', data: png } },
    {
      type: 'document',
      source: { type: 'base64', media_type: 'application/pdf', data: paper },
      title: 'plan.pdf',
    },
  ],
  openai: [
    { type: 'input_image', image_url: `data:image/png;base64,${png}` },
    { type: 'input_file', filename: 'plan.pdf', file_data: `data:application/pdf;base64,${paper}` },
  ],
  google: [
    { inlineData: { mimeType: 'image/png', data: png } },
    { inlineData: { mimeType: 'application/pdf', data: paper } },
  ],
  local: [
    { type: 'image_url', image_url: { url: `data:image/png;base64,${png}` } },
    {
      type: 'file',
      file: { filename: 'plan.pdf', file_data: `data:application/pdf;base64,${paper}` },
    },
  ],
}

const refusals: Readonly<Record<VendorName, ModelTurn>> = {
  anthropic: { status: 400, message: 'this model does not support image input' },
  openai: { status: 400, message: "Invalid value: 'input_image'. Supported values are: 'input_text'" },
  google: { status: 400, message: 'Image input modality is not enabled for this model' },
  local: { status: 422, message: 'unknown variant `image_url`, expected `text`' },
}

const hasBytes = (body: unknown): boolean => JSON.stringify(body).includes(png)

for (const vendor of vendors)
  describe(`what people attach, with ${vendor}`, () => {
    it('goes out in its own form, with its name, and texts as text', async (test) => {
      const { server, events } = await ask(test, vendor, [{ text: 'A dot.' }])
      assert.equal(events.at(-1)?.type, 'done', JSON.stringify(events.at(-1)))
      const blocks = firstWords(server)
      assert.deepEqual(bytesOf[vendor](blocks), expected[vendor])
      const text = JSON.stringify(blocks)
      assert.match(text, /What is this\?/)
      assert.match(text, /\[image \\"dot\.png\\": image\/png, 1×1, 70 bytes, att_png\]/)
      assert.match(text, /notes\.md.*# Heron\\nIt stands\.\\n\[end of \\"notes\.md\\"\]/)
      assert.match(text, /a\.zip.*in the workspace as \\"in\/a\.zip\\"/)
    })

    it('is told in words if the model takes none, once and for all', async (test) => {
      const { server, events, again } = await ask(test, vendor, ({ body }) =>
        hasBytes(body) ? refusals[vendor] : { text: 'I see none.' },
      )
      const notices = events.flatMap((event) => (event.type === 'notice' ? [event.text] : []))
      assert.equal(notices.length, 1)
      assert.match(notices[0] ?? '', /does not take what was attached.*"dot\.png", "plan\.pdf"/)
      assert.equal(events.at(-1)?.type, 'done')
      assert.deepEqual(
        server.requests.map(({ body }) => hasBytes(body)),
        [true, false],
      )
      assert.match(JSON.stringify(firstWords(server, 1)), /dot\.png.*does not take it.*# Heron/)
      const next = await again()
      assert.equal(next.at(-1)?.type, 'done')
      assert.deepEqual(
        server.requests.map(({ body }) => hasBytes(body)),
        [true, false, false],
      )
      assert.equal(
        next.some(({ type }) => type === 'notice'),
        false,
      )
    })
  })

describe('a request that is refused', () => {
  it('for another reason is not blamed on what was attached', async (test) => {
    const refusal: ModelTurn = { status: 400, message: 'temperature is out of range' }
    const { server, events } = await ask(test, 'anthropic', () => refusal)
    const last = events.at(-1)
    assert.ok(last?.type === 'error')
    assert.match(last.error.message, /temperature is out of range/)
    assert.deepEqual(
      server.requests.map(({ body }) => hasBytes(body)),
      [true, false],
    )
    assert.equal(
      events.some(({ type }) => type === 'notice'),
      false,
    )
  })

  it('because of one broken picture leaves other pictures alone', async (test) => {
    const { runner, model, server } = await openLoop(test, (_, index) =>
      index === 0 ? { status: 400, message: 'Could not process image' } : { text: 'So.' },
    )
    const attachment = async (handle: string): Promise<Attachment> => ({
      threadId: 't',
      handle,
      name: 'dot.png',
      mediaType: 'image/png',
      bytes: pixel,
      at: 1,
    })
    const asked = async (handle: string): Promise<void> => {
      const history = [said('m', [{ ...parts[1], handle } as MessagePart]), answered]
      await eventsOf(runner, prepareRun(model('anthropic'), { history, request: { attachment } }))
    }
    await asked('att_broken')
    await asked('att_broken')
    await asked('att_other')
    assert.deepEqual(
      server.requests.map(({ body }) => hasBytes(body)),
      [true, false, false, true],
    )
  })

  it('because the service is overloaded is asked again with everything', async (test) => {
    let asked = 0
    const { server } = await ask(test, 'openai', () =>
      ++asked === 1 ? { status: 503, message: 'overloaded' } : { text: 'A dot.' },
    )
    assert.deepEqual(
      server.requests.map(({ body }) => hasBytes(body)),
      [true, true],
    )
  })
})

describe('what is not kept any more', () => {
  it('is said to be gone, and the conversation goes on', async (test) => {
    const { runner, model, server } = await openLoop(test, [{ text: 'Gone.' }])
    const run = prepareRun(model('anthropic'), {
      history: [said('m', parts), answered],
      request: { attachment: async () => undefined },
    })
    const events = await eventsOf(runner, run)
    assert.equal(events.at(-1)?.type, 'done')
    assert.match(JSON.stringify(firstWords(server)), /dot\.png.*not kept any more/)
  })
})
