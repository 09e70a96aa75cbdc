/**
 * A row of the journal as a usual call leaves it.
 *
 * @module
 */
import type { CallRecord } from 'toolyard'

export function callRecord(id: string, over: Partial<CallRecord> = {}): CallRecord {
  return {
    id,
    tool: 'get_weather',
    fingerprint: 'f'.repeat(64),
    permission: 'write',
    input: { city: 'Rome' },
    threadId: 'thread_1',
    agent: 'helper',
    principal: 'local',
    origin: 'typescript',
    decision: 'mode default: allow',
    startedAt: 1_763_000_000_000,
    status: 'ok',
    durationMs: 1.5,
    ran: true,
    result: {
      callId: id,
      tool: 'get_weather',
      status: 'ok',
      content: [{ type: 'text', text: '{"city":"Rome","celsius":21}' }],
      data: { city: 'Rome', celsius: 21 },
      durationMs: 1.5,
    },
    ...over,
  }
}
