/**
 * Runs the URL corpus through the tools of the web, in this process, and prints what became of each case. In a namespace of
 * its own the system's resolver asks a name server here, which rebinds names where a case says so.
 */
import { createToolyard, type ToolyardOptions } from 'toolyard'
import { DnsServer } from './dns-server.ts'
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

const secret = 'a-token-of-6021'

interface Way {
  readonly tool: string
  readonly input: (url: string) => object
  readonly options?: (url: string) => ToolyardOptions
}

const ways: readonly Way[] = [
  { tool: 'web_fetch', input: (url) => ({ url, timeout_ms: 4000 }) },
  {
    tool: 'http_request',
    input: (url) => ({
      url,
      // Nobody here speaks TLS: a method that is not repeated saves the pauses.
      method: /^https:/i.test(url) ? 'PUT' : 'GET',
      headers: { cookie: 'a=b', 'x-api-key': 'a-key' },
      auth: { type: 'bearer', token: '${TOKEN}' },
      timeout_ms: 4000,
    }),
    options: (url) => ({
      environment: { TOKEN: secret },
      web: { secrets: { TOKEN: [URL.parse(url)?.origin ?? ''].filter((origin) => /^https?:/.test(origin)) } },
    }),
  },
  {
    tool: 'web_search',
    input: () => ({ query: 'anything' }),
    options: (url) => ({ environment: { SEARXNG_URL: url } }),
  },
]

const names = new DnsServer()
if (isAlone) {
  takeAllAddresses()
  await names.open()
}
const stage = new Stage()
await stage.open()
const outcomes: (CaseOutcome & { readonly tool: string })[] = []
for (const one of cases.filter(mayBeTried))
  for (const way of ways) {
    serveNames(one)
    outcomes.push({ tool: way.tool, ...(await stage.play(one, (url) => visit(one, way, url))) })
  }
stage.close()
if (isAlone) names.close()
process.stdout.write(JSON.stringify(outcomes))

function serveNames({ dns = {}, dns_sequence: sequence = {} }: UrlCase): void {
  const tables = Object.entries({
    ...Object.fromEntries(Object.entries(dns).map(([name, list]) => [name, [list]])),
    ...sequence,
  })
  const known = new Map(tables.map(([name, answers]) => [name.replace(/\.$/, '').toLowerCase(), answers]))
  names.serve((name, count) => {
    const answers = known.get(name)
    return answers?.[Math.min(count, answers.length - 1)]
  })
}

async function visit(one: UrlCase, { tool, input, options }: Way, url: string): Promise<Visit> {
  const given = options?.(url) ?? {}
  const { secrets = {} } = given.web ?? {}
  const yard = await createToolyard({
    builtins: ['web'],
    policy: { mode: 'bypass' },
    environment: {},
    ...given,
    ...(Object.values(secrets).some((origins) => origins.length === 0) && { web: {} }),
  })
  const call = async (): Promise<Visit> => {
    const result = await yard.call(tool, input(url), { timeoutMs: 6000 })
    const [block] = result.content
    const text = block?.type === 'text' ? block.text.slice(0, 400) : ''
    const { code, message } = result.error ?? {}
    return {
      text: JSON.stringify(result).includes(secret) ? `${secret} was shown` : text,
      ...(code !== undefined && { code }),
      ...(message !== undefined && { message }),
    }
  }
  try {
    const outcome = await call()
    // The name leads elsewhere by now.
    if (one.dns_sequence) for (let more = 0; more < 2; more++) await call()
    return outcome
  } finally {
    await yard.close()
  }
}
