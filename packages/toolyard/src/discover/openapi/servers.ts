/**
 * Where the requests of an operation go, and whether credentials go with them.
 *
 * A document chooses hosts; a configuration chooses who gets secrets. They go to the base URL that is configured. Without one
 * they go where a document from a file says that its API is, or to the origin that a document from a URL came from, and to no
 * other.
 *
 * @module
 */
import { isPlainObject } from '../../kernel/index.ts'
import { listOf, type Members, membersOf, textOf } from './json-node.ts'
import type { ApiDocument } from './load-document.ts'
import type { Operation } from './operations.ts'
import type { OpenApiSpec } from './spec.ts'

export interface Server {
  readonly baseUrl: string
  readonly trusted: boolean
}

export type ServerOrProblem = Server | { readonly problem: string }

/** A function that returns where an operation is served. */
export function createServers(
  document: ApiDocument,
  { baseUrl }: OpenApiSpec,
): (operation: Operation) => ServerOrProblem {
  const always: ServerOrProblem | undefined = baseUrl === undefined ? undefined : { baseUrl, trusted: true }
  const ofDocument = serverOf(document.version === '2.0' ? oldServers(document) : document.root, document)
  const home = isUrl(document.location) ? new URL(document.location).origin : ofDocument.url?.origin
  const served = ({ url, problem }: ServerUrl): ServerOrProblem =>
    url ? { baseUrl: url.href.replace(/\/+$/, ''), trusted: url.origin === home } : { problem }
  const usual = served(ofDocument)
  return ({ value, shared }) => {
    if (always) return always
    const servers = value['servers'] ?? shared['servers']
    return listOf(servers).length > 0 ? served(serverOf({ servers }, document)) : usual
  }
}

type ServerUrl =
  | { readonly url: URL; readonly problem?: undefined }
  | { readonly problem: string; readonly url?: undefined }

/** The first server that speaks HTTP, or its twin that speaks HTTPS. */
function serverOf({ servers }: Members, { location }: ApiDocument): ServerUrl {
  const found: URL[] = []
  let problem = 'names no server'
  for (const server of listOf(servers).filter((one) => isPlainObject(one))) {
    const text = filled(server)
    const base = isUrl(location) ? location : undefined
    const url = text === undefined ? undefined : URL.parse(text, base)
    if (text === undefined || !url)
      problem = `has the server "${String(server['url'])}", which is no whole URL`
    else if (text.includes('${')) problem = 'has a server with "${", which could be taken for a secret'
    else if (url.protocol !== 'http:' && url.protocol !== 'https:') problem = 'has no server that speaks HTTP'
    else if (url.username !== '' || url.password !== '') problem = 'has a server with credentials in its URL'
    else found.push(withoutExtras(url))
  }
  const [first] = found
  if (!first && listOf(servers).length === 0 && isUrl(location)) return { url: new URL('/', location) }
  if (!first) return { problem }
  return { url: found.find((url) => url.protocol === 'https:' && url.host === first.host) ?? first }
}

function withoutExtras(url: URL): URL {
  url.hash = ''
  url.search = ''
  return url
}

/** The URL of a server with the defaults of its variables; undefined if one has none. */
function filled(server: Members): string | undefined {
  const variables = membersOf(server['variables'])
  let isWhole = true
  const url = (textOf(server['url']) ?? '').replaceAll(/(?<!\$)\{([^{}]*)\}/g, (_, name: string) => {
    const variable = membersOf(Object.hasOwn(variables, name) ? variables[name] : undefined)
    const value = variable['default'] ?? listOf(variable['enum'])[0]
    isWhole &&= typeof value === 'string' || typeof value === 'number'
    return String(value)
  })
  return isWhole && url !== '' ? url : undefined
}

/** Version 2.0 writes the parts of the URL one by one. */
function oldServers({ root, location }: ApiDocument): Members {
  const { host, basePath, schemes } = root
  const path = textOf(basePath) ?? ''
  if (textOf(host) === undefined) return path === '' ? {} : { servers: [{ url: path }] }
  const wanted = listOf(schemes).filter((scheme) => typeof scheme === 'string')
  return {
    servers: (wanted.length > 0 ? wanted : [location.startsWith('http:') ? 'http' : 'https']).map(
      (scheme) => ({
        url: `${scheme}://${String(host)}${path}`,
      }),
    ),
  }
}

function isUrl(location: string): boolean {
  return /^https?:\/\//i.test(location)
}
