/**
 * What one running tool sees: a thin view of its invocation. Everything that costs is made when it is asked for.
 *
 * @module
 */
import type {
  Ask,
  McpAccess,
  AgentAccess,
  Services,
  ProgressUpdate,
  Caller,
  CallRequestFacts,
  FormQuestion,
  Question,
  ResultReader,
  SampleModel,
  StoredResult,
  ThreadState,
  ToolContext,
  ToolFinder,
  ToolResource,
  ToolResult,
} from '../define/index.ts'
import { type HostAccess, hostForCall } from '../host/index.ts'
import { cleanText, type Clock, type Ids, ToolyardError } from '../kernel/index.ts'
import { askForm } from './ask-form.ts'
import type { Core, SubCall } from './core.ts'
import type { Invocation } from './invocation.ts'
import type { Decision } from './policy/index.ts'
import { mcpFor } from './mcp-view.ts'
import type { CompanyCaller, HeardAnswer, PutQuestion } from './ports.ts'
import { judgeTouched } from './steps/authorise.ts'
import { chunksOf, sendChunks } from './steps/chunks.ts'
import { redirectJudge } from './steps/judge-redirect.ts'
import { callerOf } from './ticket.ts'

/** Who sits at the machine itself. */
const atHome: readonly string[] = ['local', 'terminal']
const longestQuestion = 300

export class CallContext implements ToolContext {
  readonly #core: Core
  readonly #invocation: Invocation
  readonly #subCall: SubCall
  #host: HostAccess | undefined

  constructor(core: Core, invocation: Invocation, subCall: SubCall) {
    this.#core = core
    this.#invocation = invocation
    this.#subCall = subCall
  }

  get callId(): string {
    return this.#invocation.id
  }
  get tool(): string {
    return this.#invocation.tool.manifest.name
  }
  get threadId(): string | undefined {
    return this.#invocation.ticket.threadId
  }
  get agent(): string | undefined {
    return this.#invocation.ticket.agent
  }
  get principal(): string {
    return this.#invocation.ticket.principal ?? 'local'
  }
  get signal(): AbortSignal {
    return this.#invocation.signal
  }
  get workspace(): string {
    return this.#core.settings.workspace
  }
  get host(): HostAccess {
    const { threadId, agent = '', principal } = this
    return (this.#host ??= hostForCall(this.#core.host, {
      conversation: threadId === undefined ? `caller ${principal} ${agent}` : `thread ${threadId}`,
      reach: this.#invocation.decision?.reach,
      isClosed: this.#closed(this.#invocation.resources),
      isClosedToAll: this.#closed([]),
      objection: redirectJudge(this.#core, this.#invocation),
    }))
  }
  #closed(resources: readonly ToolResource[] = []): ((path: string) => boolean) | undefined {
    const { plan, approvedBy } = this.#invocation
    return plan?.policy.closedTo({ resources, wasAsked: approvedBy !== undefined }, this.workspace)
  }
  get idempotencyKey(): string {
    return this.#invocation.id
  }
  get explanation(): string | undefined {
    return this.#invocation.explanation
  }
  get clock(): Clock {
    return this.#core.clock
  }
  get ids(): Ids {
    return this.#core.ids
  }
  get thread(): ThreadState {
    return (this.#invocation.thread ?? this.#core.records.threads.get('default')).state
  }
  get results(): ResultReader {
    const { principal } = this
    return {
      read: async (handle) => {
        const found = await this.#core.records.results.read(handle)
        return found && mayRead(found, principal) ? found : undefined
      },
    }
  }
  get mcp(): McpAccess | undefined {
    return mcpFor(this.#core, this.#invocation.ticket)
  }

  get #caller(): CompanyCaller {
    return callerOf(this.#invocation.ticket, this.#invocation.companion)
  }
  get agents(): AgentAccess | undefined {
    return this.services.agents
  }
  get plan(): Services['plan'] {
    return this.services.plan
  }
  get finder(): ToolFinder | undefined {
    return this.services.finder
  }

  get services(): Services {
    return {
      ...this.#core.services.for(this.#caller),
      mcp: this.mcp,
      results: this.results,
    }
  }

  get request(): CallRequestFacts {
    const { explanation, written, resources } = this.#invocation
    const judge = (touched: readonly ToolResource[]): Decision['effect'] =>
      judgeTouched(this.#core, this.#invocation, touched)
    return { explanation, written, resources, judge }
  }
  get resources(): readonly ToolResource[] | undefined {
    return this.#invocation.resources
  }

  /** The names of `signal` and `callId` in other frameworks, for tools that were written for those. */
  get abortSignal(): AbortSignal {
    return this.signal
  }
  get toolCallId(): string {
    return this.callId
  }

  /** Those below are made when they are asked for, so that `execute(input, { emit })` works. */
  get progress(): (update: ProgressUpdate) => void {
    return (update) => this.#progress(update)
  }
  get emit(): (chunk: unknown) => Promise<void> {
    return (chunk) => this.#emit(chunk)
  }
  get ask(): Ask {
    const ask = (asked: Question | FormQuestion): Promise<unknown> =>
      asked.schema === undefined
        ? this.#ask({ question: asked.question, choices: asked.choices, name: asked.name }).then(
            ({ text }) => text,
          )
        : askForm(asked, {
            tool: this.tool,
            ask: (question) => this.#ask(question),
            progress: this.progress,
          })
    return ask as Ask
  }
  get sample(): SampleModel | undefined {
    const { sample } = this.#invocation.companion
    const { redactor } = this.#core
    return sample && ((request, signal) => sample(redactor.redactValue(request) as typeof request, signal))
  }
  get call(): (tool: string, input: unknown) => Promise<ToolResult> {
    return (tool, input) => this.#subCall(this.#invocation, tool, input)
  }

  /** Only what belongs to it is told: anything else could pass for another event, or hold a secret. */
  #progress({ message, done, total }: ProgressUpdate): void {
    const { companion, id } = this.#invocation
    const { sink } = companion
    if (!sink || this.#invocation.stopped) return
    void sink.push({
      type: 'progress',
      callId: id,
      ...(message !== undefined && { message: this.#core.redactor.redact(message) }),
      ...(typeof done === 'number' && { done }),
      ...(typeof total === 'number' && { total }),
    })
  }

  async #ask(question: Omit<PutQuestion, keyof Caller | 'callId' | 'tool'>): Promise<HeardAnswer> {
    const invocation = this.#invocation
    const { clock, people } = this.#core
    const { questioner } = people.for(invocation.companion.person)
    if (!questioner)
      throw new ToolyardError(
        'denied',
        `"${this.tool}" has a question, and there is nobody to ask: ${shortQuestion(question)}`,
        { hint: 'Run it where somebody can answer.' },
      )
    const { callId, tool, threadId, agent, principal } = this
    const { leave } = invocation.companion
    const stop = (): void => invocation.stop('closed')
    leave?.addEventListener('abort', stop, { once: true })
    if (leave?.aborted) stop()
    invocation.pauseClock(clock.now())
    try {
      invocation.note('execute', `asked: ${question.question}`, clock.now())
      const number = invocation.ticket.isChosenId ? (invocation.asked ?? 0) : undefined
      invocation.asked = (invocation.asked ?? 0) + 1
      const asked = { ...question, callId, tool, threadId, agent, principal, number, parks: this.#mayPark }
      const { askedAt, ...heard } = await questioner.ask(asked, this.signal)
      if (askedAt !== undefined) invocation.waitedFor(clock.wall(invocation.startedAt) - askedAt)
      return heard
    } catch (error) {
      if (ToolyardError.isInstance(error) && error.waitsFor !== undefined) invocation.waitsFor = error
      throw error
    } finally {
      leave?.removeEventListener('abort', stop)
      invocation.resumeClock(clock.now())
    }
  }

  /** Whatever its tool did before the question, it may do again. */
  get #mayPark(): boolean {
    const { companion, tool, parent } = this.#invocation
    return companion.parks === true && parent === undefined && tool.manifest.permission === 'read'
  }

  async #emit(chunk: unknown): Promise<void> {
    const invocation = this.#invocation
    if (invocation.stopped) invocation.signal.throwIfAborted()
    await sendChunks(invocation, chunksOf(this.#core, invocation).add(chunk))
  }
}

/** A result belongs to whom it was given to; one from before that was kept, to everybody who knows its handle. */
function mayRead({ principal: owner }: StoredResult, reader: string): boolean {
  return owner === undefined || owner === reader || atHome.includes(reader)
}

/** On one line. */
function shortQuestion({ question }: Pick<Question, 'question'>): string {
  const line = cleanText(question).replaceAll(/\s+/g, ' ').trim()
  return line.length <= longestQuestion ? line : `${line.slice(0, longestQuestion).toWellFormed()}…`
}
