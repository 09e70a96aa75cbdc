/**
 * Step 8: what a tool returned becomes what the caller sees: checked, cleaned, redacted, bounded.
 *
 * Anything at all may come in: nothing, a cycle, a BigInt, a Buffer, a megabyte. What comes out is a result whose content
 * a model can read, and whose whole text is in the result store where the model's part is cut.
 *
 * @module
 */
import type { ContentBlock, Tool, ToolFault, ToolResult, ToolStatus } from '../../define/index.ts'
import { cutText, messageOf } from '../../kernel/index.ts'
import type { Core } from '../core.ts'
import type { Invocation } from '../invocation.ts'
import { faultText, fromThrown, type Outcome, refuse } from '../outcome.ts'
import { cleanSlowly } from './clean-slowly.ts'
import { inOrder } from './in-order.ts'
import { type Output, plainText, readOutput } from './output.ts'
import { longData, programData } from './program-data.ts'
import { safeBlocks } from './safe-blocks.ts'
import { sizeOf } from './size-of.ts'

/** Characters of an answer past which it is looked through in slices. */
const largeText = 1_000_000
/** Characters that are said of an answer unlike its schema. */
const mostMismatch = 1000
/** Characters of a fault's message. */
const mostFaultText = 20_000

export function settle(
  core: Core,
  invocation: Invocation,
  outcome: Outcome,
): ToolResult | Promise<ToolResult> {
  const tool = invocation.plan?.tool
  try {
    if (outcome.fault) return faultResult(core, invocation, outcome)
    if (tool?.output && outcome.status === 'ok') return checkOutput(core, invocation, { tool, outcome })
    if (outcome.status === 'skipped') return presentOther(core, invocation, outcome)
    return present(core, invocation, outcome)
  } catch (error) {
    return faultResult(core, invocation, unreadable(error, invocation))
  }
}

async function checkOutput(
  core: Core,
  invocation: Invocation,
  { tool, outcome }: { tool: Tool; outcome: Outcome },
): Promise<ToolResult> {
  const { data, failed } = readOutput(outcome.output)
  const checked = failed || tool.output === undefined ? undefined : await tool.output.check(data)
  if (!checked?.issues) return present(core, invocation, outcome)
  const problems = checked.issues
    .slice(0, 5)
    .map(({ path, message }) => `${path.join('.') || 'output'}: ${message}`)
  const { name } = tool.manifest
  if (!tool.strictOutput)
    return withMismatch(await present(core, invocation, outcome), core.redactor.clean(problems.join('; ')))
  return faultResult(
    core,
    invocation,
    refuse('error', 'invalid_output', {
      message: `"${name}" returned something else than its output schema promises: ${problems.join('; ')}`,
      hint: 'This is a fault of the tool, not of the call.',
    }),
  )
}

/** The call was made: what it answered is handed on, with a word about what is odd in it. */
function withMismatch(result: ToolResult, mismatch: string): ToolResult {
  const text = `[The call was made. Its answer differs from what the tool promises: ${mismatch.slice(0, mostMismatch)}]`
  return { ...result, content: [...result.content, { type: 'text', text }], mismatch }
}

/** What a hook put in the place of an answer, marked if it is unlike what the tool promises to programs. */
export function presentOther(
  core: Core,
  invocation: Invocation,
  outcome: Outcome,
): ToolResult | Promise<ToolResult> {
  const promised = invocation.plan?.tool.output
  const result = present(core, invocation, outcome)
  if (!promised) return result
  return Promise.resolve(result).then(async (shown) => {
    const { issues } = await promised.check(shown.data)
    return issues ? { ...shown, mismatch: 'a hook answered in its place' } : shown
  })
}

/** Cleans, redacts and bounds an output, the tool's own or a hook's. */
function present(
  core: Core,
  invocation: Invocation,
  outcome: Outcome,
): ToolResult | Promise<ToolResult> {
  const render = outcome.asIs ? undefined : invocation.plan?.tool.render
  if (!render) {
    const result = presentPlain(core, invocation, outcome)
    if (result) return result
  }
  const raw = readOutput(outcome.output)
  // A text that is made of the data is made of what is left of it: a secret that spans several strings is found there alone.
  const read =
    typeof raw.data === 'string' || sizeOf(raw.data, largeText) > largeText
      ? raw
      : { ...raw, ...safeData(core, raw) }
  const rendered =
    render && !read.failed && outcome.status === 'ok'
      ? readOutput(toBlocks(render(read.data as never, invocation.input as never)))
      : read
  const status: ToolStatus = read.failed ? 'error' : outcome.status
  if (rendered.text.length > largeText)
    return presentLarge(core, invocation, { ...rendered, status, data: read.data })
  const safe = core.redactor.clean(rendered.text)
  const fault: ToolFault | undefined = read.failed
    ? { code: 'tool_failed', message: safe.slice(0, mostFaultText), retryable: false }
    : undefined
  const isSafe = read !== raw || (raw.data === rendered.text && safe === rendered.text)
  const data = programData(
    core,
    invocation,
    isSafe ? read.data : (redactedData(core, invocation, raw.data) ?? core.redactor.redactValue(raw.data)),
  )
  const blocks = safeBlocks(core, rendered.blocks)
  const parts = { status, blocks, data, fault }
  const cut = cutText(safe, core.settings.output)
  if (!cut) {
    const { segments } = rendered
    const ordered = segments && inOrder(segments, { safe, blocks }, (text) => core.redactor.clean(text))
    return resultOf(core, invocation, { ...parts, text: safe, ordered })
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
 * is as long is left out or cut, for the same reason; the whole text is kept with the results.
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
    data: programData(core, invocation, redactedData(core, invocation, large.data)),
    fault,
  }
  const { output } = core.settings
  // As many characters are as many bytes at least: no more of the text is needed to cut it.
  const cut = cutText(safe.length > output.maxBytes ? safe.slice(0, output.maxBytes + 1) : safe, output)
  if (!cut) return resultOf(core, invocation, { ...parts, text: safe })
  return spill(core, invocation, { ...parts, text: safe, cut: cut.text, seen: { lines: cut.lines, ...seen } })
}

/** Nothing where the data is too long for that. */
function redactedData(core: Core, invocation: Invocation, data: unknown): unknown {
  const isLong = sizeOf(data, largeText) > largeText
  return core.redactor.redactValue(isLong ? longData(core, invocation, { data, most: largeText }) : data)
}

/** Text or JSON that is short and clean, as most answers are. */
function presentPlain(
  core: Core,
  invocation: Invocation,
  { status, output }: Outcome,
): ToolResult | undefined {
  const text = plainText(output)
  if (text === undefined || text.length > largeText) return undefined
  const { redactor, settings } = core
  const isSafe =
    redactor.isOrdinary(text) || (redactor.clean(text) === text && redactor.redactValue(output) === output)
  if (!isSafe) return undefined
  if (cutText(text, settings.output)) return undefined
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
    handle = await core.results.put({
      tool: invocation.name,
      text: kept,
      dropped,
      principal: invocation.options.principal ?? 'local',
    })
  } catch (error) {
    const lost = `\n\n[Cut: ${seen.lines} of ${seen.totalLines} lines. The rest could not be kept: ${messageOf(error)}]`
    return resultOf(core, invocation, { ...parts, text: cut + lost })
  }
  invocation.note('settle', `kept ${seen.totalBytes} bytes as ${handle}`)
  const note = `\n\n[Cut: ${seen.lines} of ${seen.totalLines} lines, ${seen.totalBytes} bytes in all. The whole is kept as "${handle}": call read_result with handle "${handle}" and offset ${seen.lines + 1} to read on.]`
  return resultOf(core, invocation, { ...parts, text: cut + note, handle })
}

function resultOf(
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

export function faultResult(core: Core, invocation: Invocation, outcome: Outcome): ToolResult {
  const fault = outcome.fault ?? {
    code: 'internal',
    message: 'the call ended without a result',
    retryable: false,
  }
  const clean = (text: string): string => core.redactor.clean(text).slice(0, mostFaultText)
  const safe: ToolFault = {
    ...fault,
    message: clean(fault.message),
    ...(fault.hint !== undefined && { hint: clean(fault.hint) }),
  }
  return {
    callId: invocation.id,
    tool: invocation.name,
    status: outcome.status,
    content: [{ type: 'text', text: faultText(safe) }],
    error: safe,
    durationMs: sinceStart(core, invocation),
  }
}

function unreadable(error: unknown, invocation: Invocation): Outcome {
  return fromThrown(
    new Error(`the output of "${invocation.name}" could not be read: ${messageOf(error)}`),
    invocation.name,
  )
}
