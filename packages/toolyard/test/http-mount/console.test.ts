/** The console under the path of another application, in a real browser, for a user whom the application knows. */
import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import type { Page } from 'playwright-core'
import { launchBrowser } from '../helpers/browser.ts'
import { basePath, openApplication } from './application.ts'
import { inExpress } from './hosts.ts'

interface Visit {
  readonly page: Page
  /** Of the application. */
  readonly url: string
  /** Errors of scripts, and requests that leave the path. */
  readonly faults: readonly string[]
}

async function visit(test: TestContext, path: string): Promise<Visit> {
  const { yard, handler } = await openApplication({})
  const host = await inExpress(handler)
  const { url } = host
  const browser = await launchBrowser()
  test.after(async () => {
    await browser.close()
    await handler[Symbol.asyncDispose]()
    await host.close()
    await yard.close()
  })
  const context = await browser.newContext({ locale: 'en' })
  await context.addCookies([{ name: 'user', value: 'root', url }])
  const page = await context.newPage()
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(`script: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(`console: ${message.text()} ${message.location().url}`)
  })
  page.on('request', (request) => {
    if (!request.url().startsWith(url + basePath)) faults.push(`request: ${request.url()}`)
  })
  await page.goto(url + path)
  return { page, url, faults }
}

describe('the console under a path', () => {
  it('shows its pages to a user of the application, from any address below the path', async (test) => {
    const { page, url, faults } = await visit(test, basePath)
    await page.getByRole('heading', { level: 1, name: 'Tools' }).waitFor()
    assert.equal(page.url(), `${url}${basePath}/tools`)
    assert.equal(await page.getByRole('button', { name: 'Sign out' }).count(), 0)
    await page.getByRole('link', { name: 'echo' }).click()
    await page.waitForURL(`${url}${basePath}/tools/echo`)
    await page.reload()
    await page.getByRole('heading', { level: 1, name: 'echo' }).waitFor()
    await page.goto(`${url}${basePath}/docs`)
    const link = page.getByRole('link', { name: 'openapi.json' })
    assert.equal(await link.getAttribute('href'), `${basePath}/openapi.json`)
    assert.deepEqual(faults, [])
  })

  it('runs a tool, and shows the call', async (test) => {
    const { page, url, faults } = await visit(test, `${basePath}/tools/echo`)
    await page.getByLabel('text').fill('from the console')
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    await page.getByText('from the console').last().waitFor()
    await page.goto(`${url}${basePath}/activity`)
    await page.getByRole('link', { name: 'echo' }).first().waitFor()
    assert.deepEqual(faults, [])
  })
})
