/**
 * Tasks: calls that a client asks for now and whose results it fetches later, from whichever server on the same database.
 *
 * @module
 */
import { isPlainObject } from '../../../kernel/index.ts'
import type { ToolService } from '../../../runtime/index.ts'
import type { McpClient } from '../client.ts'
import { exchangeOf } from '../exchange.ts'
import type { Server, ServerCapabilities, ServerContext, Tool } from '../sdk.ts'
import { taskSupportOf } from './start-task.ts'
import { taskMethod } from './task-methods.ts'
import { tasksExtension } from './task-shape.ts'

const methods = ['tasks/get', 'tasks/update', 'tasks/cancel', 'tasks/list', 'tasks/result']

/** What is in it is looked at by the methods. */
const anyParams = {
  '~standard': {
    version: 1,
    vendor: 'toolyard',
    validate: (value: unknown) => ({ value }),
  },
} as const

export function taskCapabilities(era: McpClient['era']): ServerCapabilities {
  return era === 'modern'
    ? { extensions: { [tasksExtension]: {} } }
    : { tasks: { list: {}, cancel: {}, requests: { tools: { call: {} } } } }
}

export function addTasks(
  server: Server,
  era: McpClient['era'],
  clientOf: (context: ServerContext) => McpClient,
): void {
  for (const method of methods) {
    const run = taskMethod(era, method)
    if (!run) continue
    server.setRequestHandler(method, { params: anyParams }, async (given, context) => {
      const params = isPlainObject(given) ? given : {}
      const client = clientOf(context)
      const answer = run({ client, params, exchange: exchangeOf(context) })
      return (await answer.finally(client.session.use())) as Record<string, unknown>
    })
  }
}

/** Older clients are told with each tool whether it may be called as a task. */
export function withTaskSupport(yard: ToolService, era: McpClient['era'], tools: Tool[]): Tool[] {
  if (era === 'modern') return tools
  return tools.map((tool) => {
    const taskSupport = taskSupportOf(yard, tool.name)
    return taskSupport === undefined ? tool : { ...tool, execution: { taskSupport } }
  })
}
