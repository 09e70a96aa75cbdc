/** What every `Limits` must do. */
import assert from 'node:assert/strict'
import type { Suite } from '../../kernel/conformance/index.ts'
import type { Limits, LockRequest } from '../limits.ts'
import { type Fleet, type OpensFleet, passUntil } from './fleet.ts'
import { randomOf } from './random.ts'

const never = (): AbortSignal => new AbortController().signal
const write = (key: string): LockRequest => ({ key, access: 'write' })
const read = (key: string): LockRequest => ({ key, access: 'read' })

/** Notes who got in, in order; answers how to leave. */
async function enter(
  limits: Limits,
  requests: readonly LockRequest[],
  { owner, log }: { readonly owner: string; readonly log: string[] },
): Promise<() => void> {
  const release = await limits.lock(requests, owner, never)
  log.push(owner)
  return release
}

export function describeLimits(adapter: string, open: OpensFleet, suite: Suite): void {
  suite.describe(`Limits on ${adapter}`, () => {
    describeLocks(open, suite)
    describeRates(open, suite)
    describeBudgets(open, suite)
    describePlaces(open, suite)
    describeLeases(open, suite)
  })
}

function describeLocks(open: OpensFleet, suite: Suite): void {
  suite.it(
    'lets writers of one key take turns, in whichever process they are, and readers share',
    async (test) => {
      const fleet = await open(test)
      const [here, there] = [(await fleet.join()).limits, (await fleet.join()).limits]
      const log: string[] = []
      const releaseA = await enter(here, [write('f')], { owner: 'a', log })
      const b = enter(there, [read('f')], { owner: 'b', log })
      const c = enter(here, [read('f')], { owner: 'c', log })
      // With a server between, what two processes ask for at once comes in any order.
      await fleet.settle()
      const d = enter(there, [write('f')], { owner: 'd', log })
      const other = await enter(there, [write('g')], { owner: 'other', log })
      await fleet.settle()
      assert.deepEqual(log, ['a', 'other'])
      releaseA()
      const releaseReaders = await Promise.all([b, c])
      await fleet.settle()
      assert.deepEqual(log.slice(2).toSorted(), ['b', 'c'])
      for (const release of releaseReaders) release()
      const releaseD = await d
      releaseD()
      other()
    },
  )

  suite.it('never lets an owner wait for itself', async (test) => {
    const fleet = await open(test)
    const { limits } = await fleet.join()
    const outer = await limits.lock([write('f')], 'root', never)
    const inner = await limits.lock([write('f'), read('g')], 'root', never)
    inner()
    outer()
    const after = await limits.lock([write('f'), write('g')], 'else', never)
    after()
  })

  suite.it('gives up the wait with the signal, and lets those behind pass', async (test) => {
    const fleet = await open(test)
    const { limits } = await fleet.join()
    const holds = await limits.lock([read('f')], 'a', never)
    const stop = new AbortController()
    const waits = limits.lock([write('f')], 'b', () => stop.signal)
    const behind = limits.lock([read('f')], 'c', never)
    await fleet.settle()
    stop.abort(new Error('gone'))
    await assert.rejects(async () => waits, /gone/)
    const release = await behind
    release()
    holds()
  })

  suite.it('frees the locks of a process that died, after its lease', async (test) => {
    const fleet = await open(test)
    const [dies, lives] = [await fleet.join(), await fleet.join()]
    await dies.limits.lock([write('f')], 'a', never)
    const log: string[] = []
    const waits = enter(lives.limits, [write('f')], { owner: 'b', log })
    await fleet.kill(dies)
    const killedAt = fleet.now()
    await passUntil(fleet, () => log.length > 0)
    assert.ok(fleet.now() - killedAt >= fleet.leaseMs / 2)
    const release = await waits
    release()
  })

  suite.it('keeps to its rules in any order of events', async (test) => {
    for (let seed = 1; seed <= 30; seed++) {
      const fleet = await open(test)
      await lockAtRandom(fleet, [(await fleet.join()).limits, (await fleet.join()).limits], seed)
    }
  })
}

/** Many owners take several keys and leave again; no writer is ever beside another owner, and everyone gets in. */
async function lockAtRandom(fleet: Fleet, limits: readonly Limits[], seed: number): Promise<void> {
  const random = randomOf(seed)
  const inside = new Map<string, { owner: string; access: string }[]>()
  const work = async (owner: string): Promise<void> => {
    const keys = ['a', 'b', 'c'].filter(() => random.chance(0.6))
    const requests = keys.map((key) => (random.chance(0.5) ? write(key) : read(key)))
    const release = await random.of(limits).lock(requests, owner, never)
    for (const { key, access } of requests) {
      const others = inside.get(key) ?? []
      const clash = others.some((other) => access === 'write' || other.access === 'write')
      assert.ok(!clash, `seed ${seed}: ${owner} is beside another on ${key}`)
      inside.set(key, [...others, { owner, access }])
    }
    for (let turns = random.below(4); turns > 0; turns--) await fleet.settle()
    for (const { key } of requests)
      inside.set(
        key,
        (inside.get(key) ?? []).filter((other) => other.owner !== owner),
      )
    release()
  }
  await Promise.all(Array.from({ length: 12 }, (_, index) => work(`owner ${index}`)))
}

function describeRates(open: OpensFleet, suite: Suite): void {
  suite.it('counts for a key, whichever process asks, and fills evenly', async (test) => {
    const fleet = await open(test)
    const [here, there] = [(await fleet.join()).limits, (await fleet.join()).limits]
    const take = async (limits: Limits): Promise<number> => limits.rate('tool a', 600).take(fleet.now())
    const begin = fleet.now()
    let taken = 0
    let wait = 0
    for (; taken < 10_000 && wait === 0; taken++) wait = await take(taken % 2 === 0 ? here : there)
    const filled = ((fleet.now() - begin) / 60_000) * 600
    assert.ok(taken > 600 && taken <= 602 + filled, `${taken}`)
    assert.ok(wait > 0 && wait <= 100, `${wait}`)
    await fleet.pass(150)
    assert.equal(await take(there), 0)
    assert.equal(await there.rate('tool b', 600).take(fleet.now()), 0)
  })
}

function describeBudgets(open: OpensFleet, suite: Suite): void {
  suite.it('lets so many be spent of a key in all, whichever process asks', async (test) => {
    const fleet = await open(test)
    const [here, there] = [(await fleet.join()).limits, (await fleet.join()).limits]
    const spent = await Promise.all(
      Array.from({ length: 10 }, async (_, index) => (index % 2 === 0 ? here : there).spend('a', 7)),
    )
    assert.equal(spent.filter((isSpent) => isSpent).length, 7)
    assert.equal(await there.spend('b', 1), true)
    assert.equal(await here.spend('b', 1), false)
    assert.equal(await here.spend('b', 2), true)
    assert.equal(await here.spend('c', 0), false)
  })
}

function describePlaces(open: OpensFleet, suite: Suite): void {
  suite.it(
    'lets so many in at once, those above in their order, and refuses past the end of the line',
    async (test) => {
      const { places } = (await (await open(test)).join()).limits
      const signal = never()
      let taken = 0
      while (places.tryEnter('')) taken++
      const line = Array.from({ length: 3 }, () => places.enter('', signal))
      assert.equal(places.waiting, 3)
      places.leave('')
      assert.equal(await line[0], true)
      assert.equal(places.waiting, 2)
      places.leave('')
      places.leave('')
      assert.deepEqual(await Promise.all(line), [true, true, true])
      for (; taken > 0; taken--) places.leave('')
      assert.ok(places.tryEnter('someone'))
    },
  )
}

function describeLeases(open: OpensFleet, suite: Suite): void {
  suite.it('has one holder at a time, which keeps it as long as its process is well', async (test) => {
    const fleet = await open(test)
    const [here, there] = [await fleet.join(), await fleet.join()]
    const lease = await here.limits.lease('sweeper')
    assert.ok(lease)
    await fleet.pass(fleet.leaseMs * 3)
    assert.equal(await there.limits.lease('sweeper'), undefined)
    assert.equal(lease.lost.aborted, false)
    assert.ok(await there.limits.lease('another'))
    await lease.release()
    const next = await there.limits.lease('sweeper')
    assert.ok(next && next.fence > lease.fence)
  })

  suite.it('is taken over from a process that died, not before its time', async (test) => {
    const fleet = await open(test)
    const [dies, lives] = [await fleet.join(), await fleet.join()]
    const first = await dies.limits.lease('sweeper')
    await fleet.kill(dies)
    assert.equal(await lives.limits.lease('sweeper'), undefined)
    await fleet.pass(fleet.leaseMs * 1.5)
    const next = await lives.limits.lease('sweeper')
    assert.ok(first && next && next.fence > first.fence)
  })

  suite.it('is not lost by a short stall, and tells a holder that comes back too late', async (test) => {
    const fleet = await open(test)
    const [stalls, other] = [await fleet.join(), await fleet.join()]
    const lease = await stalls.limits.lease('sweeper')
    assert.ok(lease)
    await fleet.freeze(stalls)
    await fleet.pass(fleet.leaseMs / 3)
    await fleet.thaw(stalls)
    await fleet.pass(fleet.leaseMs)
    assert.equal(lease.lost.aborted, false)
    await fleet.freeze(stalls)
    await fleet.pass(fleet.leaseMs * 2)
    const next = await other.limits.lease('sweeper')
    assert.ok(next)
    await fleet.thaw(stalls)
    await fleet.pass(fleet.leaseMs)
    assert.equal(lease.lost.aborted, true)
    await lease.release()
    assert.equal(await stalls.limits.lease('sweeper'), undefined)
  })
}
