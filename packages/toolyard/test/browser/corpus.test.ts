/**
 * The URL corpus through pages of a browser: what may be reached is reached, and of what may not nobody hears, with real
 * connections to every address where a network namespace can be made, and to loopback elsewhere.
 */
import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { isIP } from 'node:net'
import { before, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { createRanges } from '../../src/host/net/address-range.ts'
import { cases, type UrlCase } from '../security/net-corpus-run.ts'
import type { PageOutcome } from './corpus-run.ts'

const runner = new URL('corpus-run.ts', import.meta.url).pathname
const canBeAlone = spawnSync('unshare', ['-rn', 'ip', 'link']).status === 0
const outcomes = new Map<string, PageOutcome>()
const rangeOf = createRanges()

before(async () => {
  const command = [process.execPath, '--conditions=@toolyard/source', runner]
  const [file = '', ...args] = canBeAlone ? ['unshare', '-rn', ...command, '--namespace'] : command
  const { stdout } = await promisify(execFile)(file, args, { timeout: 400_000, maxBuffer: 64_000_000 })
  for (const one of JSON.parse(stdout) as PageOutcome[]) outcomes.set(one.id, one)
})

describe('the URL corpus in a page', () => {
  for (const one of cases)
    it(`${one.id} ${one.expect === 'allow' ? 'reaches' : 'refuses'} ${JSON.stringify(one.url.slice(0, 80))}: ${one.reason}`, () => {
      const outcome = outcomes.get(one.id)
      if (!outcome) return assert.ok(!canBeAlone, 'it was not tried')
      const addresses = outcome.reached.map((place) => place.split(' ')[0] ?? '')
      for (const address of addresses)
        assert.equal(rangeOf(address), undefined, `${address} saw a connection`)
      if (one.class === 'port') assert.deepEqual(outcome.reached, [])
      if (one.expect === 'allow') assert.deepEqual([...new Set(addresses)], expectedOf(one))
    })
})

function expectedOf({ url, dns = {} }: UrlCase): readonly string[] | undefined {
  const host = new URL(url).hostname.replaceAll(/[[\]]/g, '')
  return isIP(host) ? [host] : dns[host]
}
