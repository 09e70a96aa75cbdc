/**
 * What a server finds wrong with a document: asked for where it can be asked, else waited for.
 *
 * @module
 */
import { isPlainObject } from '../../../../kernel/index.ts'
import type { OpenDocument } from './documents.ts'
import { until } from './readiness.ts'
import type { Session } from './session.ts'

/** A server may tell several times: the last word is spoken when it has been quiet for this long. */
const quietMs = 300
/** How long one that told of the document before may take to tell again. */
const againMs = 5000

export interface DiagnosticsRequest {
  readonly document: OpenDocument
  /** Gives the document a new version, so that a server that is not asked tells again. */
  readonly touch: () => OpenDocument | undefined
  readonly ms: number
  readonly signal: AbortSignal
}

/** As the server gave them; `undefined` if it told nothing. */
export async function diagnose(session: Session, request: DiagnosticsRequest): Promise<unknown> {
  const provider = session.capabilities['diagnosticProvider']
  return provider ? pull(session, request, provider) : waitForPush(session, request)
}

async function pull(
  session: Session,
  { document: { uri }, signal }: DiagnosticsRequest,
  provider: unknown,
): Promise<unknown> {
  const identifier = isPlainObject(provider) ? provider['identifier'] : undefined
  const report = await session.request(
    'textDocument/diagnostic',
    { textDocument: { uri }, ...(identifier !== undefined && { identifier }) },
    signal,
  )
  return isPlainObject(report) ? report['items'] : report
}

async function waitForPush(
  session: Session,
  { document, touch, ms, signal }: DiagnosticsRequest,
): Promise<unknown> {
  const { work } = session
  const { path } = document
  const since = work.order
  const before = work.published(path)
  const version = touch()?.version ?? document.version
  const isNew = (): boolean => {
    const now = work.published(path)
    return now !== undefined && now.order > since && (now.version ?? version) >= version
  }
  const told = await until(session, isNew, { ms: before ? Math.min(againMs, ms) : ms, signal })
  if (told) await untilQuiet(session, () => work.published(path)?.order, signal)
  return work.published(path)?.items
}

async function untilQuiet(
  session: Session,
  order: () => number | undefined,
  signal: AbortSignal,
): Promise<void> {
  for (let speaks = true; speaks;) {
    const last = order()
    speaks = await until(session, () => order() !== last, { ms: quietMs, signal })
  }
}
