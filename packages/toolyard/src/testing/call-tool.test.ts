import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { z } from 'zod'
import { defineTool, textOf } from '../index.ts'
import { callTool } from './index.ts'

const add = defineTool({
  name: 'add',
  description: 'Adds two numbers.',
  inputSchema: z.object({ a: z.number(), b: z.number() }),
  outputSchema: z.object({ sum: z.number() }),
  execute: ({ a, b }) => ({ sum: a + b }),
})

const send = defineTool({
  name: 'send',
  description: 'Sends a note.',
  inputSchema: z.object({ to: z.string() }),
  confirm: true,
  execute: ({ to }) => `sent to ${to}`,
})

describe('callTool', () => {
  it('answers the result, with data of the type that the tool promises', async () => {
    const result = await callTool(add, { a: 1, b: 2 })
    assert.equal(result.status, 'ok')
    const sum: number | undefined = result.data?.sum
    assert.equal(sum, 3)
  })

  it('refuses wrong input as an installation does', async () => {
    const { status, error } = await callTool(add, { a: 'one', b: 2 })
    assert.deepEqual([status, error?.code], ['error', 'invalid_arguments'])
  })

  it('answers a fault of the tool as a result', async () => {
    const broken = defineTool({
      name: 'broken',
      description: 'Fails.',
      execute: () => {
        throw new Error('out of paper')
      },
    })
    const { status, error } = await callTool(broken)
    assert.deepEqual([status, error?.code], ['error', 'tool_failed'])
  })

  it('takes every form of a tool, and a built-in one by its name', async () => {
    const plain = { name: 'plain', description: 'Says hello.', execute: () => 'hello' }
    assert.equal(textOf(await callTool(plain)), 'hello')
    const missing = await callTool('read_file', { path: 'none.txt' }, { options: { builtins: ['files'] } })
    assert.equal(missing.status, 'error')
    assert.equal((await callTool('nowhere')).error?.code, 'tool_not_found')
  })

  it('rejects if the tool is none', async () => {
    await assert.rejects(callTool({ name: 'x' } as never), { code: 'invalid_definition' })
  })
})

describe('people in callTool', () => {
  it('denies a call that needs a person, unless it is told to approve', async () => {
    assert.equal((await callTool(send, { to: 'Ann' })).status, 'denied')
    assert.equal((await callTool(send, { to: 'Ann' }, { approve: false })).status, 'denied')
    assert.equal(textOf(await callTool(send, { to: 'Ann' }, { approve: true })), 'sent to Ann')
  })

  it('shows the request to a function that decides', async () => {
    const approve = ({ text }: { readonly text: string }): boolean => text.includes('Ann')
    assert.equal((await callTool(send, { to: 'Ann' }, { approve })).status, 'ok')
    assert.equal((await callTool(send, { to: 'Bob' }, { approve })).status, 'denied')
  })

  it('answers what the tool asks', async () => {
    const asker = defineTool({
      name: 'asker',
      description: 'Asks.',
      execute: async (_input, ctx) => `heard ${await ctx.ask({ question: 'Which colour?' })}`,
    })
    assert.equal(textOf(await callTool(asker, {}, { answer: 'green' })), 'heard green')
    const answer = ({ text }: { readonly text: string }): string => text.toUpperCase()
    assert.equal(textOf(await callTool(asker, {}, { answer })), 'heard WHICH COLOUR?')
    assert.equal((await callTool(asker)).status, 'denied')
    assert.notEqual((await callTool(asker, {}, { approve: true })).status, 'ok')
  })

  it('fills in the form that the tool asks for', async () => {
    const booker = defineTool({
      name: 'booker',
      description: 'Books.',
      execute: async (_input, ctx) => {
        const { seats } = await ctx.ask({ question: 'How many?', schema: z.object({ seats: z.number() }) })
        return `${seats} seats`
      },
    })
    assert.equal(textOf(await callTool(booker, {}, { answer: { seats: 2 } })), '2 seats')
  })
})

describe('the place of callTool', () => {
  const write = defineTool({
    name: 'write',
    description: 'Writes a file.',
    execute: async (_input, ctx) => {
      await ctx.host.files.write('note.txt', [Buffer.from('hello')])
      return ctx.workspace
    },
  })

  it('is an empty folder that is gone afterwards', async () => {
    const result = await callTool(write)
    assert.equal(result.status, 'ok', textOf(result))
    assert.equal(existsSync(textOf(result)), false)
  })

  it('is a folder of the caller, which stays', async (test) => {
    const workspace = await mkdtemp(join(tmpdir(), 'toolyard-place-'))
    test.after(() => rm(workspace, { recursive: true }))
    await callTool(write, {}, { workspace })
    assert.equal(await readFile(join(workspace, 'note.txt'), 'utf8'), 'hello')
    await writeFile(join(workspace, 'a.txt'), 'there')
    const read = await callTool(
      'read_file',
      { path: 'a.txt' },
      { workspace, options: { builtins: ['files'] } },
    )
    assert.match(textOf(read), /there/)
  })

  it('knows secrets by name and never shows their values', async () => {
    const leak = defineTool({
      name: 'leak',
      description: 'Says too much.',
      execute: () => 'the key is s3cret-value-of-the-test',
    })
    const result = await callTool(leak, {}, { secrets: { API_KEY: 's3cret-value-of-the-test' } })
    assert.doesNotMatch(textOf(result), /s3cret/)
  })

  it('has the agent that calls, bound to this tool alone', async () => {
    const who = defineTool({
      name: 'who',
      description: 'Says who calls.',
      execute: async (_input, ctx) => `${ctx.agent}: ${(await ctx.call('add', { a: 1, b: 2 })).status}`,
    })
    const options = { tools: [add] }
    assert.match(textOf(await callTool(who, {}, { agent: 'Ann', options })), /^Ann: (?!ok)/)
    const create = [{ name: 'Ann', toolIds: ['who', 'add'] }]
    const both = await callTool(who, {}, { agent: 'Ann', options: { ...options, agents: { create } } })
    assert.equal(textOf(both), 'Ann: ok')
  })
})
