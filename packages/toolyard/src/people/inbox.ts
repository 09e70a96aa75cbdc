/**
 * The inbox as people use it: what is asked, and the answers to it.
 *
 * Nothing here is reachable for tools: agents can't approve.
 *
 * @module
 */
import { checkForm, type FormSchema, formText, type FormValues, tellProblem } from '../define/index.ts'
import type { Signs } from '../engine/index.ts'
import type { Redactor } from '../host/index.ts'
import { type Clock, type Ids, parseJson, ToolyardError } from '../kernel/index.ts'
import { shownWords } from '../pipeline/index.ts'
import type {
  Grant,
  InboxEntry,
  InboxFilter,
  InboxItem,
  InboxMove,
  InboxSelection,
  Store,
} from '../store/index.ts'
import { AnswerWatch } from './answer-watch.ts'

export type ApprovalScope = 'once' | 'thread' | 'agent'

export interface InboxAnswer {
  readonly item: InboxItem
  /** What was saved beyond this call. */
  readonly grant?: Grant
}

export interface InboxPage {
  readonly items: readonly InboxEntry[]
  /** Where the next page begins; undefined after the last one. */
  readonly next: number | undefined
  /** Items on all pages. */
  readonly total: number
}

/** What a person reads of a request. */
export interface RenderedRequest {
  readonly text: string
  /** Whether it is every character of the request, with no secret taken out. */
  readonly isWhole: boolean
  /** Of the whole text. */
  readonly characters: number
  /** Values that were taken out of what is shown. */
  readonly secrets: number
}

export interface InboxParts {
  readonly store: Store
  readonly clock: Clock
  readonly ids: Ids
  readonly redactor: Pick<Redactor, 'gaps'>
  /** Told when grants change. */
  readonly changed: () => void
  /** Told when a request waits no longer; what waits for it elsewhere goes on. */
  readonly answered?: ((id: string) => Promise<void>) | undefined
  readonly signs?: Signs | undefined
}

/** What a grant takes from the bytes that were approved. */
interface GrantBinding {
  readonly fingerprint: string
  readonly cwd: string
  readonly principal: string
}

const defaultLimit = 100

export class Inbox {
  readonly #parts: InboxParts
  /** Those who wait for an answer here. */
  readonly answers: AnswerWatch

  constructor(parts: InboxParts) {
    this.#parts = parts
    this.answers = new AnswerWatch(parts.store.inbox, parts.clock, parts.signs)
  }

  /** What waits for an answer, newest first; or what is in another status. Long texts are cut: `find` has them whole. */
  async list(filter: InboxFilter = { status: 'pending' }): Promise<readonly InboxEntry[]> {
    await this.#expire()
    return this.#parts.store.inbox.list(filter)
  }

  /** The same, with how many there are and where to go on. */
  async page(filter: InboxFilter): Promise<InboxPage> {
    const { limit = defaultLimit } = filter
    const [items, total] = await Promise.all([this.list({ ...filter, limit: limit + 1 }), this.count(filter)])
    const page = items.slice(0, limit)
    return { items: page, next: items.length > limit ? page.at(-1)?.position : undefined, total }
  }

  async count({ kind, status, callId, agent, tool }: InboxSelection): Promise<number> {
    await this.#expire()
    return this.#parts.store.inbox.count({ kind, status, callId, agent, tool })
  }

  /** Throws `not_found`. */
  async find(id: string): Promise<InboxItem> {
    await this.#expire()
    const item = await this.#parts.store.inbox.find(id)
    if (item) return item
    throw new ToolyardError('not_found', `there is no request "${id}" in the inbox`, {
      hint: 'See what waits with "toolyard approvals".',
    })
  }

  /** What the person is to read: made from the bytes that were hashed, when it was asked. */
  render(item: Pick<InboxItem, 'text'> & { readonly textLength?: number }): RenderedRequest {
    const { text, textLength: characters = text.length } = item
    const secrets = text.split('⟨secret').length - 1
    return { text, isWhole: secrets === 0 && text.length === characters, characters, secrets }
  }

  /** Words that stand beside a request, such as the lines of a diff, as requests are shown. */
  words(text: string): string {
    return shownWords(this.#parts.redactor, text)
  }

  /** Lets the call run: this one, or all that the offered rule covers, in its thread or for its agent. */
  async approve(
    id: string,
    { by, scope = 'once' }: { readonly by: string; readonly scope?: ApprovalScope | undefined },
  ): Promise<InboxAnswer> {
    const item = await this.#open(id, 'approval')
    const grant = scope === 'once' ? undefined : this.#grantOf(item, { by, scope })
    await this.#settle(item, { to: 'approved', by })
    if (grant) await this.#parts.store.grants.add(grant)
    this.#parts.changed()
    await this.#tell(id)
    return { item: await this.find(id), ...(grant && { grant }) }
  }

  async reject(
    id: string,
    { by, reason }: { readonly by: string; readonly reason?: string | undefined },
  ): Promise<InboxAnswer> {
    const item = await this.#open(id, 'approval')
    await this.#settle(item, { to: 'rejected', by, answer: reason })
    await this.#tell(id)
    return { item: await this.find(id) }
  }

  /** A text, or the values of a form: what does not fit is refused, and the question stays open. */
  async answer(
    id: string,
    said: string | Readonly<Record<string, unknown>>,
    { by }: { readonly by: string },
  ): Promise<InboxAnswer> {
    const item = await this.#open(id, 'question')
    await this.#settle(item, { to: 'answered', by, ...(await answerTo(item, said)) })
    await this.#tell(id)
    return { item: await this.find(id) }
  }

  /** Answers a question with no: the tool is told that people declined to answer. */
  async decline(
    id: string,
    { by, reason }: { readonly by: string; readonly reason?: string | undefined },
  ): Promise<InboxAnswer> {
    const item = await this.#open(id, 'question')
    await this.#settle(item, { to: 'rejected', by, answer: reason })
    await this.#tell(id)
    return { item: await this.find(id) }
  }

  async grants(): Promise<readonly Grant[]> {
    return this.#parts.store.grants.list()
  }

  /** Whether there was such a grant. */
  async revoke(grantId: string): Promise<boolean> {
    const revoked = await this.#parts.store.grants.revoke(grantId)
    this.#parts.changed()
    return revoked
  }

  async #tell(id: string): Promise<void> {
    this.answers.tell(id)
    await this.#parts.answered?.(id)
  }

  async #expire(): Promise<void> {
    await this.#parts.store.inbox.expire(this.#parts.clock.wall())
  }

  async #open(id: string, kind: InboxItem['kind']): Promise<InboxItem> {
    const item = await this.find(id)
    if (item.kind !== kind)
      throw new ToolyardError(
        'invalid_arguments',
        `${id} is ${item.kind === 'question' ? 'a question, not an approval' : 'an approval, not a question'}`,
        {
          hint: item.kind === 'question' ? 'Answer it.' : 'Approve or reject it.',
        },
      )
    if (item.status !== 'pending') throw alreadyAnswered(item)
    return item
  }

  async #settle(item: InboxItem, move: Omit<InboxMove, 'from' | 'at'>): Promise<void> {
    const { store, clock } = this.#parts
    if (await store.inbox.settle(item.id, { from: 'pending', at: clock.wall(), ...move })) return
    throw alreadyAnswered(await this.find(item.id))
  }

  #grantOf(
    item: InboxItem,
    { by, scope }: { readonly by: string; readonly scope: 'thread' | 'agent' },
  ): Grant {
    const holder = scope === 'thread' ? item.threadId : item.agent
    if (item.offer === undefined)
      throw new ToolyardError('invalid_arguments', `${item.id} can only be approved once`, {
        hint: 'This call always requires approval: approve it once.',
      })
    if (holder === undefined)
      throw new ToolyardError('invalid_arguments', `the call of ${item.id} belongs to no ${scope}`, {
        hint: 'Approve it once.',
      })
    const { fingerprint, cwd, principal } = JSON.parse(item.bytes) as GrantBinding
    return {
      id: this.#parts.ids.next('gr'),
      rule: item.offer,
      tool: item.tool,
      fingerprint,
      ...(scope === 'thread' && { threadId: holder, principal }),
      ...(item.agent !== undefined && { agent: item.agent }),
      workspace: cwd,
      by,
      createdAt: this.#parts.clock.wall(),
    }
  }
}

async function answerTo(
  { id, choices, form }: InboxItem,
  said: string | Readonly<Record<string, unknown>>,
): Promise<Pick<InboxMove, 'answer' | 'values'>> {
  if (form) {
    const values = await formValues(id, form, said)
    return { answer: formText(form, values), values }
  }
  if (typeof said !== 'string')
    throw new ToolyardError('invalid_arguments', `${id} has no form: it is answered with a text`)
  if (choices && !choices.includes(said))
    throw new ToolyardError('invalid_arguments', `"${said}" is not one of the choices`, {
      hint: `Choose one of ${choices.join(', ')}.`,
    })
  return { answer: said }
}

async function formValues(
  id: string,
  form: FormSchema,
  said: string | Readonly<Record<string, unknown>>,
): Promise<FormValues> {
  const read = typeof said === 'string' ? parseJson(said) : { value: said }
  const hint = `Its fields are ${Object.keys(form.properties).join(', ')}.`
  if ('problem' in read)
    throw new ToolyardError(
      'invalid_arguments',
      `${id} is a form: answer with a value for each field, as JSON`,
      {
        hint,
      },
    )
  const checked = await checkForm(form, read.value)
  if (!checked.problems) return checked.values
  throw new ToolyardError('invalid_arguments', checked.problems.map(tellProblem).join('; '), {
    hint,
    problems: checked.problems,
  })
}

function alreadyAnswered({ id, status, by }: InboxItem): ToolyardError {
  return new ToolyardError('approval_expired', `${id} is ${status} already${by ? `, by ${by}` : ''}`, {
    hint: by === undefined ? 'The call has to be made again.' : 'The first answer counts.',
  })
}
