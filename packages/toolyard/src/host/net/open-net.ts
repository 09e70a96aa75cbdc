/**
 * The network itself, loaded with the first request.
 *
 * @module
 */
import type { Socket } from 'node:net'
import { Agent } from 'undici'
import { createClock } from '../../kernel/index.ts'
import { createConnector, type Resolve, systemResolve } from './connect.ts'
import { createFetch } from './fetch.ts'
import type { Guard } from './guard.ts'
import type { Net, NetRequest, NetResponse } from './net.ts'
import { netError } from './net-error.ts'
import { Trip, type Way } from './trip.ts'

const maxHeaderSize = 65_536
/** To one host at once. */
const connections = 64

export function openNet(guard: Guard, resolve: Resolve = systemResolve): Omit<Net, 'objection'> {
  const connect = createConnector(guard, resolve)
  // An open connection keeps the process alive; its deadline need not.
  const clock = createClock({ quiet: true })
  const agent = new Agent({ connect, maxHeaderSize, connections, allowH2: false })
  const way: Way = { agent, guard, clock }
  const request = (asked: NetRequest): Promise<NetResponse> => {
    try {
      return new Trip(way, asked).run()
    } catch (error) {
      return Promise.reject(error)
    }
  }
  return {
    request,
    fetch: createFetch(request),
    connect: async (url) => await connectTo(guard.check(url), connect),
    close: async () => {
      await agent.destroy()
      clock.close()
    },
  }
}

/** Without TLS, whatever the scheme: that is for the two ends. */
function connectTo(url: URL, connect: ReturnType<typeof createConnector>): Promise<Socket> {
  const { host } = url
  const hostname = url.hostname.replaceAll(/[[\]]/g, '')
  const port = url.port || (url.protocol === 'https:' ? '443' : '80')
  const opened = Promise.withResolvers<Socket>()
  connect({ hostname, host, port, protocol: 'http:' }, (...[error, socket]) => {
    if (error) opened.reject(netError(error, host))
    else opened.resolve(socket)
  })
  return opened.promise
}
