import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, it } from 'node:test'
import { promisify } from 'node:util'
import { createClock, maxDelayMs } from './clock.ts'

const block = (ms: number): void => {
  const end = performance.now() + ms
  while (performance.now() < end);
}

/** Runs a script in a process of its own and answers what it printed and how long it lived. */
async function child(script: string): Promise<{ stdout: string; ms: number }> {
  const started = performance.now()
  const source = `import { createClock } from ${JSON.stringify(new URL('clock.ts', import.meta.url).href)}\n${script}`
  const args = ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', source]
  const { stdout } = await promisify(execFile)(process.execPath, args, { timeout: 20_000 })
  return { stdout: stdout.trim(), ms: performance.now() - started }
}

describe('the clock', () => {
  it('never goes backwards and runs beside the wall clock', async () => {
    const clock = createClock()
    const [now, wall] = [clock.now(), clock.wall()]
    await sleep(20)
    assert.ok(clock.now() > now)
    assert.ok(Math.abs(clock.wall() - Date.now()) < 1000)
    assert.ok(clock.wall() >= wall + 19)
  })

  it('tells what the system says the time is, after it was set forward or back and after a sleep', () => {
    let shift = 0
    const clock = createClock({ wall: () => Date.now() + shift })
    const day = 24 * 3_600_000
    for (const days of [0, 5, -400, 0.001]) {
      const before = clock.now()
      clock.wall(before)
      shift = days * day
      const [wall, moment] = [clock.wall(), clock.wall(before + 30)]
      assert.ok(Math.abs(wall - Date.now() - shift) < 1000, `${days} days`)
      assert.ok(Math.abs(moment - Date.now() - shift) < 1000, `a moment, ${days} days`)
    }
    clock.close()
  })

  it('looks at the system’s clock at most once for all moments of twenty milliseconds', () => {
    let looks = 0
    const clock = createClock({ wall: () => (looks++, 1_000_000) })
    const from = clock.now()
    for (let step = 0; step < 1000; step++) clock.wall(from + step / 100)
    assert.equal(looks, 1)
    clock.close()
  })

  it('fires no deadline early and each within reach of its time', async () => {
    const clock = createClock()
    const late: number[] = []
    const waits = [1, 5, 9.5, 10, 10.1, 15, 20, 30, 40, 50, 60, 75].flatMap((ms) => [ms, ms])
    await Promise.all(
      waits.map(async (ms, index) => {
        await sleep(index % 5)
        const started = performance.now()
        await new Promise<void>((resolve) => clock.after(ms, resolve))
        late.push(performance.now() - started - ms)
      }),
    )
    assert.equal(late.length, waits.length)
    assert.ok(Math.min(...late) >= 0, `fired ${-Math.min(...late)} ms early`)
    assert.ok(Math.max(...late) < 500, `fired ${Math.max(...late)} ms late`)
  })

  it('fires in the order of the deadlines, also where the process was busy past all of them', async () => {
    const clock = createClock()
    const fired: number[] = []
    for (const ms of [80, 20, 60, 40, 20, 80]) clock.after(ms, () => fired.push(ms))
    block(120)
    await sleep(30)
    assert.deepEqual(fired, [20, 20, 40, 60, 80, 80])
  })

  it('does not fire what was cancelled, twice is as good as once, and after firing it does nothing', async () => {
    const clock = createClock()
    let fired = 0
    const gone = clock.after(10, () => fired++)
    const kept = clock.after(10, () => fired++)
    gone.cancel()
    gone.cancel()
    await sleep(50)
    kept.cancel()
    assert.equal(fired, 1)
  })

  it('lets a deadline that fires cancel another that is due in the same moment', async () => {
    const clock = createClock()
    const fired: string[] = []
    clock.after(10, () => {
      fired.push('first')
      second.cancel()
    })
    const second = clock.after(20, () => fired.push('second'))
    block(60)
    await sleep(30)
    assert.deepEqual(fired, ['first'])
  })

  it('takes deadlines that are set while others fire', async () => {
    const clock = createClock()
    await new Promise<void>((resolve) => {
      clock.after(10, () => clock.after(10, () => clock.after(20, resolve)))
    })
  })

  it('serves thousands of deadlines of many lengths, each once', async () => {
    const clock = createClock()
    const counts = new Uint8Array(20_000)
    const deadlines = Array.from(counts, (_, index) => clock.after(1 + (index % 90), () => counts[index]!++))
    for (let index = 0; index < counts.length; index += 2) deadlines[index]?.cancel()
    await sleep(250)
    assert.ok(counts.every((count, index) => count === index % 2))
  })

  it('waits at least a tick for nonsense and never overflows for ages', async () => {
    const clock = createClock()
    let fired = 0
    for (const ms of [0, -5]) clock.after(ms, () => fired++)
    for (const ms of [Infinity, maxDelayMs * 10]) clock.after(ms, () => (fired += 100))
    await sleep(60)
    clock.close()
    assert.equal(fired, 2)
  })

  it('drops every deadline when it is closed', async () => {
    const clock = createClock()
    let fired = 0
    clock.after(10, () => fired++)
    clock.close()
    await sleep(40)
    assert.equal(fired, 0)
  })

  it('keeps the process alive while a deadline is set', async () => {
    const { stdout } = await child("createClock().after(300, () => console.log('fired'))")
    assert.equal(stdout, 'fired')
  })

  it('lets the process end once every deadline is cancelled', async () => {
    const { ms } = await child(`
      const clock = createClock()
      const all = Array.from({ length: 100 }, (_, i) => clock.after(15000 + i, () => {}))
      setTimeout(() => all.forEach((one) => one.cancel()), 20)`)
    assert.ok(ms < 10_000, `lived for ${ms} ms`)
  })

  it('keeps the process alive again for a deadline that is set after all others were cancelled', async () => {
    const { stdout } = await child(`
      const clock = createClock()
      clock.after(5000, () => {}).cancel()
      setImmediate(() => setImmediate(() => clock.after(200, () => console.log('fired'))))`)
    assert.equal(stdout, 'fired')
  })

  it('lets the process end when it is closed', async () => {
    const { ms } = await child('const clock = createClock(); clock.after(15000, () => {}); clock.close()')
    assert.ok(ms < 10_000, `lived for ${ms} ms`)
  })
})
