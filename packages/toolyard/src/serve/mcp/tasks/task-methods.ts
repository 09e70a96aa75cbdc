/**
 * The methods of tasks, in both revisions of the protocol that have them.
 *
 * 2026-07-28: `tasks/get`, with result and questions inlined; `tasks/update` brings answers; `tasks/cancel`. 2025-11-25:
 * `tasks/get`, `tasks/list`, `tasks/cancel`, and `tasks/result`, which waits for the end and asks the client meanwhile.
 *
 * @module
 */
import { isPlainObject } from '../../../kernel/index.ts'
import type { BackgroundCall } from '../../../parts/index.ts'
import type { CalledTool, McpClient } from '../client.ts'
import type { McpExchange } from '../exchange.ts'
import { pageOf } from '../pages.ts'
import { ProtocolError, ProtocolErrorCode, RELATED_TASK_META_KEY } from '../sdk.ts'
import { wireResult } from '../wire-result.ts'
import { ownTask, ownTasks } from './own-tasks.ts'
import { inputsOf, requestsOf, takeInputs } from './task-inputs.ts'
import { askMeanwhile } from './task-questions.ts'
import { type DetailedTask, detailedTask, knowsTasks, missingTasks, olderTask } from './task-shape.ts'

type Params = Readonly<Record<string, unknown>>

export interface TaskRequest {
  readonly client: McpClient
  readonly params: Params
  readonly exchange: McpExchange
}

type TaskMethod = (request: TaskRequest) => Promise<object>

/** What is told to people whose client can't answer what is asked. */
const waitsForOthers = 'Waiting for an approval or an answer in the inbox of Toolyard.'

const modern: Readonly<Record<string, TaskMethod>> = {
  'tasks/get': async ({ client, params }) => readTask(client, await ownTask(client, params['taskId'])),
  'tasks/update': async ({ client, params, exchange }) => {
    const { id } = await ownTask(client, params['taskId'])
    await takeInputs(client, id, exchange.responses ?? answersIn(params))
    return {}
  },
  'tasks/cancel': async ({ client, params }) => {
    const { id } = await ownTask(client, params['taskId'])
    await client.yard.background.cancel(id, 'the client cancelled its task')
    return {}
  },
}

const older: Readonly<Record<string, TaskMethod>> = {
  'tasks/get': async ({ client, params }) =>
    olderTask(await readTask(client, await ownTask(client, params['taskId']))),
  'tasks/list': async ({ client, params }) => {
    const { cursor } = params
    const { items, ...more } = pageOf(await ownTasks(client), typeof cursor === 'string' ? cursor : undefined)
    return {
      tasks: await Promise.all(items.map(async (call) => olderTask(await readTask(client, call)))),
      ...more,
    }
  },
  'tasks/cancel': async ({ client, params }) => {
    const { id, result } = await ownTask(client, params['taskId'])
    if (result || !(await client.yard.background.cancel(id, 'the client cancelled its task')))
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'Cannot cancel task: it has ended already.')
    const task = await readTask(client, await ownTask(client, id))
    return olderTask({ ...task, status: 'cancelled' })
  },
  'tasks/result': waitForResult,
}

/** Undefined if the era has no such method. */
export function taskMethod(era: McpClient['era'], method: string): TaskMethod | undefined {
  const methods = era === 'modern' ? modern : older
  const run = Object.hasOwn(methods, method) ? methods[method] : undefined
  if (!run || era === 'legacy') return run
  return async (request) => {
    if (!knowsTasks(request.client)) throw missingTasks()
    return run(request)
  }
}

/** As it stands now, with what this client may answer. */
export async function readTask(client: McpClient, call: BackgroundCall): Promise<DetailedTask> {
  if (call.result) return detailedTask(client, call)
  const { shown, others } = await inputsOf(client, call.id)
  const words = others > 0 ? waitsForOthers : undefined
  return detailedTask(client, call, { inputs: requestsOf(shown), words })
}

/** Answers what the call would have been answered with. */
async function waitForResult({ client, params, exchange }: TaskRequest): Promise<object> {
  const { id, tool } = await ownTask(client, params['taskId'])
  const result = await askMeanwhile({ client, exchange }, id, (signal) =>
    client.yard.background.result(id, signal),
  )
  const called: CalledTool = { name: tool, input: {} }
  return { ...wireResult(client, called, result), _meta: { [RELATED_TASK_META_KEY]: { taskId: id } } }
}

function answersIn({ inputResponses }: Params): Params {
  return isPlainObject(inputResponses) ? inputResponses : {}
}
