/**
 * Ours with everything on, where an application has registered OpenTelemetry with a provider that does nothing.
 *
 * The API alone, without a registered provider, is what "tracing API present" means elsewhere; this is one step further.
 *
 * @module
 */
import { ProxyTracerProvider, trace, type Tracer } from '@opentelemetry/api'
import type { Peer } from '../peer.ts'
import { everything, everythingName } from './toolyard.ts'

export const tracedName = `${everythingName}, no-op spans`

export const toolyardTracedPeer: Peer = {
  name: 'toolyard, traced',
  open: async (sample) => {
    const provider = new CountingProvider()
    trace.setGlobalTracerProvider(provider)
    try {
      const contender = await everything(sample)
      if (provider.asked === 0) throw new Error(`${tracedName}: nobody asked for a tracer`)
      return [{ ...contender, name: tracedName }]
    } finally {
      // Others must find the world as they would have it.
      Reflect.deleteProperty(globalThis, Symbol.for('opentelemetry.js.api.1'))
    }
  },
}

/** Gives the tracers that do nothing, and knows whether it was asked. */
class CountingProvider extends ProxyTracerProvider {
  asked = 0

  override getTracer(name: string, version?: string): Tracer {
    this.asked++
    return super.getTracer(name, version)
  }
}
