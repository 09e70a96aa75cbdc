/**
 * Nothing that a program starts outlives it, whichever way it takes to get out of sight and however the program ends.
 */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ProgramRequest } from '../../src/host/index.ts'
import type { ProgramSettings } from '../../src/host/proc/programs.ts'
import { makePrograms, processesWith, uniqueSleep, until, waysToStay } from './support.ts'

const places: Readonly<Record<string, Partial<ProgramSettings>>> = {
  'without a sandbox': { sandbox: 'none' },
  'without a sandbox and without a helper': { sandbox: 'none', launcher: 'direct' },
  'in the sandbox': { sandbox: 'required' },
}

for (const [place, settings] of Object.entries(places)) {
  describe(`a program ${place}`, { concurrency: false }, () => {
    for (const [way, stay] of Object.entries(waysToStay)) {
      it(`that ends leaves nothing behind ${way}`, async () => {
        await using made = await makePrograms(settings)
        const seconds = uniqueSleep()
        const outcome = await made.programs.run(shell(`${stay(seconds)}\necho hi`, made.cwd))
        assert.deepEqual([outcome.stdout, outcome.exitCode, outcome.problem], ['hi\n', 0, undefined])
        assert.deepEqual(processesWith(seconds), [])
        assert.ok(outcome.durationMs < 20_000, 'it waited for what it left behind')
      })

      it(`that is ended by time, by abort or by shutdown leaves nothing behind ${way}`, async () => {
        await using made = await makePrograms(settings)
        const [timed, aborted, closed] = [uniqueSleep(), uniqueSleep(), uniqueSleep()]
        const request = (seconds: string, more: Partial<ProgramRequest>): ProgramRequest => ({
          ...shell(`${stay(seconds)}\nsleep ${seconds}`, made.cwd),
          ...more,
        })
        const abort = new AbortController()
        const timing = made.programs.run(request(timed, { timeoutMs: 700 }))
        const aborting = made.programs.run(request(aborted, { signal: abort.signal }))
        const closing = made.programs.run(request(closed, {}))
        await until('all of them run', () =>
          [aborted, closed].every((seconds) => processesWith(seconds).length >= 2),
        )
        abort.abort()
        const stopped = await aborting
        assert.deepEqual([stopped.stopped, processesWith(aborted)], [true, []])
        const late = await timing
        assert.deepEqual([late.timedOut, processesWith(timed)], [true, []])
        await made.programs.close()
        assert.deepEqual([(await closing).stopped, processesWith(closed)], [true, []])
      })
    }
  })
}

/** Each forks one that becomes a program in a session of its own, and exits: one look finds either of two, or neither. */
const hopping = `export N=25 S="$0"
export H='if (( N-- > 0 )); then setsid bash -c "$H" "$S" & else exec sleep "$S"; fi'
( setsid bash -c "$H" "$S" </dev/null >/dev/null 2>&1 & )`

describe('a program without a sandbox and without a helper', { concurrency: false }, () => {
  it('leaves nothing behind that goes on from process to process while it is looked for', async () => {
    await using made = await makePrograms({ sandbox: 'none', launcher: 'direct' })
    const run = async (): Promise<void> => {
      const seconds = uniqueSleep()
      const outcome = await made.programs.run({ argv: ['bash', '-c', hopping, seconds], cwd: made.cwd })
      assert.deepEqual([outcome.problem, processesWith(seconds)], [undefined, []])
    }
    for (let round = 0; round < 12; round++) await Promise.all([run(), run(), run()])
  })
})

function shell(command: string, cwd: string): ProgramRequest {
  return { argv: ['bash', '-c', command], cwd }
}
