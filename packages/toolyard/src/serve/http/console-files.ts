/**
 * The files of the console. Only what was found in its folder is ever served: a path is looked up in a list, never opened.
 *
 * @module
 */
import { createHash } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { HttpExchange, HttpRequest, HttpResponse } from './message.ts'
import { sendText } from './send.ts'

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.json': 'application/json; charset=utf-8',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
}
const worthPacking = /^(?:text|application)\/|svg/
const leastPacked = 1024

/** Their names hold a hash of what is in them. */
const isHashed = /^\/assets\//
const forEver = ['Cache-Control', 'public, max-age=31536000, immutable']
const askAgain = ['Cache-Control', 'no-cache']

/** Where the console is built to. */
export const consoleFolder = join(import.meta.dirname, '../../../assets/console')

const missing = (basePath: string): string => `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Toolyard</title>
<h1>The console is not built yet</h1>
<p>Run <code>npm run build -w @toolyard/console</code> in the repository, then load this page again.</p>
<p>The API works: <a href="${basePath}/openapi.json">${basePath}/openapi.json</a> describes it.</p>
</html>
`

/** What is no page: what belongs to others, what leads elsewhere, what can only be a file. */
const noPage = /^\/(?:api|mcp|assets)(?:\/|$)|%(?:2e|2f|5c|00)|\/[./]|\.[a-z]+\d?$/i

function isPagePath(path: string): boolean {
  return path === '/index.html' || !noPage.test(path)
}

interface Asset {
  readonly type: string
  readonly body: Buffer
  readonly packed: Buffer | undefined
  readonly tag: string
}

export class ConsoleFiles {
  readonly #folder: string | undefined
  readonly #basePath: string
  #assets: ReadonlyMap<string, Asset> = new Map()
  /** When the page was built; another time means that all of it was built anew. */
  #builtAt: number | undefined

  /** Without a folder there is only a page that says so. */
  constructor(folder: string | undefined, basePath: string) {
    this.#folder = folder
    this.#basePath = basePath
  }

  /** Whether it took the request. Paths without a file are the page itself, which knows what to show. */
  async serve({ request, response }: HttpExchange, path: string): Promise<boolean> {
    if (request.method !== 'GET' && request.method !== 'HEAD') return false
    const isPage = isPagePath(path)
    if (isPage) await this.#refresh()
    const asset = this.#assets.get(isPage ? '/index.html' : path)
    if (asset) send(request, response, { asset, headers: isHashed.test(path) ? forEver : askAgain })
    else if (isPage)
      sendText(response, {
        type: 'text/html; charset=utf-8',
        body: missing(this.#basePath),
        headers: askAgain,
      })
    return isPage || asset !== undefined
  }

  async #refresh(): Promise<void> {
    if (this.#folder === undefined) return
    const facts = await stat(join(this.#folder, 'index.html')).catch(() => undefined)
    if (facts?.mtimeMs === this.#builtAt) return
    this.#assets = facts ? await readAll(this.#folder, this.#basePath) : new Map()
    this.#builtAt = facts?.mtimeMs
  }
}

async function readAll(folder: string, basePath: string): Promise<Map<string, Asset>> {
  const assets = new Map<string, Asset>()
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const type = types[extname(entry.name)]
    if (!entry.isFile() || type === undefined) continue
    const file = join(entry.parentPath, entry.name)
    const whole = await readFile(file)
    const body = entry.name === 'index.html' ? Buffer.from(placed(whole.toString(), basePath)) : whole
    const isPacked = body.length >= leastPacked && worthPacking.test(type)
    assets.set(file.slice(folder.length).replaceAll('\\', '/'), {
      type,
      body,
      packed: isPacked ? await promisify(gzip)(body, { level: 9 }) : undefined,
      tag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
    })
  }
  return assets
}

/** The page with the path under which it is: its files are there, and its requests go there. */
function placed(page: string, basePath: string): string {
  return page
    .replaceAll(/\b(src|href)="\.?\//g, `$1="${basePath}/`)
    .replace('<head>', `<head>\n    <meta name="toolyard-base" content="${basePath}" />`)
}

function send(
  { headers: asked }: HttpRequest,
  response: HttpResponse,
  { asset, headers }: { readonly asset: Asset; readonly headers: readonly string[] },
): void {
  const { type, body, packed, tag } = asset
  const facts = [...headers, 'ETag', tag, 'Vary', 'Accept-Encoding']
  if (asked['if-none-match'] === tag) sendText(response, { status: 304, type, body: '', headers: facts })
  else if (packed && /\bgzip\b/.test(asked['accept-encoding'] ?? ''))
    sendText(response, { type, body: packed, headers: [...facts, 'Content-Encoding', 'gzip'] })
  else sendText(response, { type, body, headers: facts })
}
