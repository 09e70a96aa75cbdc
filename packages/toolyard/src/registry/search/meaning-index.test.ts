import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { defineTool, type ToolManifest } from '../../define/index.ts'
import { type Clock, createClock, ToolyardError } from '../../kernel/index.ts'
import { createMemoryStore, type VectorStore } from '../../store/index.ts'
import { type Embedder, MeaningIndex } from './meaning-index.ts'

const manifest = (name: string): ToolManifest =>
  defineTool({ name, description: `About ${name}.`, execute: () => 1 }).manifest
const cats = manifest('cats')
const dogs = manifest('dogs')

/** Knows cats from dogs; fails as long as it is told to. */
class Stand implements Embedder {
  readonly mostTexts = 1
  readonly asked: string[] = []
  fault: Error | undefined

  async embed(texts: readonly string[]): Promise<Float32Array[]> {
    this.asked.push(...texts)
    if (this.fault) throw this.fault
    return texts.map((text) => (/cat/.test(text) ? Float32Array.of(1, 0) : Float32Array.of(0.6, 0.8)))
  }
}

function open(over: { vectors?: VectorStore; embedder?: Stand; open?: () => Promise<Embedder> } = {}) {
  const time = { now: 0 }
  const real = createClock({ quiet: true })
  const clock: Clock = {
    now: () => time.now,
    wall: () => time.now,
    after: (ms, fire) => real.after(ms, fire),
    close: () => real.close(),
  }
  const { vectors = createMemoryStore().vectors, embedder = new Stand() } = over
  const opens = over.open ?? (async () => embedder)
  const index = new MeaningIndex({ model: 'a/b', open: opens, vectors, clock, redact: (text) => text })
  return { index, embedder, time }
}

describe('an index of meanings', () => {
  it('ranks tools by how near they are', async () => {
    const { index } = open()
    assert.deepEqual(await index.rank([dogs, cats], 'a cat'), { tools: [cats, dogs] })
  })

  it('leaves a service that failed alone for half a minute, then tries again', async () => {
    const { index, embedder, time } = open()
    embedder.fault = new Error('down')
    const first = await index.rank([cats], 'cat')
    assert.deepEqual([first.tools, first.note], [[], 'Searched by words alone: down'])
    await index.learn([])
    embedder.fault = undefined
    const asked = embedder.asked.length
    time.now = 29_000
    assert.match((await index.rank([cats], 'cat')).note ?? '', /down/)
    assert.equal(embedder.asked.length, asked)
    time.now = 31_000
    assert.deepEqual(await index.rank([cats], 'cat'), { tools: [cats] })
  })

  it('waits as long as a service says, but ten minutes at most', async () => {
    const { index, embedder, time } = open()
    embedder.fault = new ToolyardError('rate_limited', 'slow down', { retryAfterMs: 3_600_000 })
    await index.rank([cats], 'cat')
    await index.learn([])
    embedder.fault = undefined
    time.now = 590_000
    assert.match((await index.rank([cats], 'cat')).note ?? '', /slow down/)
    time.now = 601_000
    assert.equal((await index.rank([cats], 'cat')).note, undefined)
  })

  it('answers what it has while the store fails, and says so', async () => {
    const vectors: VectorStore = {
      read: () => Promise.reject(new Error('no disk')),
      save: () => Promise.reject(new Error('no disk')),
    }
    const { index } = open({ vectors })
    const { tools, note } = await index.rank([cats], 'cat')
    assert.deepEqual(tools, [])
    assert.match(note ?? '', /Searched by words alone|searched by words alone until/)
  })

  it('says how many tools it does not know yet', async () => {
    const { index, embedder } = open()
    await index.rank([cats], 'cat')
    const { promise, resolve } = Promise.withResolvers<Float32Array[]>()
    embedder.embed = () => promise
    const { tools, note } = await index.rank([cats, dogs], 'cat')
    assert.deepEqual(tools, [cats])
    assert.equal(note, '1 of 2 tools are searched by words alone until "a/b" has read them.')
    resolve([Float32Array.of(0, 1)])
    await index.close()
  })

  it('learns in the background, and stops when it is closed', async () => {
    const { index, embedder } = open()
    await index.learn([cats, dogs])
    assert.deepEqual(embedder.asked, ['cats\nAbout cats.', 'dogs\nAbout dogs.'])
    embedder.embed = () => new Promise(() => {})
    void index.learn([manifest('birds')])
    await index.close()
    assert.deepEqual(await index.rank([cats], 'fish'), {
      tools: [],
      note: 'Searched by words alone: the search was closed',
    })
  })

  it('keeps what it learnt before a batch failed', async () => {
    const { vectors } = createMemoryStore()
    const { index, embedder } = open({ vectors })
    const embed = embedder.embed.bind(embedder)
    embedder.embed = async (texts) => {
      if (texts[0]?.startsWith('dogs')) throw new Error('down')
      return embed(texts)
    }
    await index.learn([cats, dogs])
    const next = open({ vectors })
    await next.index.learn([cats, dogs])
    assert.deepEqual(next.embedder.asked, ['dogs\nAbout dogs.'])
  })
})
