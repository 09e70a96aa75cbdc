/** `process`: the commands of this conversation that go on after their call. */
import { z } from 'zod'
import { defineTool, type ToolContext } from '../../define/index.ts'
import { ToolyardError } from '../../kernel/index.ts'
import { type AnswerWith, answerWith } from '../output-lib/answer-with.ts'
import { cutFields } from '../output-lib/cut-fields.ts'
import { statusOf, withNote } from './lib/session-text.ts'
import type { Session } from './lib/session.ts'
import { type Sessions, sessionsOf } from './lib/sessions.ts'
import { mostTimeoutMs } from './lib/shell-input.ts'
import { factsOf, outputField, sessionFields, shownOutput } from './lib/shell-output.ts'
import { readSignal, sendInput } from './lib/session-input.ts'
import { quiet, waitForText } from './lib/session-wait.ts'

const defaultWaitMs = 30_000
/** How long a program may take to answer what was written to it. */
const answerMs = 1000

const actions = ['list', 'read', 'write', 'wait', 'signal', 'kill'] as const

const outputSchema = z.strictObject({
  sessions: z
    .array(
      z.strictObject({
        ...sessionFields,
        command: z.string(),
        unread_bytes: z.int(),
        idle_ms: z.int().describe('Since it last printed'),
      }),
    )
    .optional()
    .describe('list: all of them'),
  output: outputField.optional(),
  remark: z.string().optional().describe('Why it was answered now'),
  ...z.strictObject(sessionFields).partial().shape,
  ...cutFields,
})

type ProcessAnswer = AnswerWith<z.output<typeof outputSchema>>

export default defineTool({
  name: 'process',
  description: [
    'Look after commands that bash left running (background: true, or past yield_time_ms), by their session_id.',
    'list: all of them. read: what is new since the last look. write: input goes to the command (end a line with \\n; \\u0004 at the end closes its input, \\u0003 alone interrupts it). wait: until it ends, or prints wait_for. signal: sends one to all its processes. kill: ends it with everything it started.',
  ].join('\n'),
  category: 'shell',
  permission: 'external',
  effects: 'local_state',
  timeoutMs: mostTimeoutMs,
  tags: ['shell', 'process', 'session'],
  aliases: { session: 'session_id', id: 'session_id', timeout: 'timeout_ms', text: 'input', stdin: 'input' },
  inputSchema: z.strictObject({
    action: z.enum(actions).describe('What to do with the session; list shows all of them'),
    session_id: z.string().min(1).optional().describe('As bash gave it; for every action but list'),
    input: z.string().optional().describe('write: the text for the command, with \\n where a line ends'),
    wait_for: z.string().min(1).optional().describe('wait, write: answer as soon as this text is printed'),
    timeout_ms: z
      .int()
      .min(1)
      .max(mostTimeoutMs)
      .optional()
      .describe(`wait, write: how long to wait at most; ${defaultWaitMs} for wait by default`),
    signal: z.string().optional().describe('signal: a name such as SIGINT, SIGTERM or SIGHUP'),
  }),
  outputSchema,
  examples: [{ title: 'What is running', input: { action: 'list' } }],

  resources: ({ session_id: id }) => (id === undefined ? [] : [{ kind: 'session', id, access: 'read' }]),

  /** To look is free; to end a program of one's own touches only this conversation; to write to one is to run commands. */
  permissionFor({ action }) {
    if (action === 'write') return { permission: 'external', effects: 'network' }
    if (action === 'signal' || action === 'kill') return { permission: 'write', effects: 'local_state' }
    return { permission: 'read', effects: 'none' }
  },

  async execute(input, context): Promise<ProcessAnswer> {
    const sessions = await sessionsOf(context)
    if (input.action === 'list') return list(sessions)
    if (input.session_id === undefined)
      throw new ToolyardError('invalid_arguments', `session_id is missing: ${input.action} needs one`, {
        hint: 'process action=list shows the sessions of this conversation.',
      })
    const session = sessions.get(input.session_id)
    return answerOf(session, await act(session, input, context), context)
  },
})

interface ProcessRequest {
  readonly action: (typeof actions)[number]
  readonly input?: string | undefined
  readonly wait_for?: string | undefined
  readonly timeout_ms?: number | undefined
  readonly signal?: string | undefined
}

/** Answers a remark, if there is one. */
async function act(
  session: Session,
  given: ProcessRequest,
  { clock, signal }: ToolContext,
): Promise<string | undefined> {
  const { action, wait_for: text, timeout_ms: ms } = given
  const wait = { clock, signal, ms: ms ?? (action === 'wait' ? defaultWaitMs : answerMs) }
  switch (action) {
    case 'write':
      await sendInput(session, given.input, wait)
      return text === undefined ? quiet(session, wait) : waitForText(session, text, wait)
    case 'wait':
      return waitForText(session, text, wait)
    case 'signal':
      session.program.kill(readSignal(given.signal))
      return quiet(session, { ...wait, ms: answerMs })
    case 'kill':
      await session.program.stop()
      return undefined
    default:
      return undefined
  }
}

async function answerOf(
  session: Session,
  remark: string | undefined,
  { host }: ToolContext,
): Promise<ProcessAnswer> {
  const output = await session.read()
  const note = `${session.id}: ${statusOf(session)}${remark === undefined ? '' : `; ${remark}`}`
  return answerWith(withNote(output, note), {
    ...shownOutput(output, host.secrets),
    ...factsOf(session),
    session_id: session.id,
    ...(remark !== undefined && { remark }),
  })
}

function list(sessions: Sessions): ProcessAnswer {
  const all = sessions.list()
  const lines = all.map(
    (session) =>
      `${session.id}: ${statusOf(session)}, ${session.unread} bytes unread: ${session.command.slice(0, 200)}`,
  )
  const told = all.map((session) => ({
    ...factsOf(session),
    session_id: session.id,
    command: session.command,
    unread_bytes: session.unread,
    idle_ms: Math.round(session.idleMs),
  }))
  return answerWith(lines.join('\n') || 'No sessions.', { sessions: told })
}
