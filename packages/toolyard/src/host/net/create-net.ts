import { ToolyardError } from '../../kernel/index.ts'
import type { Net, NetSettings } from './net.ts'

export function createNet(_settings: NetSettings = {}): Net {
  const refuse = (): never => {
    throw new ToolyardError('unavailable', 'the network is not there yet')
  }
  return { request: refuse, fetch: refuse, objection: () => undefined, close: async () => {} }
}
