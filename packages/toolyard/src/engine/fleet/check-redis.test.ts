import assert from 'node:assert/strict'
import { it } from 'node:test'
import { checkRedis } from './check-redis.ts'

const good = ['redis_version:7.2.4', 'redis_mode:standalone', 'maxmemory_policy:noeviction', 'aof_enabled:1']
const infoOf = (...lines: string[]): string => [...good, ...lines].join('\r\n')

it('a Redis of another major version, in a cluster, that evicts or keeps no file is told of in a sentence with the next step', () => {
  assert.deepEqual(checkRedis(infoOf()), [])
  const cases: readonly [string, boolean, RegExp][] = [
    ['redis_version:6.2.14', true, /^Redis 6\.2\.14 is too old: a fleet needs version 7/],
    ['redis_version:5.0.7', true, /^Redis 5\.0\.7 is too old/],
    ['redis_mode:cluster', true, /a node of a cluster/],
    ['maxmemory_policy:volatile-lru', true, /maxmemory-policy is volatile-lru/],
    ['aof_enabled:0', false, /append-only file/],
  ]
  for (const [line, isFatal, says] of cases) {
    const [finding, ...others] = checkRedis(infoOf(line))
    assert.deepEqual([finding?.isFatal, others], [isFatal, []], line)
    assert.match(finding?.text ?? '', says)
    assert.ok(finding?.remedy)
  }
  assert.deepEqual(checkRedis(infoOf('redis_version:8.0.1')), [])
})
