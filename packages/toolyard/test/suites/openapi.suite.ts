/**
 * OpenAPI: documents with the traits of those of large services, counted: what is imported, what is sent, what comes back.
 *
 * The documents are small ones of our own; a server of this machine stands for the services.
 *
 * @module
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { isDeepStrictEqual } from 'node:util'
import {
  inlineRows,
  inlineWire,
  pairRows,
  pairWire,
} from '../../src/kinds/rest/definition/style-samples.test.ts'
import { createToolyard, type ToolService } from '../../src/index.ts'
import { writeFiles } from '../openapi/many-files.ts'
import {
  type VendorAnswer,
  type VendorDocument,
  vendorDocuments,
  type VendorRequest,
} from '../openapi/vendors/index.ts'
import type { Suite, SuiteRow } from './suite.ts'

export const title: Suite['title'] = 'OpenAPI: documents with the traits of large services'

interface Seen {
  readonly line: string
  readonly body: string
  readonly contentType: string
}

/** A server that keeps what it was sent and answers what it is told to. */
interface Service {
  readonly host: string
  readonly seen: Seen[]
  answer: unknown
  close(): void
}

export const run: Suite['run'] = async () => {
  const service = await openService()
  const rows: SuiteRow[] = []
  try {
    const found = []
    for (const vendor of vendorDocuments) found.push(await tryVendor(vendor, service))
    rows.push(
      rowOf(
        'operations that became whole tools',
        found.flatMap(({ tools }) => tools),
      ),
    )
    rows.push(
      rowOf(
        'operations that can be no tools, told',
        found.flatMap(({ refused }) => refused),
      ),
    )
    rows.push(
      rowOf(
        'requests as the service reads them',
        found.flatMap(({ requests }) => requests),
      ),
    )
    rows.push(
      rowOf(
        'answers unlike their document, handed on with a note',
        found.flatMap(({ answers }) => answers),
      ),
    )
  } finally {
    service.close()
  }
  const styles = [
    ...inlineRows.map((row) => outcome(`${row[0]} ${JSON.stringify(row[2])}`, inlineWire(row) === row[3])),
    ...pairRows.map((row) => outcome(`${row[0]} ${JSON.stringify(row[2])}`, pairWire(row) === row[3])),
  ]
  return [...rows, rowOf("styles of the specification's table, and deep objects", styles)]
}

interface Outcome {
  readonly what: string
  readonly passed: boolean
}

const outcome = (what: string, passed: boolean): Outcome => ({ what, passed })

function rowOf(what: string, all: readonly Outcome[]): SuiteRow {
  const failed = all.filter(({ passed }) => !passed).map((one) => one.what)
  return {
    what,
    passed: all.length - failed.length,
    of: all.length,
    ...(failed.length > 0 && { note: `Failed: ${failed.slice(0, 10).join('; ')}` }),
  }
}

interface VendorOutcome {
  readonly tools: readonly Outcome[]
  readonly refused: readonly Outcome[]
  readonly requests: readonly Outcome[]
  readonly answers: readonly Outcome[]
}

async function tryVendor(vendor: VendorDocument, service: Service): Promise<VendorOutcome> {
  const folder = await mkdtemp(join(tmpdir(), 'toolyard-suite-'))
  try {
    await writeFiles(folder, vendor.files(service.host))
    await using yard = await createToolyard({
      workspace: folder,
      openapi: [{ document: vendor.document }],
      policy: { mode: 'bypass' },
      network: { allow: [service.host] },
    })
    const { like } = vendor
    const requests: Outcome[] = []
    for (const request of vendor.requests)
      requests.push(outcome(`${like} ${request.line}`, await isSent(request, yard, service)))
    const answers: Outcome[] = []
    for (const answer of vendor.answers)
      answers.push(outcome(`${like} ${answer.tool}`, await isHandedOn(answer, yard, service)))
    return { ...importOf(vendor, yard), requests, answers }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** A tool that nothing stands for counts as failed too. */
function importOf(
  { like, tools, refused }: VendorDocument,
  { registry, problems }: ToolService,
): Pick<VendorOutcome, 'tools' | 'refused'> {
  const told = problems.map(({ reason }) => reason)
  const own = registry.toolNames.filter(
    (name) => registry.registrations.get(name)?.manifest.source === 'config',
  )
  const unexpected = own.filter((name) => !Object.hasOwn(tools, name))
  return {
    tools: [
      ...Object.entries(tools).map(([name, parameters]) => {
        const { properties = {} } = registry.registrations.get(name)?.manifest.inputSchema ?? {}
        return outcome(`${like} ${name}`, isDeepStrictEqual(Object.keys(properties), parameters))
      }),
      ...unexpected.map((name) => outcome(`${like} ${name}, unexpected`, false)),
    ],
    refused: Object.entries(refused).map(([subject, reason]) =>
      outcome(
        `${like} ${subject}`,
        told.some((line) => line.startsWith(subject) && reason.test(line)),
      ),
    ),
  }
}

async function isSent(request: VendorRequest, yard: ToolService, service: Service): Promise<boolean> {
  const { tool, input, line, body, contentType } = request
  service.answer = {}
  const before = service.seen.length
  await yard.call(tool, input)
  const seen = service.seen[before]
  if (seen?.line !== line) return false
  if (contentType !== undefined && !seen.contentType.startsWith(contentType)) return false
  if (typeof body === 'object') return isDeepStrictEqual(JSON.parse(seen.body), body)
  return seen.body === (body ?? '')
}

/** The call happened: its answer reaches the caller, and what is unlike the document is said. */
async function isHandedOn(
  { tool, input, answer }: VendorAnswer,
  yard: ToolService,
  service: Service,
): Promise<boolean> {
  service.answer = answer
  const { status, data, mismatch } = await yard.call(tool, input)
  return status === 'ok' && mismatch !== undefined && isDeepStrictEqual(data, answer)
}

async function openService(): Promise<Service> {
  const seen: Seen[] = []
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const { method = '', url = '', headers } = request
      seen.push({
        line: readable(`${method} ${url}`),
        body: readable(body),
        contentType: headers['content-type'] ?? '',
      })
      response.setHeader('content-type', 'application/json').end(JSON.stringify(service.answer))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const service: Service = {
    host: `127.0.0.1:${port}`,
    seen,
    answer: {},
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
  return service
}

/** Brackets are sent encoded, and read the same. */
function readable(sent: string): string {
  return sent.replaceAll('%5B', '[').replaceAll('%5D', ']')
}
