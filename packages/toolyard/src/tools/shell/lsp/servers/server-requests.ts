/**
 * What a server asks of us, answered. A question that stays open can stop a server for good.
 *
 * It is told its settings and that its registrations are taken. It never changes a file: edits are applied by who asked
 * for them alone.
 *
 * @module
 */
import { ErrorCodes, type MessageConnection, ResponseError } from 'vscode-jsonrpc/node'
import { isPlainObject } from '../../../../kernel/index.ts'
import { uriOf } from './uri.ts'

const maxRegistrations = 10_000

export interface Registrations {
  /** Whether the server wants to hear of this. */
  has(method: string): boolean
}

export interface AnswerOptions {
  readonly workspace: string
  readonly settings: Readonly<Record<string, unknown>>
}

export function answerServer(
  connection: MessageConnection,
  { workspace, settings }: AnswerOptions,
): Registrations {
  const registered = new Map<string, string>()
  const answers: Record<string, (params: unknown) => unknown> = {
    'workspace/configuration': (params) =>
      listIn(params, 'items').map((item) => settingAt(settings, item['section'])),
    'workspace/workspaceFolders': () => [{ uri: uriOf(workspace), name: 'workspace' }],
    'workspace/applyEdit': () => ({ applied: false, failureReason: 'edits are applied by the client only' }),
    'client/registerCapability': (params) => {
      for (const { id, method } of listIn(params, 'registrations'))
        if (registered.size < maxRegistrations) registered.set(String(id), String(method))
      return null
    },
    'client/unregisterCapability': (params) => {
      // The protocol itself spells it wrong.
      for (const { id } of listIn(params, 'unregisterations')) registered.delete(String(id))
      return null
    },
    'window/workDoneProgress/create': () => null,
    'window/showMessageRequest': () => null,
    'window/showDocument': () => ({ success: false }),
  }
  connection.onRequest((method: string, params: unknown) => {
    const answer = Object.hasOwn(answers, method) ? answers[method] : undefined
    if (answer) return answer(params)
    if (/^workspace\/\w+\/refresh$/.test(method)) return null
    return new ResponseError(ErrorCodes.MethodNotFound, `${method} is not offered`)
  })
  return { has: (method) => [...registered.values()].includes(method) }
}

function listIn(params: unknown, key: string): Record<string, unknown>[] {
  const list = isPlainObject(params) ? params[key] : undefined
  return Array.isArray(list) ? list.filter(isPlainObject) : []
}

/** `python.analysis` in `{ python: { analysis: … } }`; nothing known is `null`. */
function settingAt(settings: Readonly<Record<string, unknown>>, section: unknown): unknown {
  if (typeof section !== 'string' || section === '') return settings
  let value: unknown = settings
  for (const key of section.split('.')) {
    if (!isPlainObject(value) || !Object.hasOwn(value, key)) return null
    value = value[key]
  }
  return value
}
