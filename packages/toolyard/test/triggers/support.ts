/** Sites with triggers, and requests as their senders sign them. */
import { createHmac, randomUUID } from 'node:crypto'
import type { TestContext } from 'node:test'
import { defineTool } from 'toolyard'
import type { TriggerSpec } from '../../src/define/index.ts'
import type { CallRecord } from '../../src/store/index.ts'
import { openSite, sampleTools, type Site, type SiteOptions, until } from '../http/support.ts'

export const secret = 'the-secret-of-the-trigger-0123456789'
export const reference = '${TRIGGER_SECRET}'

export interface Sent {
  readonly status: number
  readonly headers: Headers
  readonly body: {
    readonly callId?: string
    readonly runId?: string
    readonly threadId?: string
    readonly messageId?: string
    readonly duplicate?: boolean
    readonly error?: { readonly code: string; readonly message: string; readonly hint?: string }
  }
}

export interface Signing {
  readonly key?: string
  readonly nonce?: string
  /** In seconds. */
  readonly at?: number
  readonly headers?: Readonly<Record<string, string>>
}

export const nowSeconds = (): number => Math.floor(Date.now() / 1000)

/** The headers of our form, made as the guide says. */
export function signed(text: string | Uint8Array, { key = secret, nonce = randomUUID(), at }: Signing = {}) {
  const time = String(at ?? nowSeconds())
  const hmac = createHmac('sha256', key).update(`${time}.${nonce}.`).update(text).digest('hex')
  return {
    'x-toolyard-timestamp': time,
    'x-toolyard-nonce': nonce,
    'x-toolyard-signature': `v1=${hmac}`,
  }
}

/** Sends a body as it is, with the headers that are given. */
export async function post(
  url: string,
  body: string | Uint8Array<ArrayBuffer>,
  headers: Readonly<Record<string, string>>,
): Promise<Sent> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  })
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as Sent['body'],
  }
}

/** Sends a body to a trigger, `hook` by default, signed in our form. */
export function trigger(
  { url }: { readonly url: string },
  body: unknown,
  { name = 'hook', ...signing }: Signing & { readonly name?: string } = {},
): Promise<Sent> {
  const text = JSON.stringify(body)
  return post(`${url}/api/triggers/${name}`, text, { ...signed(text, signing), ...signing.headers })
}

/** A tool that changes something: it keeps what it was given. */
function recorder(seen: unknown[]) {
  return defineTool({
    name: 'record',
    description: 'Keeps what it is given.',
    permission: 'write',
    effects: 'local_state',
    inputSchema: { type: 'object', properties: { text: { type: 'string' } }, additionalProperties: true },
    execute(input, { principal }) {
      seen.push(input)
      return `recorded for ${principal}`
    },
  })
}

/** A site with one trigger, `hook`, unless it is said otherwise. */
export async function openTriggers(
  test: TestContext,
  triggers: Partial<TriggerSpec> | Readonly<Record<string, TriggerSpec>> = {},
  options: SiteOptions = {},
): Promise<{ readonly site: Site; readonly seen: readonly unknown[] }> {
  const seen: unknown[] = []
  const isOne = Object.values(triggers).every((value) => !isSpec(value))
  const one = { secret: reference, ...('agent' in triggers ? {} : { tool: 'record' }), ...triggers }
  const site = await openSite(test, {
    tools: [...sampleTools, recorder(seen)],
    environment: { TRIGGER_SECRET: secret, OTHER_SECRET: 'another-secret-9876543210' },
    triggers: isOne ? { hook: one } : (triggers as Readonly<Record<string, TriggerSpec>>),
    ...options,
  })
  return { site, seen }
}

function isSpec(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'secret' in value
}

/** The call once it has ended. */
export async function ended(site: Site, callId: string | undefined): Promise<CallRecord> {
  return until(async () => {
    const call = await site.yard.journal.find(callId ?? '')
    return call && call.status !== 'running' ? call : undefined
  }, `the end of call ${callId}`)
}
