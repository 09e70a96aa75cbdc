/**
 * A call that the server answered with a task: it is asked for until it has ended, with its questions answered on the way, and
 * cancelled if the call is given up.
 *
 * @module
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from '@modelcontextprotocol/client'
import { isPlainObject, type JsonObject, ToolyardError } from '../../../kernel/index.ts'
import type { ServerQuestion } from './answers.ts'
import { isClosed, nameServer, protocolCode } from './fault.ts'
import { anyResult } from './raw-results.ts'
import type { RunningCall } from './running-call.ts'

/** How the protocol calls the extension. */
export const tasksExtension = 'io.modelcontextprotocol/tasks'

interface TaskParts {
  readonly server: string
  readonly client: Client
  readonly running: RunningCall
  readonly answer: ServerQuestion
}

/** How long until it is asked for again: as the server says, within these. */
const pollMs = { least: 100, usual: 1000, most: 30_000 }
/** Of one question: an answer, or that it was heard. */
const requestMs = 30_000
const mostQuestions = 64
/** In a row, before the call is given up. */
const mostFailures = 5
const mostId = 1000

/** The task's id, if a result is a task. */
export function taskIdOf(result: unknown): string | undefined {
  if (!isPlainObject(result) || result['resultType'] !== 'task') return undefined
  const { taskId } = result
  if (typeof taskId === 'string' && taskId !== '' && taskId.length <= mostId) return taskId
  throw new ToolyardError('tool_failed', 'the server answered with a task that has no id')
}

/** Answers what the call would have been answered with. */
export async function followTask(taskId: string, parts: TaskParts): Promise<JsonObject> {
  try {
    return await untilEnded(taskId, parts)
  } catch (error) {
    if (parts.running.isStopped) await cancel(taskId, parts)
    throw error
  }
}

async function untilEnded(taskId: string, parts: TaskParts): Promise<JsonObject> {
  const { server, running } = parts
  const answered = new Set<string>()
  let told: unknown
  for (;;) {
    const task = await getTask(taskId, parts)
    running.touch()
    const { status, statusMessage: message, result, pollIntervalMs } = task
    if (status === 'completed' && isPlainObject(result)) return result
    if (status === 'failed') throw failure(task)
    if (status === 'cancelled')
      throw new ToolyardError('tool_failed', `${nameServer(server)} cancelled the call`)
    if (status !== 'working' && status !== 'input_required')
      throw new ToolyardError('tool_failed', `${nameServer(server)} answered a task that can't be read`)
    if (typeof message === 'string' && message !== told) running.context.progress({ message })
    told = message
    if (status === 'input_required' && (await answerNew(task, answered, { taskId, ...parts }))) continue
    await wait(pollIntervalMs, running)
  }
}

/** A server may be gone for a moment: its tasks are not. */
async function getTask(taskId: string, { client, running }: TaskParts): Promise<JsonObject> {
  for (let failures = 1; ; failures++) {
    try {
      const options = { signal: running.signal, timeout: requestMs }
      const task = await client.request({ method: 'tasks/get', params: { taskId } }, anyResult, options)
      return isPlainObject(task) ? task : {}
    } catch (error) {
      const isFinal = isClosed(error) || protocolCode(error) !== undefined || failures === mostFailures
      if (running.isStopped || isFinal) throw error
      await wait(pollMs.usual * failures, running)
    }
  }
}

/** Whether there was something to answer. A key is answered once, however often it is asked for. */
async function answerNew(
  { inputRequests }: JsonObject,
  answered: Set<string>,
  { taskId, client, running, answer }: TaskParts & { readonly taskId: string },
): Promise<boolean> {
  const asked = isPlainObject(inputRequests) ? Object.entries(inputRequests) : []
  const fresh = asked.filter(([key]) => !answered.has(key))
  for (const [key, request] of fresh) {
    answered.add(key)
    if (answered.size > mostQuestions)
      throw new ToolyardError('tool_failed', `the server asked more than ${mostQuestions} questions`)
    if (!isPlainObject(request) || typeof request['method'] !== 'string')
      throw new ToolyardError('tool_failed', `the server asked something that can't be read ("${key}")`)
    const inputResponses = { [key]: await answer(request['method'], request['params'], running) }
    const options = { signal: running.signal, timeout: requestMs }
    await client.request({ method: 'tasks/update', params: { taskId, inputResponses } }, anyResult, options)
  }
  return fresh.length > 0
}

async function wait(ms: unknown, { signal, idleMs }: RunningCall): Promise<void> {
  const wanted = typeof ms === 'number' && ms > 0 ? ms : pollMs.usual
  // It must not look silent meanwhile.
  const most = Math.min(pollMs.most, Math.max(pollMs.least, idleMs / 2))
  await sleep(Math.min(Math.max(wanted, pollMs.least), most), undefined, { signal })
}

/** The server need not stop, and is not waited for long. */
async function cancel(taskId: string, { client }: TaskParts): Promise<void> {
  const request = { method: 'tasks/cancel', params: { taskId } }
  await client.request(request, anyResult, { timeout: pollMs.usual }).catch(() => {})
}

function failure({ error }: JsonObject): Error {
  const { code, message, data } = isPlainObject(error) ? error : {}
  return Object.assign(new Error(typeof message === 'string' ? message : 'it gave no reason'), {
    code: typeof code === 'number' ? code : 0,
    data,
  })
}
