/**
 * The URL corpus: what may be reached is reached, and of what may not nobody hears, with real connections to every address
 * where a network namespace can be made, and to loopback elsewhere.
 */
import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { isIP } from 'node:net'
import { before, describe, it } from 'node:test'
import { createRanges } from '../../src/host/net/address-range.ts'
import { createGuard } from '../../src/host/net/guard.ts'
import { type CaseOutcome, cases, type UrlCase } from './net-stage.ts'

const runner = new URL('net-corpus-run.ts', import.meta.url).pathname
const canBeAlone = spawnSync('unshare', ['-rn', 'ip', 'link']).status === 0
const outcomes = new Map<string, CaseOutcome>()
const rangeOf = createRanges()

before(() => {
  const command = [process.execPath, '--conditions=@toolyard/source', runner]
  const [file = '', ...args] = canBeAlone ? ['unshare', '-rn', ...command, '--namespace'] : command
  const printed = execFileSync(file, args, { encoding: 'utf8', timeout: 100_000, maxBuffer: 64_000_000 })
  for (const one of JSON.parse(printed) as CaseOutcome[]) outcomes.set(one.id, one)
})

describe('the URL corpus', () => {
  for (const one of cases)
    it(`${one.id} ${one.expect === 'allow' ? 'reaches' : 'refuses'} ${JSON.stringify(one.url.slice(0, 80))}: ${one.reason}`, () => {
      if (one.expect === 'allow') mayPass(one)
      const outcome = outcomes.get(one.id)
      if (!outcome) return assert.ok(!canBeAlone, 'it was not tried')
      for (const address of outcome.reached)
        assert.equal(rangeOf(address), undefined, `${address} saw a connection`)
      if (one.expect === 'allow') isReached(one, outcome)
      else isRefused(one, outcome)
    })
})

/** As far as it can be told without a connection. */
function mayPass({ url, dns = {} }: UrlCase): void {
  const guard = createGuard({})
  const target = guard.target(guard.check(url))
  for (const address of dns[target.host] ?? []) guard.checkAddress(target, address)
}

function isReached({ url, dns = {}, class: kind }: UrlCase, outcome: CaseOutcome): void {
  const { hostname, protocol } = new URL(url)
  const host = hostname.replaceAll(/[[\]]/g, '')
  assert.deepEqual(outcome.reached, isIP(host) ? [host] : dns[host])
  if (protocol === 'http:') assert.equal(outcome.status, 200)
  else assert.equal(outcome.code, 'unavailable')
  if (kind !== 'redirect') return
  const other = outcome.seen['other.test'] ?? {}
  for (const name of ['authorization', 'cookie', 'x-api-key']) assert.ok(!(name in other), name)
}

function isRefused({ class: kind, redirects, dns_sequence: sequence }: UrlCase, outcome: CaseOutcome): void {
  // The page at the first, public address may be seen.
  if (sequence) return
  const isLimit = kind === 'body' || redirects === 'loop'
  if (isLimit) assert.match(outcome.code ?? 'none', /^(?:unavailable|timeout)$/)
  else assert.equal(outcome.code, 'denied', outcome.message)
  if (!isLimit && redirects === undefined) assert.deepEqual(outcome.reached, [])
}
