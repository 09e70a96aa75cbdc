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
import { cases, type UrlCase } from '../security/net-stage.ts'
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
      // A late request of the case before may be among them: what is forbidden is nowhere, what is wanted is there.
      if (one.class === 'port') assert.ok(!outcome.reached.some((place) => place.endsWith(` ${portOf(one)}`)))
      if (one.expect === 'allow')
        for (const address of expectedOf(one) ?? []) assert.ok(addresses.includes(address), addresses.join())
    })
})

function portOf({ url }: UrlCase): string {
  return /:(\d+)(?:\/|$)/.exec(url)?.[1] ?? 'none'
}

function expectedOf({ url, dns = {} }: UrlCase): readonly string[] | undefined {
  const host = new URL(url).hostname.replaceAll(/[[\]]/g, '')
  return isIP(host) ? [host] : dns[host]
}
