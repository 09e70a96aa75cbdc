/**
 * The URL corpus through `web_fetch`, `http_request` and, as the address of its service, `web_search`: real connections to
 * every address and a name server that rebinds where a namespace can be made, loopback elsewhere.
 */
import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { createRanges } from '../../src/host/net/address-range.ts'
import { type CaseOutcome, cases, type UrlCase } from './net-stage.ts'

const runner = new URL('web-corpus-run.ts', import.meta.url).pathname
const folder = mkdtempSync(join(tmpdir(), 'toolyard-names-'))
const resolver = join(folder, 'resolv.conf')
/** Begins a command in a namespace whose names are looked up there. */
const alone = ['unshare', '-rnm', 'sh', '-c', 'mount --bind "$0" /etc/resolv.conf && exec "$@"', resolver]
const tools = ['web_fetch', 'http_request', 'web_search']
const outcomes = new Map<string, CaseOutcome>()
const rangeOf = createRanges()
let canBeAlone = false

before(() => {
  writeFileSync(resolver, 'nameserver 127.0.0.1\noptions timeout:2 attempts:2\n')
  const run = ([file = '', ...args]: string[]): string =>
    execFileSync(file, args, { encoding: 'utf8', timeout: 200_000, maxBuffer: 64_000_000 })
  const [file, ...args] = [...alone, 'ip', 'link']
  canBeAlone = spawnSync(file, args).status === 0
  const command = [process.execPath, '--conditions=@toolyard/source', runner]
  const printed = run(canBeAlone ? [...alone, ...command, '--namespace'] : command)
  for (const one of JSON.parse(printed) as (CaseOutcome & { readonly tool: string })[])
    outcomes.set(`${one.tool} ${one.id}`, one)
})

after(() => rmSync(folder, { recursive: true, force: true }))

describe('the URL corpus through the tools of the web', () => {
  for (const tool of tools)
    for (const one of cases)
      it(`${tool}: ${one.id} ${one.expect === 'allow' ? 'reaches' : 'refuses'} ${JSON.stringify(one.url.slice(0, 80))}: ${one.reason}`, () => {
        const outcome = outcomes.get(`${tool} ${one.id}`)
        if (!outcome) return assert.ok(!canBeAlone, 'it was not tried')
        for (const address of outcome.reached)
          assert.equal(rangeOf(address), undefined, `${address} saw a connection`)
        assert.doesNotMatch(outcome.text ?? '', /was shown/)
        if (one.expect === 'allow') isReached(tool, one, outcome)
        else isRefused(tool, one, outcome)
      })
})

function isReached(tool: string, { url, dns = {}, class: kind }: UrlCase, outcome: CaseOutcome): void {
  const { hostname, protocol } = new URL(url)
  const host = hostname.replaceAll(/[[\]]/g, '')
  assert.deepEqual(outcome.reached, isIP(host) ? [host] : dns[host], JSON.stringify(outcome))
  // A page is no answer of a search service, and nobody here speaks TLS.
  const isRead = protocol === 'http:' && tool !== 'web_search'
  assert.equal(outcome.code, isRead ? undefined : 'unavailable', outcome.message)
  if (kind !== 'redirect') return
  const other = outcome.seen['other.test'] ?? {}
  for (const name of ['authorization', 'cookie', 'x-api-key']) assert.ok(!(name in other), name)
}

function isRefused(tool: string, one: UrlCase, outcome: CaseOutcome): void {
  const { class: kind, redirects, dns_sequence: sequence } = one
  // The page at the first, public address may be seen.
  if (sequence) return
  // What is too long is cut there.
  if (kind === 'body' && tool === 'http_request' && outcome.code === undefined) return
  if (kind === 'body' || redirects === 'loop')
    return assert.match(outcome.code ?? 'none', /^(?:unavailable|timeout)$/, outcome.message)
  const isNoAddress = tool === 'web_search' ? 'unavailable' : 'invalid_arguments'
  assert.ok(outcome.code === 'denied' || outcome.code === isNoAddress, JSON.stringify(outcome))
  if (redirects === undefined) assert.deepEqual(outcome.reached, [])
}
