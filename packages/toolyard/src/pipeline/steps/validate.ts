/**
 * Step 2: raw arguments become valid ones, or a list of every problem with its remedy.
 *
 * The fast path is one walk and the schema's own check. Only what fails there is looked at more closely: parsed, unwrapped,
 * renamed, repaired, and checked again.
 *
 * @module
 */
import type { Checked, Tool } from '../../define/index.ts'
import { inspect, messageOf, parseJson } from '../../kernel/index.ts'
import type { Core, Step } from '../core.ts'
import type { Invocation, PlanFacts } from '../invocation.ts'
import { refuse, type Refused } from '../outcome.ts'
import { problemsText, type Problem } from './problems.ts'
import { repairArguments, writtenNames } from './repair.ts'

/** Of what is told to programs, and steps of the path to one. */
const [mostProblems, mostSteps] = [20, 20]

type Checking = Refused | undefined | Promise<Refused | undefined>

export const validate: Step = ({ core }, plan) => [
  { run: (invocation) => checkArguments(core, invocation, plan) },
]

export function checkArguments(core: Core, invocation: Invocation, plan: PlanFacts): Checking {
  const { raw } = invocation
  const { tool } = plan
  const plain =
    typeof raw === 'object' &&
    raw !== null &&
    tool.provided.length === 0 &&
    core.settings.explanation !== 'required' &&
    (plan.shape?.closed || !Object.hasOwn(raw, 'explanation'))
  try {
    if (plain && !Array.isArray(raw)) {
      const problem = inspect(raw, plan.shape, core.settings.arguments)
      if (problem === undefined) {
        const checked = tool.input.check(raw)
        if (checked instanceof Promise) return checkedLater(core, invocation, { plan, checked })
        if (checked.issues === undefined) {
          invocation.input = checked.value
          return undefined
        }
      } else if (problem.unknownKey === undefined) return refused(tool, [problem], undefined)
    }
  } catch (error) {
    return refused(tool, [{ path: [], message: `can't be read (${messageOf(error)})` }], undefined)
  }
  return validateSlowly(core, invocation, plan)
}

async function checkedLater(
  core: Core,
  invocation: Invocation,
  { plan, checked }: { readonly plan: PlanFacts; readonly checked: Promise<Checked> },
): Promise<Refused | undefined> {
  const { issues, value } = { value: undefined, ...(await checked) }
  if (issues !== undefined) return validateSlowly(core, invocation, plan)
  invocation.input = value
  return undefined
}

async function validateSlowly(
  core: Core,
  invocation: Invocation,
  plan: PlanFacts,
): Promise<Refused | undefined> {
  const read = readObject(invocation.raw, core)
  if ('problem' in read) return refused(plan.tool, [read.problem], undefined)
  const limit = inspect(read.value, undefined, core.settings.arguments)
  if (limit) return refused(plan.tool, [limit], undefined)
  const { explanation, rest } = takeExplanation(read.value, plan.tool)
  if (lacksExplanation(core, plan.tool, explanation)) return refused(plan.tool, [noExplanation], rest)
  invocation.explanation = explanation
  const { provided } = invocation.ticket
  const first = await checkAll(core, plan.tool, { value: rest, provided })
  if ('value' in first) return accept(invocation, first)
  const repaired = repairArguments(rest, plan.tool)
  if (repaired !== undefined) {
    const second = await checkAll(core, plan.tool, { value: repaired, provided })
    const written = writtenNames(rest, plan.tool)
    if ('value' in second) {
      invocation.written = written
      invocation.note(
        'validate',
        `repaired: ${first.problems.map(({ path, message }) => `${path.join('.')} ${message}`.trim()).join('; ')}`,
      )
      return accept(invocation, second)
    }
    if (written.size > 0) return refused(plan.tool, underNames(second.problems, written), rest)
  }
  return refused(plan.tool, first.problems, rest)
}

/** Every problem that a call would have with these arguments, taken as they are. */
export async function argumentProblems(
  core: Core,
  tool: Tool,
  value: Record<string, unknown>,
): Promise<readonly Problem[]> {
  const { explanation, rest } = takeExplanation(value, tool)
  const lacking = lacksExplanation(core, tool, explanation) ? [noExplanation] : []
  const checked = await checkAll(core, tool, { value: rest })
  return 'value' in checked ? lacking : [...lacking, ...checked.problems]
}

const noExplanation: Problem = {
  path: ['explanation'],
  message: 'is required: say in one sentence why you call this tool',
  says: { key: 'fieldRequired', values: [] },
}

function lacksExplanation({ settings }: Core, tool: Tool, explanation: string | undefined): boolean {
  return settings.explanation === 'required' && explanation === undefined && !declares(tool, 'explanation')
}

/** Checks again what hooks changed. */
export async function validateAgain(
  core: Core,
  invocation: Invocation,
  changed: { readonly plan: PlanFacts; readonly input: Record<string, unknown> },
): Promise<Refused | undefined> {
  const { plan, input } = changed
  const problem = inspect(input, plan.shape, core.settings.arguments)
  const checked: Checked = problem ? { issues: [problem] } : await plan.tool.input.check(input)
  if (checked.issues === undefined) return accept(invocation, { value: checked.value, from: input })
  const refusal = refused(plan.tool, checked.issues, input)
  const message = `a hook changed the arguments and they are no longer valid. ${refusal.fault.message}`
  return { ...refusal, fault: { ...refusal.fault, message } }
}

/** Hooks change what came, not what the schema made of it: it is checked again. */
function accept(invocation: Invocation, { value, from }: Accepted): undefined {
  invocation.input = value
  invocation.raw = from
}

type Read = { readonly value: Record<string, unknown> } | { readonly problem: Problem }

function readObject(raw: unknown, core: Core): Read {
  let value = raw
  if (raw === undefined || raw === null) value = {}
  if (typeof raw === 'string') {
    const parsed = parseJson(raw, core.settings.arguments)
    if ('problem' in parsed)
      return { problem: { path: [], message: `The text ${parsed.problem}. Send one JSON object.` } }
    value = parsed.value
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return {
      problem: {
        path: [],
        message: `must be an object of named parameters, not ${Array.isArray(value) ? 'a list' : typeof value === 'bigint' ? 'a number' : JSON.stringify(value)}`,
      },
    }
  }
  return { value: value as Record<string, unknown> }
}

function takeExplanation(
  value: Record<string, unknown>,
  tool: Tool,
): { explanation: string | undefined; rest: Record<string, unknown> } {
  const declared = declares(tool, 'explanation')
  const given = Object.hasOwn(value, 'explanation') ? value['explanation'] : undefined
  if (!Object.hasOwn(value, 'explanation')) return { explanation: undefined, rest: value }
  const explanation = typeof given === 'string' ? given : undefined
  if (declared || (given !== null && explanation === undefined)) return { explanation, rest: value }
  const { explanation: _, ...rest } = value
  return { explanation, rest }
}

function declares(tool: Tool, parameter: string): boolean {
  return Object.hasOwn(tool.input.json.properties ?? {}, parameter)
}

interface Accepted {
  readonly value: unknown
  /** What was checked. */
  readonly from: Record<string, unknown>
}

type Verdict = Accepted | { readonly problems: readonly Problem[] }

interface Given {
  readonly value: Record<string, unknown>
  /** What this call's application provides. */
  readonly provided?: Readonly<Record<string, unknown>> | undefined
}

async function checkAll(core: Core, tool: Tool, given: Given): Promise<Verdict> {
  let { value } = given
  if (tool.provided.length > 0) {
    const stolen = tool.provided.find((name) => Object.hasOwn(value, name))
    if (stolen !== undefined)
      return {
        problems: [
          {
            path: [stolen],
            message: 'is not a known parameter',
            says: { key: 'fieldUnknown', values: [] },
          },
        ],
      }
    value = {
      ...value,
      ...pick(core.services.provide(tool.manifest.name), tool.provided),
      ...pick(given.provided ?? {}, tool.provided),
    }
  }
  const unknown = inspect(value, tool.input.shape, core.settings.arguments)
  if (unknown) {
    const known = await tool.input.check(value)
    const more =
      known.issues?.filter(({ path }) => path.join('/') !== unknown.path.join('/') && path.length > 0) ?? []
    return { problems: [unknown, ...more] }
  }
  const checked = await tool.input.check(value)
  return checked.issues === undefined ? { value: checked.value, from: value } : { problems: checked.issues }
}

export function pick(
  values: Readonly<Record<string, unknown>>,
  names: readonly string[],
): Record<string, unknown> {
  return Object.fromEntries(
    names.filter((name) => Object.hasOwn(values, name)).map((name) => [name, values[name]]),
  )
}

/** A parameter under another name is told by the name that was used. */
function underNames(problems: readonly Problem[], written: ReadonlyMap<string, string>): readonly Problem[] {
  return problems.map(({ path: [first, ...deeper], ...problem }) => ({
    ...problem,
    path: first === undefined ? [] : [written.get(String(first)) ?? first, ...deeper],
  }))
}

function refused(tool: Tool, problems: readonly Problem[], raw: unknown): Refused {
  const { message, hint } = problemsText(tool.manifest, problems, raw)
  const told = problems.slice(0, mostProblems).flatMap(atItsPlace).slice(0, mostProblems)
  const says = { key: 'wrongArguments', values: [tool.manifest.name] } as const
  return refuse('error', 'invalid_arguments', { message, hint, retryable: true, problems: told, says })
}

/** What an object lacks is told where it would be, for programs. */
function atItsPlace({ path, message, says }: Problem): readonly Problem[] {
  if (says?.key !== 'fieldRequired' || says.values.length === 0)
    return [{ path: path.slice(0, mostSteps), message, ...(says && { says }) }]
  return says.values.map((name) => ({
    path: [...path, name].slice(0, mostSteps),
    message: 'is required',
    says: { key: 'fieldRequired', values: [] },
  }))
}
