/**
 * Whether a Redis can carry a fleet, as sentences: for the start of an engine, and for `doctor`.
 *
 * @module
 */
export interface RedisFinding {
  /** A fleet does not start on it. */
  readonly isFatal: boolean
  readonly text: string
  readonly remedy: string
}

const leastMajor = 7

/** How a Redis stands. */
export interface RedisFacts {
  readonly version: string
  readonly findings: readonly RedisFinding[]
  /** Of one question and its answer. */
  readonly latencyMs: number
}

export function redisVersion(info: string): string {
  return factsOf(info).get('redis_version') ?? 'unknown'
}

/** `info` is what the command INFO answers. */
export function checkRedis(info: string): RedisFinding[] {
  const facts = factsOf(info)
  const version = redisVersion(info)
  const policy = facts.get('maxmemory_policy') ?? 'noeviction'
  const findings: RedisFinding[] = []
  if (!(Number.parseInt(version, 10) >= leastMajor))
    findings.push({
      isFatal: true,
      text: `Redis ${version} is too old: a fleet needs version ${leastMajor} or newer`,
      remedy: `Install Redis ${leastMajor} or newer, or Valkey.`,
    })
  if (facts.get('redis_mode') === 'cluster')
    findings.push({
      isFatal: true,
      text: 'this Redis is a node of a cluster, and a fleet lives on one primary',
      remedy: 'Name a Redis that is not in cluster mode.',
    })
  if (policy !== 'noeviction')
    findings.push({
      isFatal: true,
      text: `Redis drops keys when its memory is full (maxmemory-policy is ${policy}), so jobs would be lost`,
      remedy: 'Run "redis-cli config set maxmemory-policy noeviction", and write it into redis.conf.',
    })
  if (facts.get('aof_enabled') === '0')
    findings.push({
      isFatal: false,
      text: 'Redis does not write an append-only file, so a crash of Redis loses jobs until they are submitted again',
      remedy: 'Run "redis-cli config set appendonly yes", and write it into redis.conf.',
    })
  return findings
}

function factsOf(info: string): ReadonlyMap<string, string> {
  return new Map(
    info.split(/\r?\n/).map((line) => [line.split(':', 1)[0] ?? '', line.slice(line.indexOf(':') + 1)]),
  )
}
