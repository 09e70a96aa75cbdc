/** Where messages to people are sent. */
import { randomUUID } from 'node:crypto'
import { checkChannels, createChannels } from '../../channels/index.ts'
import type { ChannelAccess, ChannelSpec } from '../../define/index.ts'
import type { Part } from '../part.ts'

type Channels = Readonly<Record<string, ChannelSpec>>

export const channels: Part<Channels, ChannelAccess> = {
  name: 'channels',
  setting: { name: 'channels', check: (value, at) => checkChannels(value, at.slice(0, -'channels'.length)) },
  start({ core }, configured = {}) {
    let made: ChannelAccess | undefined
    /** Made when a tool first asks for it. */
    const access = (): ChannelAccess =>
      (made ??= createChannels(configured, {
        get net() {
          return core.host.net
        },
        get secrets() {
          return core.host.secrets
        },
        clock: core.clock,
        note: (line) => void process.stderr.write(`${core.redactor.redact(line)}\n`),
        nonce: () => randomUUID(),
      }))
    return {
      services: () => ({ channels: access() }),
      get api() {
        return access()
      },
    }
  },
}
