/**
 * The client of Redis, an optional peer: it is loaded when a fleet is opened.
 *
 * @module
 */
import type * as Client from 'ioredis'
import type { Redis, RedisOptions } from 'ioredis'
import { messageOf, ToolyardError } from '../../kernel/index.ts'

export type OpensRedis = (url: string, options: RedisOptions) => Redis

export async function loadRedis(load: () => Promise<unknown> = () => import('ioredis')): Promise<OpensRedis> {
  try {
    const { Redis } = (await load()) as typeof Client
    return (url, options) => new Redis(url, options as RedisOptions & { replyMapping?: 'legacy' })
  } catch (error) {
    throw new ToolyardError('unavailable', `a fleet needs the package ioredis: ${messageOf(error)}`, {
      hint: 'npm install ioredis@6',
      cause: error,
    })
  }
}
