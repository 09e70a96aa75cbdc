/** A server on a project of its own, and the program of the page in a real browser. */
import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { Project, type Running } from '../cli/cli.ts'
import { launchBrowser } from '../helpers/browser.ts'

const assets = join(import.meta.dirname, '../../assets/console/index.html')
/** Git ignores it; a person looks at it. */
const pictures = join(import.meta.dirname, '../../../../screenshots')
const patience = 20_000

export interface VisitOptions extends BrowserContextOptions {
  readonly language?: 'en' | 'zh'
  readonly theme?: 'light' | 'dark'
  /** Whether theme and language are set before every load of the page; by default. */
  readonly keepsChoice?: boolean
  /** Another token than the first; none where it is empty. */
  readonly token?: string
}

/** A page that is signed in, and what went wrong on it. */
export interface Visit extends AsyncDisposable {
  readonly page: Page
  /** Errors of scripts, violations of the content security policy, requests to elsewhere. */
  readonly faults: string[]
}

export class ServedYard implements AsyncDisposable {
  readonly project: Project
  readonly url: string
  readonly token: string
  readonly #server: Running
  #browser: Promise<Browser> | undefined

  private constructor(project: Project, server: Running, link: string) {
    this.project = project
    this.#server = server
    const { origin, hash } = new URL(link)
    this.url = origin
    this.token = hash.slice('#token='.length)
  }

  /** In a folder of this name inside the project, or in the project itself. */
  static async start(files: Readonly<Record<string, string>>, folder = ''): Promise<ServedYard> {
    if (!existsSync(assets)) throw new Error('the console is not built: npm run build -w @toolyard/console')
    const project = await Project.alone()
    for (const [name, text] of Object.entries(files)) await project.write(join(folder, name), text)
    const args = [
      '--config',
      'toolyard.config.ts',
      '--trust-changes',
      '--json-output',
      'serve',
      '--port',
      '0',
    ]
    const server = project.start(args, { cwd: folder })
    await server.says(/"link":.*\n/)
    const { link } = JSON.parse(server.out) as { link: string }
    return new ServedYard(project, server, link)
  }

  /** Opens a page with the printed link's token, as a person would. */
  async visit(
    path = '/tools',
    {
      language = 'en',
      theme = 'light',
      keepsChoice = true,
      token = this.token,
      ...options
    }: VisitOptions = {},
  ): Promise<Visit> {
    this.#browser ??= launchBrowser()
    const browser = await this.#browser
    const context = await browser.newContext({ viewport: { width: 1280, height: 860 }, ...options })
    context.setDefaultTimeout(patience)
    if (keepsChoice) await context.addInitScript(choose, [language, theme] as const)
    const page = await context.newPage()
    const faults = watch(page, this.url)
    await page.goto(`${this.url}${path}${token === '' ? '' : `#token=${token}`}`)
    await page.waitForSelector('h1, h2')
    return { page, faults, [Symbol.asyncDispose]: () => context.close() }
  }

  /** The API as a program uses it. */
  async api<T>(method: string, path: string, body?: unknown): Promise<T> {
    const response = await fetch(`${this.url}${path}`, {
      method,
      headers: { Authorization: `Bearer ${this.token}`, 'Content-Type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return (await response.json()) as T
  }

  async stop(): Promise<void> {
    this.#server.child.kill('SIGINT')
    await this.#server.ended
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await (await this.#browser)?.close()
    await this.stop()
    await this.project[Symbol.asyncDispose]()
  }
}

export async function picture(page: Page, name: string): Promise<void> {
  await mkdir(pictures, { recursive: true })
  await page.screenshot({ path: join(pictures, `${name}.png`), animations: 'disabled' })
}

/** Runs in the page, before its own scripts. */
function choose([language, theme]: readonly [string, string]): void {
  localStorage.setItem('toolyard.language', language)
  localStorage.setItem('toolyard.theme', theme)
}

function watch(page: Page, origin: string): string[] {
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(`script: ${error.message}`))
  page.on('dialog', (dialog) => {
    faults.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('console', (message) => {
    if (message.type() === 'error' && !/status of 4\d\d/.test(message.text()))
      faults.push(`console: ${message.text()}`)
  })
  page.on('request', (request) => {
    // A blob is what the page has made itself.
    if (
      !request
        .url()
        .replace(/^blob:/, '')
        .startsWith(origin)
    )
      faults.push(`request: ${request.url()}`)
  })
  return faults
}
