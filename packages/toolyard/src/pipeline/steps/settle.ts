/**
 * Step 8: what a tool returned becomes what the caller sees: checked, cleaned, redacted, bounded.
 *
 * Anything at all may come in: nothing, a cycle, a BigInt, a Buffer, a megabyte. What comes out is a result whose content
 * a model can read, and whose whole text is in the result store where the model's part is cut.
 *
 * @module
 */
import type { ContentBlock, Tool, ToolFault, ToolResult, ToolStatus } from '../../define/index.ts'
import { cutText, faultText, messageOf, type Saying, sizeOf } from '../../kernel/index.ts'
import type { Core, Step } from '../core.ts'
import type { Invocation, Plan, Stage } from '../invocation.ts'
import { type Answered, fromThrown, type Outcome, refuse, type Refused } from '../outcome.ts'
import { noteBug } from './bug.ts'
import { sendChunks } from './chunks.ts'
import { cleanData } from './clean-data.ts'
import { cleanSlowly } from './clean-slowly.ts'
import { inOrder } from './in-order.ts'
import { largeText, shortData } from './large-data.ts'
import { type Output, plainText, readOutput } from './output.ts'
import { safeBlocks } from './safe-blocks.ts'

/** Characters that are said of an answer unlike its schema. */
const mostMismatch = 1000
/** Characters of a name in the path to a wrong argument. */
const mostName = 200
/** Characters of a fault's message. */
const mostFaultText = 20_000

export const settle: Step = ({ core }) => [
  {
    run(invocation) {
      const { outcome } = invocation
      invocation.stopClock()
      if (!outcome) return undefined
      if (!invocation.chunks) {
        const result = resultOf(core, invocation, outcome)
        return result instanceof Promise ? result : handOn(invocation, result)
      }
      return endStream(invocation, outcome).then((whole) => resultOf(core, invocation, whole))
    },
    read: (invocation, result) =>
      result === undefined ? undefined : handOn(invocation, result as ToolResult),
  },
]

/** To the hooks that look at how it ended. */
function handOn(invocation: Invocation, result: ToolResult): undefined {
  invocation.result = result
  invocation.stages = afterwards(invocation.plan, result)
  invocation.next = 0
}

function afterwards(plan: Plan | undefined, { status }: ToolResult): readonly Stage[] {
  if (!plan) return []
  if (status === 'ok') return plan.after.ok
  return status === 'skipped' ? plan.after.skipped : plan.after.failed
}

/** The rest of a stream goes out; a tool that returned nothing has sent its result. */
async function endStream(invocation: Invocation, outcome: Outcome): Promise<Outcome> {
  const { chunks } = invocation
  if (!chunks || invocation.stopped) return outcome
  await sendChunks(invocation, chunks.flush())
  const isSent = outcome.kind === 'answered' && outcome.status === 'ok' && outcome.output === undefined
  return isSent ? { ...outcome, output: chunks.output } : outcome
}

function resultOf(core: Core, invocation: Invocation, outcome: Outcome): ToolResult | Promise<ToolResult> {
  const tool = invocation.plan?.tool
  try {
    if (outcome.kind === 'refused') return faultResult(core, invocation, outcome)
    if (tool?.output) return checkOutput(core, invocation, { tool, outcome })
    return present(core, invocation, outcome)
  } catch (error) {
    noteBug(core, invocation, error)
    return faultResult(core, invocation, unreadable(error, invocation))
  }
}

async function checkOutput(
  core: Core,
  invocation: Invocation,
  { tool, outcome }: { tool: Tool; outcome: Answered },
): Promise<ToolResult> {
  const { data, failed } = readOutput(outcome.output)
  const problems = failed ? undefined : await problemsOf(tool, data)
  if (problems === undefined) return present(core, invocation, outcome)
  if (outcome.status === 'skipped')
    return { ...(await present(core, invocation, outcome)), mismatch: core.redactor.clean(problems) }
  if (!tool.strictOutput)
    return withMismatch(await present(core, invocation, outcome), core.redactor.clean(problems))
  return faultResult(
    core,
    invocation,
    refuse('error', 'invalid_output', {
      message: `"${tool.manifest.name}" returned something else than its output schema promises: ${problems}`,
      hint: 'This is a fault of the tool, not of the call.',
      says: { key: 'brokenPromise', values: [tool.manifest.name] },
    }),
  )
}

/** How data differs from what the tool's output schema promises; undefined if it fits, or there is no promise. */
export async function problemsOf(tool: Tool | undefined, data: unknown): Promise<string | undefined> {
  const checked = await tool?.output?.check(data)
  return checked?.issues
    ?.slice(0, 5)
    .map(({ path, message }) => `${path.join('.') || 'output'}: ${message}`)
    .join('; ')
}

/** The call was made: what it answered is handed on, with a word about what is odd in it. */
function withMismatch(result: ToolResult, mismatch: string): ToolResult {
  const text = `[The call was made. Its answer differs from what the tool promises: ${mismatch.slice(0, mostMismatch)}]`
  return { ...result, content: [...result.content, { type: 'text', text }], mismatch }
}

/** Cleans, redacts and bounds an output, the tool's own or a hook's. */
export function present(
  core: Core,
  invocation: Invocation,
  outcome: Answered,
): ToolResult | Promise<ToolResult> {
  const render = outcome.asIs ? undefined : invocation.plan?.tool.render
  if (!render) {
    const result = plainResult(core, invocation, outcome)
    if (result) return result
  }
  const raw = readOutput(outcome.output)
  // A text that is made of the data is made of what is left of it: a secret that spans several strings is found there alone.
  const isLarge = sizeOf(raw.data, largeText) > largeText
  const read = typeof raw.data === 'string' || isLarge ? raw : { ...raw, ...safeData(core, raw) }
  const short = isLarge ? shortData(core.redactor, invocation.plan?.tool, raw.data) : undefined
  const rendered =
    render && !read.failed && outcome.status === 'ok'
      ? readOutput(toBlocks(render(read.data as never, invocation.input as never)))
      : read
  const status: ToolStatus = read.failed ? 'error' : outcome.status
  if (rendered.text.length > largeText)
    return presentLarge(core, invocation, { ...rendered, status, data: isLarge ? short : read.data })
  const { redactor } = core
  const safe = redactor.isOrdinary(rendered.text) ? rendered.text : redactor.clean(rendered.text)
  const fault: ToolFault | undefined = read.failed
    ? { code: 'tool_failed', message: safe.slice(0, mostFaultText), retryable: false }
    : undefined
  const isSafe = read !== raw || (raw.data === rendered.text && safe === rendered.text)
  const whole = short ?? (isSafe ? read.data : redactor.redactValue(raw.data))
  const data = cleanData(core, invocation, whole)
  const blocks = safeBlocks(core, rendered.blocks)
  const parts = { status, blocks, data, fault }
  const cut = cutText(safe, core.settings.output)
  if (!cut) {
    const { segments } = rendered
    const ordered = segments && inOrder(segments, { safe, blocks }, (text) => redactor.clean(text))
    return assemble(core, invocation, { ...parts, text: safe, ordered })
  }
  return spill(core, invocation, { ...parts, text: safe, cut: cut.text, seen: cut })
}

/** The data without secrets, and its text where that is nothing but the data. */
function safeData(core: Core, { data: raw, text, isJson }: Output): Pick<Output, 'data' | 'text'> {
  const data = core.redactor.redactValue(raw)
  return { data, text: isJson && data !== raw ? JSON.stringify(data) : text }
}

/**
 * An answer so long that to look through it at once would hold up everybody else: it is looked through in slices. Data that
 * is as long is left out, for the same reason; the whole text is kept with the results.
 */
async function presentLarge(
  core: Core,
  invocation: Invocation,
  large: Pick<Parts, 'status' | 'text' | 'blocks' | 'data'>,
): Promise<ToolResult> {
  const { text: safe, seen } = await cleanSlowly(large.text, core.redactor)
  const fault: ToolFault | undefined =
    large.status === 'error'
      ? { code: 'tool_failed', message: safe.slice(0, mostFaultText), retryable: false }
      : undefined
  const parts = {
    status: large.status,
    blocks: safeBlocks(core, large.blocks),
    data: cleanData(core, invocation, core.redactor.redactValue(large.data)),
    fault,
  }
  const { output } = core.settings
  // As many characters are as many bytes at least: no more of the text is needed to cut it.
  const cut = cutText(safe.length > output.maxBytes ? safe.slice(0, output.maxBytes + 1) : safe, output)
  if (!cut) return assemble(core, invocation, { ...parts, text: safe })
  return spill(core, invocation, { ...parts, text: safe, cut: cut.text, seen: { lines: cut.lines, ...seen } })
}

/** Text or JSON that is short and clean, as most answers are. */
export function plainResult(
  core: Core,
  invocation: Invocation,
  { status, output }: Pick<Answered, 'status' | 'output'>,
): ToolResult | undefined {
  const text = typeof output === 'string' ? output : plainText(output)
  if (text === undefined || text.length > largeText) return undefined
  const { redactor, settings } = core
  const isSafe =
    redactor.isOrdinary(text) || (redactor.clean(text) === text && redactor.redactValue(output) === output)
  if (!isSafe) return undefined
  const { maxBytes, maxLines } = settings.output
  const isShort = text.length <= maxBytes / 4 && text.length < maxLines
  if (!isShort && cutText(text, settings.output)) return undefined
  return {
    callId: invocation.id,
    tool: invocation.name,
    status,
    content: [{ type: 'text', text }],
    data: output,
    durationMs: sinceStart(core, invocation),
  }
}

function sinceStart(core: Core, invocation: Invocation): number {
  invocation.clockedAt = core.clock.now()
  return invocation.clockedAt - invocation.startedAt
}

function toBlocks(rendered: string | readonly ContentBlock[]): unknown {
  return typeof rendered === 'string' ? rendered : { content: rendered }
}

interface Parts {
  readonly status: ToolStatus
  readonly text: string
  /** Pictures, sounds and links beside the text. */
  readonly blocks: readonly ContentBlock[]
  readonly data: unknown
  readonly fault: ToolFault | undefined
  readonly handle?: string
  /** Text and blocks as they follow each other, where that is not all text first. */
  readonly ordered?: readonly ContentBlock[] | undefined
}

async function spill(
  core: Core,
  invocation: Invocation,
  parts: Parts & { cut: string; seen: { lines: number; totalLines: number; totalBytes: number } },
): Promise<ToolResult> {
  const { seen, cut, text } = parts
  const limit = core.settings.storedOutput
  const dropped = Math.max(0, text.length - limit)
  const kept =
    dropped === 0
      ? text
      : `${text.slice(0, limit / 2)}\n… ${dropped} characters left out …\n${text.slice(-limit / 2)}`
  let handle: string
  try {
    handle = await core.records.results.put({
      tool: invocation.name,
      text: kept,
      dropped,
      principal: invocation.ticket.principal ?? 'local',
    })
  } catch (error) {
    const lost = `\n\n[Cut: ${seen.lines} of ${seen.totalLines} lines. The rest could not be kept: ${messageOf(error)}]`
    return assemble(core, invocation, { ...parts, text: cut + lost })
  }
  invocation.note('settle', `kept ${seen.totalBytes} bytes as ${handle}`)
  const note = `\n\n[Cut: ${seen.lines} of ${seen.totalLines} lines, ${seen.totalBytes} bytes in all. The whole is kept as "${handle}": call read_result with handle "${handle}" and offset ${seen.lines + 1} to read on.]`
  return assemble(core, invocation, { ...parts, text: cut + note, handle })
}

function assemble(
  core: Core,
  invocation: Invocation,
  { status, text, blocks, data, fault, handle, ordered }: Parts,
): ToolResult {
  const content: readonly ContentBlock[] =
    ordered ?? (text === '' && blocks.length > 0 ? [...blocks] : [{ type: 'text', text }, ...blocks])
  const durationMs = sinceStart(core, invocation)
  const base = { callId: invocation.id, tool: invocation.name, status, content, data, durationMs }
  if (fault === undefined && handle === undefined) return base
  return { ...base, ...(fault && { error: fault }), ...(handle && { handle }) }
}

export function faultResult(core: Core, invocation: Invocation, { status, fault }: Refused): ToolResult {
  const clean = (text: string): string => core.redactor.clean(text).slice(0, mostFaultText)
  const cleanSaying = ({ key, values }: Saying): Saying => ({
    key,
    values: values.map((value) => clean(value).slice(0, mostMismatch)),
  })
  const safe: ToolFault = {
    ...fault,
    message: clean(fault.message),
    ...(fault.hint !== undefined && { hint: clean(fault.hint) }),
    ...(fault.says && { says: cleanSaying(fault.says) }),
    ...(fault.problems && {
      problems: fault.problems.map(({ path, message, says }) => ({
        path: path.map((step) => (typeof step === 'string' ? clean(step).slice(0, mostName) : step)),
        message: clean(message).slice(0, mostMismatch),
        ...(says && { says: cleanSaying(says) }),
      })),
    }),
  }
  return {
    callId: invocation.id,
    tool: invocation.name,
    status,
    content: [{ type: 'text', text: faultText(safe) }],
    error: safe,
    durationMs: sinceStart(core, invocation),
  }
}

function unreadable(error: unknown, invocation: Invocation): Refused {
  return fromThrown(
    new Error(`the output of "${invocation.name}" could not be read: ${messageOf(error)}`),
    invocation.name,
  )
}
