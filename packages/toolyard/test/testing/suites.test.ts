/** The conformance suites of `toolyard/testing`, as somebody with another test runner uses them. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { describe, it } from 'node:test'
import { promisify } from 'node:util'
import type { Store } from 'toolyard'
import {
  describeEngine,
  describeRunner,
  describeStore,
  scriptedRunner,
  type TestRunner,
} from 'toolyard/testing'
import { createManualClock } from '../../src/engine/conformance/index.ts'
import { createMemoryFleet } from '../../src/engine/memory/memory-engine.ts'
import { createMemoryStore } from '../../src/store/index.ts'

/** Keeps the tests of a suite, to run them one after the other. */
class Collector implements TestRunner {
  readonly #tests: [title: string, body: () => Promise<void>][] = []
  #place = ''

  readonly describe = (title: string, body: () => void): void => {
    this.#place = title
    body()
  }

  readonly it = (title: string, body: () => Promise<void>): void => {
    this.#tests.push([`${this.#place}: ${title}`, body])
  }

  get size(): number {
    return this.#tests.length
  }

  /** The titles of those that failed, of all whose title begins so. */
  async run(beginning = ''): Promise<string[]> {
    const failed: string[] = []
    for (const [title, body] of this.#tests)
      if (title.startsWith(beginning)) await body().catch(() => failed.push(title))
    return failed
  }
}

describe('a conformance suite under another runner', () => {
  it('passes with a store that does all that it must, and closes what it opened', async () => {
    const collector = new Collector()
    let open = 0
    describeStore(
      'memory',
      (test, { results } = {}) => {
        open++
        test.after(() => open--)
        return createMemoryStore({ results: { maxSize: results } })
      },
      collector,
    )
    assert.ok(collector.size > 100, `${collector.size} tests`)
    assert.deepEqual(await collector.run(), [])
    assert.equal(open, 0)
  })

  it('fails with a store that forgets', async () => {
    const collector = new Collector()
    const forgetful = (): Store => {
      const store = createMemoryStore()
      return { ...store, calls: { ...store.calls, list: async () => [] } }
    }
    describeStore('forgetful', forgetful, collector)
    const failed = await collector.run()
    assert.ok(failed.some((title) => title.startsWith('CallJournal on forgetful')))
  })

  it('fails with an engine that does not wake what is parked', async () => {
    const collector = new Collector()
    describeEngine(
      'sleepy',
      () => {
        const clock = createManualClock()
        const leaseMs = 1000
        const fleet = createMemoryFleet({ clock, leaseMs })
        const join = () => {
          const engine = fleet.join()
          return { ...engine, jobs: { ...engine.jobs, wake: async () => false } }
        }
        return { ...clock, ...fleet, join, leaseMs }
      },
      { runner: collector, runs: 0 },
    )
    assert.ok(collector.size > 40)
    const failed = await collector.run('Jobs on sleepy that are interrupted: holds no worker')
    assert.equal(failed.length, 1)
  })

  it('judges a runner', async () => {
    const collector = new Collector()
    describeRunner(
      'a script that was never told',
      async () => ({ runner: scriptedRunner([{ text: 'Hello.' }]), model: 'scripted', shown: () => [] }),
      collector,
    )
    assert.ok(collector.size > 10)
    const failed = await collector.run()
    assert.ok(failed.length > 0 && failed.length < collector.size, failed.join('\n'))
  })
})

it('importing it loads no test runner', async () => {
  const script =
    "await import('toolyard/testing'); console.log(process.moduleLoadList.filter((name) => /test_runner/.test(name)).join())"
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--conditions=@toolyard/source', '--input-type=module', '-e', script],
    { cwd: import.meta.dirname },
  )
  assert.equal(stdout.trim(), '')
})
