/**
 * What a request of the era without sessions says of its client.
 *
 * @module
 */
import { isPlainObject } from '../../kernel/index.ts'
import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  type ClientCapabilities,
  type Implementation,
  PROTOCOL_VERSION_META_KEY,
  type ServerContext,
} from './sdk.ts'

export interface Envelope {
  readonly info: Implementation | undefined
  readonly capabilities: ClientCapabilities | undefined
}

/** Of a request that the SDK has checked. */
export function envelopeOf({ mcpReq }: ServerContext): Envelope {
  return read(mcpReq.envelope ?? {})
}

/** Whether the client says anything of the kind. */
export function isEnveloped(meta: unknown): boolean {
  return meta !== undefined && (!isPlainObject(meta) || PROTOCOL_VERSION_META_KEY in meta)
}

/** Of a request as it came; undefined if it is not plainly right. */
export function envelopeIn(meta: unknown, version: string | undefined): Envelope | undefined {
  if (!isPlainObject(meta) || version === undefined || meta[PROTOCOL_VERSION_META_KEY] !== version)
    return undefined
  const { [CLIENT_INFO_META_KEY]: info, [CLIENT_CAPABILITIES_META_KEY]: capabilities } = meta
  if (!isPlainObject(capabilities) || !Object.values(capabilities).every(isPlainObject)) return undefined
  return info === undefined || isNamed(info) ? read(meta) : undefined
}

function isNamed(info: unknown): boolean {
  return isPlainObject(info) && typeof info['name'] === 'string' && typeof info['version'] === 'string'
}

function read(meta: Readonly<Record<string, unknown>>): Envelope {
  return {
    info: meta[CLIENT_INFO_META_KEY] as Implementation | undefined,
    capabilities: meta[CLIENT_CAPABILITIES_META_KEY] as ClientCapabilities | undefined,
  }
}
