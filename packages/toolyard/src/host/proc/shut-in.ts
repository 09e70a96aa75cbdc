/**
 * One program in the sandbox: which files are closed to it and which it can't write, where its home is, and what it has
 * left behind when it has ended.
 *
 * @module
 */
import { closedBelow } from './closed-below.ts'
import type { ProgramRequest, SandboxFacts } from './program.ts'
import { type BeforeProgram, judgeLeftovers, type Survey } from './sandbox/index.ts'
import type { SandboxParts, WorkshopSettings } from './workshop.ts'

export interface ShutIn {
  readonly argv: readonly string[]
  readonly env: Readonly<Record<string, string>>
  /** To be called once when the program has ended, or was never started. */
  readonly after: () => SandboxFacts | Promise<SandboxFacts>
}

/** At once if the files of the workspace are known. */
export function shutIn(
  request: ProgramRequest,
  inside: SandboxParts,
  settings: WorkshopSettings,
): ShutIn | Promise<ShutIn> {
  const looks = request.readOnly === true || request.reach?.level === 'look'
  const survey = looks ? inside.survey.recent() : inside.survey.now()
  const shut = (found: Survey, closed: readonly string[] = []): ShutIn =>
    withSurvey(request, { inside, settings, found, closed, looks })
  const { isClosed } = request
  if (isClosed && request.seesSecrets !== true)
    return Promise.all([survey, closedBelow(rootsOf(settings), isClosed)]).then((both) => shut(...both))
  return survey instanceof Promise ? survey.then((found) => shut(found)) : shut(survey)
}

function rootsOf({ workspace, roots = [] }: WorkshopSettings): readonly string[] {
  return [workspace, ...roots.map(({ path }) => path)]
}

interface SandboxInputs {
  readonly inside: SandboxParts
  readonly settings: WorkshopSettings
  readonly found: Survey
  /** What rules close to the call. */
  readonly closed: readonly string[]
  readonly looks: boolean
}

function withSurvey(
  request: ProgramRequest,
  { inside, settings, found, closed, looks }: SandboxInputs,
): ShutIn {
  const { readableSecrets = () => false, sandboxNetwork } = settings
  const reveal = found.secrets.filter(
    (path) =>
      request.seesSecrets === true || request.reach?.reveal.includes(path) === true || readableSecrets(path),
  )
  const before = looks ? undefined : { ...found, kept: inside.settings.read(found) }
  const home = looks ? undefined : inside.homes.of(request.conversation)
  const facts: SandboxFacts = {
    level: looks ? 'look' : reveal.length > 0 ? 'granted' : 'work',
    closed: [...found.secrets.filter((path) => !reveal.includes(path)), ...closed],
  }
  return {
    argv: inside.wrap({
      ...request,
      network: request.network ?? sandboxNetwork,
      looks,
      reveal: reveal.filter((path) => !closed.includes(path)),
      survey: { ...found, secrets: [...found.secrets, ...closed] },
      home,
    }),
    env: inside.env,
    after: () => {
      home?.release()
      return before ? withLeftovers(facts, { inside, settings, before }) : facts
    },
  }
}

async function withLeftovers(
  facts: SandboxFacts,
  {
    inside,
    settings,
    before,
  }: Pick<SandboxInputs, 'inside' | 'settings'> & { readonly before: BeforeProgram },
): Promise<SandboxFacts> {
  const now = await inside.survey.now()
  const leftovers = judgeLeftovers(now, before, settings.asideFolder ?? inside.aside)
  return leftovers ? { ...facts, leftovers } : facts
}
