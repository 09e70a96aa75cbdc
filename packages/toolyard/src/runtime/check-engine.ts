/**
 * Whether the settings of the engine can be used.
 *
 * @module
 */
import { checkKeys, tellValue, ToolyardError } from '../kernel/index.ts'
import type { EngineSettings, QuotaSettings, RedisSettings } from './option-groups.ts'

export const engineSettings = [
  'redis',
  'work',
  'queues',
  'concurrency',
  'quotas',
] satisfies (keyof EngineSettings)[]
const redisSettings = ['url', 'prefix'] satisfies (keyof RedisSettings)[]
const quotaSettings = ['waiting', 'waitingPerPrincipal'] satisfies (keyof QuotaSettings)[]

/** With a place, or a reference to an environment variable that has it. */
const redisUrl = /^rediss?:\/\/\S+$|^\$\{\w+(?::-[^}]*)?\}$/
const prefixForm = /^[\w.-]{1,64}$/
const queueForm = /^[a-zA-Z][\w-]{0,62}$/
const mostAtOnce = 10_000

interface Rule {
  readonly words: string
  readonly is: (value: unknown) => boolean
}

const isQueue = (name: unknown): boolean => typeof name === 'string' && queueForm.test(name)
const isWhole = (value: unknown, most: number): boolean =>
  Number.isInteger(value) && Number(value) >= 1 && Number(value) <= most

const rules: Readonly<Record<Exclude<keyof EngineSettings, 'redis' | 'quotas'>, Rule>> = {
  work: { words: 'true or false', is: (value) => typeof value === 'boolean' },
  queues: {
    words: 'a list of names of queues, such as ["calls", "gpu"]',
    is: (value) => Array.isArray(value) && value.length > 0 && value.every(isQueue),
  },
  concurrency: {
    words: `a whole number from 1 to ${mostAtOnce}`,
    is: (value) => isWhole(value, mostAtOnce),
  },
}
const count: Rule = { words: 'a whole number from 1', is: (value) => isWhole(value, 1_000_000_000) }
const url: Rule = {
  words: 'an address such as redis://localhost:6379, or ${NAME} for an environment variable that has it',
  is: (value) => typeof value === 'string' && redisUrl.test(value),
}
const prefix: Rule = {
  words: 'a name of up to 64 letters, digits, "_", "." and "-"',
  is: (value) => typeof value === 'string' && prefixForm.test(value),
}
const object: Rule = {
  words: 'an object',
  is: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
}

/** `place` is the name of the file they stand in, with `: `. Throws `invalid_config`. */
export function checkEngine(engine: EngineSettings | undefined, place: string): void {
  if (!engine) return
  const at = `${place}engine`
  checkKeys(engine, engineSettings, at)
  const wrong = Array.isArray(engine.queues) && engine.queues.find((name) => !isQueue(name))
  if (typeof wrong === 'string')
    throw new ToolyardError('invalid_config', `${at}.queues: "${wrong}" is not the name of a queue`, {
      hint: 'Name queues as they are: runs, calls, schedules, or what a tool names, such as gpu.',
    })
  for (const [name, rule] of Object.entries(rules))
    check(engine[name as keyof typeof rules], rule, `${at}.${name}`)
  checkRedis(engine.redis, `${at}.redis`)
  if (engine.quotas === undefined) return
  check(engine.quotas, object, `${at}.quotas`)
  checkKeys(engine.quotas, quotaSettings, `${at}.quotas`)
  for (const name of quotaSettings) check(engine.quotas[name], count, `${at}.quotas.${name}`)
}

function checkRedis(redis: EngineSettings['redis'], at: string): void {
  if (redis === undefined) return
  if (typeof redis !== 'object') return check(redis, url, at)
  check(redis, object, at)
  checkKeys(redis, redisSettings, at)
  check(redis.url ?? null, url, `${at}.url`)
  check(redis.prefix, prefix, `${at}.prefix`)
}

function check(value: unknown, { words, is }: Rule, subject: string): void {
  if (value === undefined || is(value)) return
  // An address may have a password.
  const told =
    typeof value === 'string' && subject.includes('.redis') ? 'what is written there' : tellValue(value)
  throw new ToolyardError('invalid_config', `${subject} must be ${words}, not ${told}`, {
    hint: `Correct ${subject.slice(subject.indexOf(': ') + 1).trim()}, or leave it out.`,
  })
}
