/**
 * Files: what was sent in conversations, what runs wrote, and what people put into the workspace.
 *
 * @module
 */
import { Buffer } from 'node:buffer'
import { randomUUID } from 'node:crypto'
import { basename } from 'node:path'
import { z } from 'zod'
import { fileBytes, mediaOf } from '../../../agents/index.ts'
import { ToolyardError } from '../../../kernel/index.ts'
import { uploadScope } from '../../../parts/index.ts'
import { personOf } from '../caller.ts'
import { type RouteExchange, type Route, route } from '../route.ts'
import { runCall } from '../run-call.ts'
import { sendFile } from '../send-file.ts'
import type { HttpServices } from '../services.ts'
import { bodyWithFiles, fileBody, fileQuery } from '../shapes/attachments.ts'
import { toolResult } from '../shapes/calls.ts'
import { idParams } from '../shapes/common.ts'
import { findConversation } from './conversations.ts'
import { findRun } from './runs.ts'
import type { ToolResult } from '../../../define/index.ts'

const savingTool = 'save_attachment'
const mostBytes = 12_000_000

export const attachmentRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: '/api/files',
    summary:
      'Puts a file into the workspace: a call of save_attachment, under the rules for write_file. Answers as a call does.',
    access: 'operator',
    agents: true,
    streams: 'on request',
    body: fileBody,
    bodyBytes: bodyWithFiles,
    answer: toolResult,
    handle: placeFile,
  }),
  route({
    method: 'GET',
    path: '/api/threads/:id/attachments/:handle',
    summary:
      'A picture or a file that was sent in a conversation. Pictures are shown, anything else is saved.',
    access: 'viewer',
    agents: true,
    answersBytes: true,
    params: z.object({ id: z.string(), handle: z.string() }),
    answer: z.string(),
    handle: async (services, { params: { id, handle }, caller, response }) => {
      await findConversation(services, caller, id)
      const found = await services.yard.store.attachments.read(id, handle)
      if (!found)
        throw new ToolyardError('not_found', `conversation "${id}" has no file "${handle}"`, {
          hint: 'Take the handle from a message of the conversation.',
        })
      const bytes = Buffer.from(found.bytes)
      const { isPicture, mediaType } = mediaOf(bytes, found.name)
      sendFile(response, { name: found.name, bytes, picture: isPicture ? mediaType : undefined })
      return undefined
    },
  }),
  route({
    method: 'GET',
    path: '/api/runs/:id/files',
    summary: 'One of the files that a run, or one below it, wrote: to be saved.',
    access: 'viewer',
    agents: true,
    answersBytes: true,
    params: idParams,
    query: fileQuery,
    answer: z.string(),
    handle: async (services, { params, query: { path }, caller, response }) => {
      const run = await findRun(services, caller, params.id)
      const bytes = await services.yard.runs.readFile(run, path, personOf(caller))
      sendFile(response, { name: basename(path), bytes })
      return undefined
    },
  }),
]

/** The bytes wait under a handle while the call is decided; the journal and those who are asked see the handle. */
async function placeFile(
  services: HttpServices,
  exchange: RouteExchange<unknown, unknown, z.output<typeof fileBody>>,
): Promise<ToolResult | undefined> {
  const { path, data, threadId, agent } = exchange.body
  const { attachments } = services.yard.store
  const handle = `att_${randomUUID()}`
  const name = basename(path)
  const bytes = fileBytes(data, name, mostBytes)
  const { mediaType } = mediaOf(bytes, name)
  const scope = uploadScope(handle)
  await attachments.put([{ threadId: scope, handle, name, mediaType, bytes, at: Date.now() }])
  const result = await runCall(services, exchange, {
    tool: savingTool,
    body: {
      input: { attachment: handle, path },
      // Files are found again by the conversation that they came in.
      threadId: threadId ?? `files_${randomUUID()}`,
      agent,
      explanation: `Put "${name}" (${mediaType}, ${bytes.length.toLocaleString('en')} bytes) into the workspace`,
    },
    isDetached: false,
  })
  if (result && result.status !== 'pending') await attachments.remove(scope, [handle])
  return result
}
