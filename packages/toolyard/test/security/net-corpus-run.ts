/**
 * Runs the URL corpus through the network itself, in this process, and prints what became of each case.
 */
import { createNet } from '../../src/host/net/index.ts'
import { ToolyardError } from '../../src/kernel/index.ts'
import {
  type CaseOutcome,
  cases,
  isAlone,
  mayBeTried,
  Stage,
  takeAllAddresses,
  type UrlCase,
  type Visit,
} from './net-stage.ts'

if (isAlone) takeAllAddresses()
const stage = new Stage()
await stage.open()
const outcomes: CaseOutcome[] = []
for (const one of cases.filter(mayBeTried)) outcomes.push(await stage.play(one, (url) => visit(one, url)))
stage.close()
process.stdout.write(JSON.stringify(outcomes))

async function visit(one: UrlCase, url: string): Promise<Visit> {
  const net = createNet({}, { resolve: resolverOf(one) })
  const ask = async (): Promise<Visit> => {
    const answer = await net.request({
      url,
      headers: { authorization: 'Bearer a-token', cookie: 'a=b', 'x-api-key': 'a-key' },
      timeoutMs: 2000,
    })
    const text = await answer.text()
    return { status: answer.status, text: text.slice(0, 200) }
  }
  try {
    const outcome = await ask()
    // The name leads elsewhere by now: on a connection of its own, and on the one that is open.
    if (one.dns_sequence) await ask().catch(() => undefined)
    return outcome
  } catch (error) {
    const code = ToolyardError.isInstance(error) ? error.code : 'not ours'
    return { code, message: error instanceof Error ? error.message : String(error) }
  } finally {
    await net.close()
  }
}

/** The name servers of one case; later look-ups may get other answers. */
function resolverOf({ dns = {}, dns_sequence: sequence = {} }: UrlCase) {
  const asked = new Map<string, number>()
  return async (host: string): Promise<{ address: string; family: number }[]> => {
    const count = asked.get(host) ?? 0
    asked.set(host, count + 1)
    const answers = sequence[host]
    const addresses = answers?.[Math.min(count, answers.length - 1)] ?? dns[host]
    if (!addresses) throw Object.assign(new Error(`no ${host}`), { code: 'ENOTFOUND' })
    return addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
  }
}
