/** Pictures and files in prompts: what is taken and what is refused, what is kept, and what an agent is shown of it later. */
import assert from 'node:assert/strict'
import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import type { PromptPart } from '../../src/agents/index.ts'
import { defineTool } from '../../src/define/index.ts'
import type { ToolyardError } from '../../src/kernel/index.ts'
import type { AttachedPart, ThreadMessage } from '../../src/store/index.ts'
import { finish, openCompany, waiting } from './company.ts'
import { gif, jpeg, pdf, pixel, png, svg, webp, zip } from './sample-files.ts'

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

const refused =
  (code: string, words: RegExp) =>
  (error: ToolyardError): boolean => {
    assert.equal(error.code, code, error.message)
    assert.match(error.message, words)
    assert.match(error.hint ?? '', /\w/)
    return true
  }

describe('a prompt with pictures and files', () => {
  it('is kept in parts, its bytes apart from its message, and the model is told of each', async (test) => {
    const { yard } = await openCompany(test, helper('Told: {{prompt}}'))
    const prompt: PromptPart[] = [
      { type: 'text', text: 'Look.' },
      { type: 'image', data: pixel.toString('base64'), name: 'dot.png' },
      file(pdf, 'plan.pdf'),
      file('a,b\n1,2', 'table.csv'),
    ]
    const { record, threadId } = await finish(await yard.runs.start({ agent: 'helper', prompt }))
    assert.equal(record.task, 'Look.')
    const [message] = await yard.store.threads.messages(threadId)
    const [image, paper, table] = attachedIn(message ? [message] : [])
    assert.ok(image && 'handle' in image && paper && 'handle' in paper && table && 'handle' in table)
    const { handle: _, ...facts } = image
    assert.deepEqual(facts, {
      type: 'image',
      name: 'dot.png',
      mediaType: 'image/png',
      bytes: pixel.length,
      width: 1,
      height: 1,
    })
    assert.deepEqual([paper.mediaType, 'pages' in paper && paper.pages], ['application/pdf', 2])
    assert.equal(table.mediaType, 'text/csv')
    assert.ok(JSON.stringify(message).length < 1000)
    for (const [part, bytes] of [
      [image, pixel],
      [paper, pdf],
      [table, Buffer.from('a,b\n1,2')],
    ] as const)
      assert.deepEqual(
        Buffer.from((await yard.store.attachments.read(threadId, part.handle))?.bytes ?? []),
        bytes,
      )
    assert.match(
      record.result ?? '',
      /Told: Look\.\n\[image "dot\.png".*\n\[file "plan\.pdf".*\n\[file "table\.csv"/,
    )
  })

  it('may say nothing at all, and is then called by its files', async (test) => {
    const { yard } = await openCompany(test, helper('Nice.'))
    const { record, threadId } = await finish(
      await yard.runs.start({ agent: 'helper', prompt: [file(pixel, 'a.png'), file(pixel, 'b.png')] }),
    )
    assert.equal(record.task, 'a.png, b.png')
    assert.equal((await yard.store.threads.find(threadId))?.title, 'a.png, b.png')
    const [message] = await yard.store.threads.messages(threadId)
    assert.deepEqual(
      message?.parts.map(({ type }) => type),
      ['image', 'image'],
    )
  })

  it('is known by its bytes, whatever name and media type say', async (test) => {
    const { yard } = await openCompany(test, helper('1', '2', '3', '4', '5', '6', '7'))
    const cases: readonly (readonly [PromptPart, type: string, mediaType: string])[] = [
      [file(jpeg(640, 480), 'photo.png', 'image/png'), 'image', 'image/jpeg'],
      [file(gif(3, 4), 'x'), 'image', 'image/gif'],
      [file(webp(5, 6), 'x.txt', 'text/plain'), 'image', 'image/webp'],
      [file(svg, 'logo.svg', 'image/svg+xml'), 'file', 'image/svg+xml'],
      [file('<script>alert(1)</script>', 'page.html'), 'file', 'text/html'],
      [file(pdf, 'picture.png'), 'file', 'application/pdf'],
      [file(Buffer.from('\ufeffWide', 'utf16le'), 'wide.txt'), 'file', 'text/plain'],
    ]
    for (const [part, type, mediaType] of cases) {
      const { threadId } = await finish(await yard.runs.start({ agent: 'helper', prompt: [part] }))
      const [attached] = attachedIn(await yard.store.threads.messages(threadId))
      assert.deepEqual([attached?.type, attached?.mediaType], [type, mediaType])
    }
  })

  it('is refused with a sentence if it is too much, or no model reads it; nothing is kept then', async (test) => {
    const { yard } = await openCompany(test, helper('Fine.'))
    const many = (count: number) => Array.from({ length: count }, () => file('x', 'x.txt'))
    const cases: readonly (readonly [prompt: unknown, code: string, words: RegExp])[] = [
      [[file(png(1, 1, 3_750_001), 'big.png')], 'too_large', /"big\.png" has 3,750,001 bytes.*3,750,000/],
      [[file(png(8001, 10), 'wide.png')], 'too_large', /8001×10 pixels.*8,000 a side/],
      [[file('x'.repeat(1_000_001), 'long.txt')], 'too_large', /"long\.txt".*1,000,000/],
      [[file(Buffer.concat([pdf, Buffer.alloc(10_000_000)]), 'a.pdf')], 'too_large', /10,000,000/],
      [
        Array.from({ length: 4 }, () => file(png(1, 1, 3_100_000), 'p.png')),
        'too_large',
        /together.*12,000,000/,
      ],
      [[{ type: 'file', data: 'A'.repeat(20_000_000) }], 'too_large', /10,000,000/],
      [many(11), 'invalid_arguments', /11 files.*takes 10/],
      [many(10_000), 'invalid_arguments', /10,000 files/],
      [[file(zip, 'a.zip')], 'unsupported_media_type', /"a\.zip" is a ZIP archive: no model reads that/],
      [[file(zip, 'a.png', 'image/png')], 'invalid_arguments', /said to be a picture and is a ZIP archive/],
      [[{ type: 'image', data: Buffer.from(svg), name: 'logo.svg' }], 'invalid_arguments', /is a text/],
      [[file('<html>', 'a.png', 'image/png')], 'invalid_arguments', /said to be a picture and is a text/],
      [[file(pixel.subarray(0, 12), 'cut.png')], 'invalid_arguments', /broken picture/],
      [[file('', 'empty.txt')], 'invalid_arguments', /is empty/],
      [[{ type: 'file', data: 'data:image/png;base64,AAAA' }], 'invalid_arguments', /no base64/],
      [[{ type: 'file', data: 'AAAAA' }], 'invalid_arguments', /no base64/],
      [[file('x', '..')], 'invalid_arguments', /no name of a file/],
      [[file('x', 'a\u202egnp.exe')], 'invalid_arguments', /can't be seen/],
      [[{ type: 'image' }], 'invalid_arguments', /no prompt/],
      [[{ type: 'video', data: 'AAAA' }], 'invalid_arguments', /no prompt/],
      [[null], 'invalid_arguments', /no prompt/],
      [{ type: 'text', text: 'x' }, 'invalid_arguments', /no prompt/],
    ]
    for (const [prompt, code, words] of cases)
      await assert.rejects(
        yard.runs.start({ agent: 'helper', prompt: prompt as never, threadId: 't' }),
        refused(code, words),
      )
    assert.equal(await yard.store.threads.find('t'), undefined)
    assert.deepEqual(await yard.runs.list(), [])
  })

  it('takes the last part of a path as a name', async (test) => {
    const { yard } = await openCompany(test, helper('Fine.'))
    const prompt = [file('x', '../../etc/pass wd'), file('x', 'C:\\Users\\ann\\a.txt')]
    const { threadId } = await finish(await yard.runs.start({ agent: 'helper', prompt }))
    const names = attachedIn(await yard.store.threads.messages(threadId)).map(({ name }) => name)
    assert.deepEqual(names, ['pass wd', 'a.txt'])
  })

  it('leaves no bytes behind if a hook refuses it or the conversation is at work', async (test) => {
    const busy = waiting()
    const { yard } = await openCompany(
      test,
      { helper: { turns: [{ calls: [{ tool: 'wait' }] }, { text: 'Over.' }], tools: ['wait'] } },
      { tools: [busy.tool] },
    )
    const handles: string[] = []
    const { attachments } = yard.store
    const put = attachments.put.bind(attachments)
    Object.assign(attachments, {
      put: (rows: Parameters<typeof put>[0]) => {
        handles.push(...rows.map(({ handle }) => handle))
        return put(rows)
      },
    })
    const first = await yard.runs.start({ agent: 'helper', prompt: 'Go.', threadId: 't' })
    await busy.begun
    await assert.rejects(
      yard.runs.start({ agent: 'helper', prompt: [file(pixel, 'a.png')], threadId: 't' }),
      refused('conflict', /at work/),
    )
    assert.equal(handles.length, 1)
    assert.equal(await attachments.read('t', handles[0] ?? ''), undefined)
    await yard.runs.stop(first.runId)
    yard.hooks.add({
      name: 'no pictures',
      type: 'PROMPT_SUBMIT',
      handler: ({ prompt }) =>
        prompt?.includes('a.png') ? { decision: 'deny', reason: 'no pictures' } : undefined,
    })
    await assert.rejects(
      yard.runs.start({ agent: 'helper', prompt: [file(pixel, 'a.png')], threadId: 'u' }),
      refused('denied_by_hook', /no pictures/),
    )
    assert.equal(handles.length, 1)
  })

  it('goes with its conversation', async (test) => {
    const { yard } = await openCompany(test, helper('Fine.'))
    const { threadId } = await finish(
      await yard.runs.start({ agent: 'helper', prompt: [file(pixel, 'a.png')] }),
    )
    const [part] = attachedIn(await yard.store.threads.messages(threadId))
    assert.ok(part && 'handle' in part)
    await yard.store.threads.remove(threadId)
    assert.equal(await yard.store.attachments.read(threadId, part.handle), undefined)
  })
})

describe('a file of the workspace in a prompt', () => {
  it('is shown if it can be, and named if it can not', async (test) => {
    const { yard, folder } = await openCompany(test, helper('{{prompt}}'), { builtins: ['files'] })
    await mkdir(join(folder, 'in'))
    await writeFile(join(folder, 'in', 'dot.png'), pixel)
    await writeFile(join(folder, 'in', 'a.zip'), zip)
    await writeFile(join(folder, 'in', 'huge.txt'), 'x'.repeat(11_000_000))
    const prompt = ['dot.png', 'a.zip', 'huge.txt'].map(
      (name) => ({ type: 'file', path: `in/${name}` }) as const,
    )
    const { record, threadId } = await finish(await yard.runs.start({ agent: 'helper', prompt }))
    const [dot, archive, huge] = attachedIn(await yard.store.threads.messages(threadId))
    assert.equal(dot?.type, 'image')
    assert.deepEqual(archive, {
      type: 'file',
      path: 'in/a.zip',
      name: 'a.zip',
      mediaType: 'application/zip',
      bytes: zip.length,
    })
    assert.ok(huge && 'path' in huge && huge.bytes === 11_000_000)
    assert.match(record.result ?? '', /in the workspace as "in\/a\.zip"/)
  })

  it('is never one outside, one that may hold secrets, or one that a rule closes', async (test) => {
    const { yard, folder } = await openCompany(test, helper('Fine.'), {
      builtins: ['files'],
      policy: { deny: ['read_file(closed/**)'], ask: ['read_file(asked/**)'] },
    })
    for (const name of ['closed', 'asked']) {
      await mkdir(join(folder, name))
      await writeFile(join(folder, name, 'a.txt'), 'x')
    }
    await writeFile(join(folder, '.env'), 'KEY=1')
    await symlink('/etc/passwd', join(folder, 'out.txt'))
    await symlink(join(folder, '.env'), join(folder, 'env.txt'))
    const cases: readonly (readonly [path: string, code: string])[] = [
      ['../../../etc/passwd', 'outside_workspace'],
      ['/etc/passwd', 'outside_workspace'],
      ['out.txt', 'outside_workspace'],
      ['.env', 'protected_path'],
      ['env.txt', 'protected_path'],
      ['closed/a.txt', 'denied'],
      ['asked/a.txt', 'denied'],
      ['none.txt', 'not_found'],
    ]
    for (const [path, code] of cases)
      await assert.rejects(
        yard.runs.start({ agent: 'helper', prompt: [{ type: 'file', path }] }),
        ({ code: found, message }: ToolyardError) => {
          assert.equal(found, code, `${path}: ${message}`)
          return true
        },
      )
  })
})

describe('a message to a run that goes on', () => {
  it('carries pictures too: queued, heard, and told to those who follow', async (test) => {
    const begun = Promise.withResolvers<void>()
    const go = Promise.withResolvers<string>()
    const hold = defineTool({
      name: 'hold',
      description: 'Waits.',
      permission: 'read',
      effects: 'none',
      execute() {
        begun.resolve()
        return go.promise
      },
    })
    const { yard } = await openCompany(
      test,
      {
        helper: {
          turns: [{ text: 'Hm.', calls: [{ tool: 'hold' }] }, { text: 'Heard: {{prompt}}' }],
          tools: ['hold'],
        },
      },
      { tools: [hold] },
    )
    const run = await yard.runs.start({ agent: 'helper', prompt: 'Go.' })
    await begun.promise
    const said = [{ type: 'text', text: 'See this.' }, file(pixel, 'dot.png')] as const
    const queued = await yard.runs.say(run.runId, { text: said })
    assert.deepEqual([queued.text, queued.attachments?.map(({ name }) => name)], ['See this.', ['dot.png']])
    assert.deepEqual(await yard.runs.mail.list(run.runId), [queued])
    go.resolve('on')
    const { events, record } = await finish(run)
    const heard = events.find((event) => event.type === 'message')
    assert.ok(heard?.type === 'message')
    assert.deepEqual(heard.attachments, queued.attachments)
    assert.match(record.result ?? '', /Heard: See this\.\n\[image "dot\.png"/)
    await assert.rejects(yard.runs.say(run.runId, { text: said }), refused('conflict', /has ended/))
  })
})
