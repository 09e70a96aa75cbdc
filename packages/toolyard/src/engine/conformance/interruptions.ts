/** What every `Jobs` must do with jobs that are cancelled, wait for an answer, or lose their worker. */
import assert from 'node:assert/strict'
import type { Suite } from '../../kernel/conformance/index.ts'
import { gate, jobOf, type OpensFleet, readAll, told, until } from './fleet.ts'
import { heldJobs, stateOf } from './held-jobs.ts'

export function describeInterruptions(adapter: string, open: OpensFleet, suite: Suite): void {
  suite.describe(`Jobs on ${adapter} that are interrupted`, () => {
    describeCancelling(open, suite)
    describeParking(open, suite)
    describeCrashes(open, suite)
  })
}

function describeCancelling(open: OpensFleet, suite: Suite): void {
  suite.it('ends what waits, is delayed or is parked now, and never starts it', async (test) => {
    const fleet = await open(test)
    const engine = await fleet.join()
    await engine.jobs.submit(jobOf('waits'))
    await engine.jobs.submit(jobOf('later', { notBefore: fleet.wall() + 1000 }))
    await engine.jobs.submit(jobOf('parks', { queue: 'park' }))
    await engine.jobs.work('park', {}, async () => ({ park: 'answer' }))
    await until(fleet, async () => (await stateOf(engine, 'parks')) === 'parked')
    for (const id of ['waits', 'later', 'parks']) {
      assert.equal(await engine.jobs.cancel(id, 'not needed'), true)
      assert.equal((await readAll(engine, id)).at(-1)?.type, 'end')
      assert.equal(await stateOf(engine, id), 'cancelled')
      assert.equal(await engine.jobs.cancel(id, 'again'), false)
    }
    const { handler, started } = heldJobs(fleet)
    await engine.jobs.work('calls', {}, handler)
    assert.equal(await engine.jobs.wake('answer'), false)
    await fleet.pass(2000)
    assert.deepEqual(started, [])
  })

  suite.it('gives a running job its signal with the reason, wherever it runs', async (test) => {
    const fleet = await open(test)
    const [door, works] = [await fleet.join(), await fleet.join()]
    const begun = gate<AbortSignal>()
    await works.jobs.work('calls', {}, async ({ signal }) => {
      begun.resolve(signal)
      await new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason as Error))
      })
    })
    await door.jobs.submit(jobOf('a', { attempts: 5 }))
    const signal = await begun.promise
    assert.equal(await door.jobs.cancel('a', 'the person left'), true)
    assert.deepEqual(told(await readAll(door, 'a')), ['1 end cancelled the person left'])
    assert.match(String(signal.reason), /the person left/)
  })

  suite.it('lets a job that ends well in spite of it be done', async (test) => {
    const fleet = await open(test)
    const engine = await fleet.join()
    const { handler, started, end } = heldJobs(fleet)
    await engine.jobs.work('calls', {}, handler)
    await engine.jobs.submit(jobOf('a'))
    await until(fleet, () => started.length === 1)
    await engine.jobs.cancel('a', 'too late')
    await end('a')
    assert.deepEqual(told(await readAll(engine, 'a')), ['1 end done'])
  })

  suite.it('says no for what it does not know', async (test) => {
    const fleet = await open(test)
    const { jobs } = await fleet.join()
    assert.equal(await jobs.cancel('nothing', 'x'), false)
  })
}

function describeParking(open: OpensFleet, suite: Suite): void {
  suite.it('holds no worker while a job is parked, and starts it again when it is woken', async (test) => {
    const fleet = await open(test)
    const [door, works] = [await fleet.join(), await fleet.join()]
    const attempts: number[] = []
    await works.jobs.work('calls', {}, async ({ job, attempt, emit }) => {
      if (job.id !== 'a') return undefined
      attempts.push(attempt)
      await emit(`attempt ${attempt}`)
      return attempt === 1 ? { park: 'answer 1' } : undefined
    })
    await door.jobs.submit(jobOf('a'))
    await until(fleet, async () => (await stateOf(door, 'a')) === 'parked')
    await door.jobs.submit(jobOf('b'))
    assert.deepEqual(told(await readAll(door, 'b')), ['1 end done'])
    assert.equal(await door.jobs.wake('another'), false)
    assert.equal(await door.jobs.wake('answer 1'), true)
    assert.deepEqual(told(await readAll(door, 'a')), ['1 attempt 1', '2 attempt 2', '3 end done'])
    assert.deepEqual(attempts, [1, 2])
  })

  suite.it('does not lose a wake that comes before the park', async (test) => {
    const fleet = await open(test)
    const engine = await fleet.join()
    const looked = gate()
    const answered = gate()
    await engine.jobs.work('calls', {}, async ({ attempt }) => {
      if (attempt > 1) return undefined
      looked.resolve()
      await answered.promise
      return { park: 'answer 1' }
    })
    await engine.jobs.submit(jobOf('a'))
    await looked.promise
    await engine.jobs.wake('answer 1')
    answered.resolve()
    assert.deepEqual(told(await readAll(engine, 'a')), ['1 end done'])
  })

  suite.it('keeps what is parked when its worker dies', async (test) => {
    const fleet = await open(test)
    const [dies, lives] = [await fleet.join(), await fleet.join()]
    await dies.jobs.work('calls', {}, async () => ({ park: 'answer 1' }))
    await dies.jobs.submit(jobOf('a'))
    await until(fleet, async () => (await stateOf(lives, 'a')) === 'parked')
    await fleet.kill(dies)
    await fleet.pass(fleet.leaseMs * 2)
    await lives.jobs.work('calls', {}, async ({ attempt }) => ({ result: attempt }))
    await lives.jobs.wake('answer 1')
    assert.deepEqual(told(await readAll(lives, 'a')), ['1 end done 2'])
  })
}

function describeCrashes(open: OpensFleet, suite: Suite): void {
  suite.it(
    'gives the job of a worker that died to another one, if the job may be tried again',
    async (test) => {
      const fleet = await open(test)
      const [dies, lives] = [await fleet.join(), await fleet.join()]
      const first = heldJobs(fleet)
      await dies.jobs.work('calls', {}, async (running) => {
        await running.emit('a')
        return first.handler(running)
      })
      await lives.jobs.submit(jobOf('j', { onCrash: 'retry' }))
      await until(fleet, () => first.started.length === 1)
      await lives.jobs.work('calls', {}, async ({ attempt }) => ({ result: attempt }))
      await fleet.kill(dies)
      await fleet.pass(fleet.leaseMs * 1.5)
      await first.end('j')
      assert.deepEqual(told(await readAll(lives, 'j')), ['1 a', '2 end done 2'])
    },
  )

  suite.it('ends it as unknown, and never starts it twice, if not', async (test) => {
    const fleet = await open(test)
    const [dies, lives] = [await fleet.join(), await fleet.join()]
    const first = heldJobs(fleet)
    const second = heldJobs(fleet)
    await dies.jobs.work('calls', {}, first.handler)
    await lives.jobs.submit(jobOf('j', { attempts: 5 }))
    await until(fleet, () => first.started.length === 1)
    await lives.jobs.work('calls', {}, second.handler)
    await fleet.kill(dies)
    await fleet.pass(fleet.leaseMs * 1.5)
    const [end] = await readAll(lives, 'j')
    assert.equal(end?.type === 'end' && end.status, 'unknown')
    assert.deepEqual(second.started, [])
  })

  suite.it('counts one end of a worker that froze and of its successor', async (test) => {
    const fleet = await open(test)
    const [freezes, successor] = [await fleet.join(), await fleet.join()]
    const first = heldJobs(fleet)
    const second = heldJobs(fleet)
    await freezes.jobs.work('calls', {}, first.handler)
    await successor.jobs.submit(jobOf('j', { onCrash: 'retry' }))
    await until(fleet, () => first.started.length === 1)
    await successor.jobs.work('calls', {}, second.handler)
    await fleet.freeze(freezes)
    await fleet.pass(fleet.leaseMs * 2)
    await until(fleet, () => second.started.length === 1)
    await fleet.thaw(freezes)
    await until(fleet, () => first.started[0]?.signal.aborted === true)
    assert.equal(await first.started[0]?.emit('late'), false)
    await first.end('j')
    assert.equal(await stateOf(successor, 'j'), 'running')
    await second.started[0]?.emit('counts')
    await second.end('j')
    assert.deepEqual(told(await readAll(successor, 'j')), ['1 counts', '2 end done'])
  })

  suite.it('does not take a short stall for a death', async (test) => {
    const fleet = await open(test)
    const [stalls, other] = [await fleet.join(), await fleet.join()]
    const first = heldJobs(fleet)
    const second = heldJobs(fleet)
    await stalls.jobs.work('calls', {}, first.handler)
    await other.jobs.submit(jobOf('j', { onCrash: 'retry' }))
    await until(fleet, () => first.started.length === 1)
    await other.jobs.work('calls', {}, second.handler)
    await fleet.freeze(stalls)
    await fleet.pass(fleet.leaseMs / 3)
    await fleet.thaw(stalls)
    await fleet.pass(fleet.leaseMs * 2)
    await first.end('j')
    assert.deepEqual([told(await readAll(other, 'j')), second.started], [['1 end done'], []])
  })

  suite.it('gives up a job that has cost several workers', async (test) => {
    const fleet = await open(test)
    const door = await fleet.join()
    await door.jobs.submit(jobOf('j', { onCrash: 'retry' }))
    let deaths = 0
    for (; deaths < 20 && (await stateOf(door, 'j')) !== 'unknown'; deaths++) {
      const dies = await fleet.join()
      const { handler, started } = heldJobs(fleet)
      await dies.jobs.work('calls', {}, handler)
      await until(fleet, async () => started.length === 1 || (await stateOf(door, 'j')) === 'unknown')
      await fleet.kill(dies)
      await fleet.pass(fleet.leaseMs * 1.5)
    }
    assert.ok(deaths >= 2 && deaths <= 10, `${deaths}`)
  })

  suite.it('cancels what was to be cancelled when its worker died', async (test) => {
    const fleet = await open(test)
    const [dies, lives] = [await fleet.join(), await fleet.join()]
    const { handler, started } = heldJobs(fleet)
    await dies.jobs.work('calls', {}, handler)
    await lives.jobs.submit(jobOf('j', { onCrash: 'retry' }))
    await until(fleet, () => started.length === 1)
    await fleet.kill(dies)
    assert.equal(await lives.jobs.cancel('j', 'not needed'), true)
    await fleet.pass(fleet.leaseMs * 1.5)
    assert.deepEqual(told(await readAll(lives, 'j')), ['1 end cancelled not needed'])
  })
}
