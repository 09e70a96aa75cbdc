/**
 * The network itself, loaded with the first request.
 *
 * @module
 */
import { Agent } from 'undici'
import { createClock } from '../../kernel/index.ts'
import { createConnector, type Resolve, systemResolve } from './connect.ts'
import { createFetch } from './fetch.ts'
import type { Guard } from './guard.ts'
import type { Net, NetRequest, NetResponse, SocketRequest } from './net.ts'
import { openSocket } from './open-socket.ts'
import { Trip, type TripParts } from './trip.ts'

const maxHeaderSize = 65_536
/** To one host at once. */
const connections = 64

export function openNet(guard: Guard, resolve: Resolve = systemResolve): Omit<Net, 'objection'> {
  const connect = createConnector(guard, resolve)
  // An open connection keeps the process alive; its deadline need not.
  const clock = createClock({ quiet: true })
  const agent = new Agent({ connect, maxHeaderSize, connections, allowH2: false })
  const way: TripParts = { agent, guard, clock }
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
    connect: async (url) => openSocket(guard, resolve, targetOf(guard.check(url))),
    open: (asked) => openSocket(guard, resolve, asked),
    close: async () => {
      await agent.destroy()
      clock.close()
    },
  }
}

/** Without TLS, whatever the scheme: that is for the two ends. */
function targetOf({ hostname, port, protocol }: URL): SocketRequest {
  return { host: hostname.replaceAll(/[[\]]/g, ''), port: Number(port || (protocol === 'https:' ? 443 : 80)) }
}
