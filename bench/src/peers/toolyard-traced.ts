/**
 * Ours with everything on, where an application has registered OpenTelemetry with a provider that does nothing.
 *
 * The API alone, without a registered provider, is what "tracing API present" means elsewhere; this is one step further.
 *
 * @module
 */
import { ProxyTracerProvider, trace } from '@opentelemetry/api'
import type { Peer } from '../peer.ts'
import { everything, everythingName } from './toolyard.ts'

export const tracedName = `${everythingName}, no-op spans`

export const toolyardTracedPeer: Peer = {
  name: 'toolyard, traced',
  open: async (sample) => {
    trace.setGlobalTracerProvider(new ProxyTracerProvider())
    try {
      return [{ ...(await everything(sample)), name: tracedName }]
    } finally {
      // Others must find the world as they would have it.
      Reflect.deleteProperty(globalThis, Symbol.for('opentelemetry.js.api.1'))
    }
  },
}
