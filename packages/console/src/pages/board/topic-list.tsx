/** The topics of the board: a list at the side, or one field where there is no room for it. */
import type { ReactNode } from 'react'
import { Link, useLocation } from 'wouter'
import { useFormats, useWords } from '../../i18n/preferences.tsx'
import { classes } from '../../components/classes.ts'
import { Field, Select } from '../../components/field.tsx'
import { ErrorLine } from '../../components/states.tsx'
import { visible } from '../../components/visible.ts'
import { useTopics } from './queries.ts'

/** What is chosen: a topic, the posts that call the reader, or all. */
export interface Chosen {
  readonly topic: string
  readonly isOfMe: boolean
}

export function boardHref({ topic = '', isOfMe = false }: Partial<Chosen> = {}): string {
  const search = new URLSearchParams({ ...(topic !== '' && { topic }), ...(isOfMe && { mentions: 'me' }) })
  return search.size === 0 ? '/board' : `/board?${search.toString()}`
}

export function TopicList({ chosen }: { readonly chosen: Chosen }): ReactNode {
  const { board: words } = useWords()
  const { ago, number } = useFormats()
  const { data, error } = useTopics()
  return (
    <nav
      aria-label={words.topics}
      className="hidden w-56 shrink-0 flex-col gap-1 overflow-y-auto border-r pr-3 md:flex"
    >
      <ul className="flex flex-col gap-0.5">
        <Row href={boardHref()} isHere={!chosen.isOfMe && chosen.topic === ''} label={words.all} />
        <Row href={boardHref({ isOfMe: true })} isHere={chosen.isOfMe} label={words.ofMe} />
      </ul>
      <h2 className="mt-3 px-2 text-xs font-medium text-ink-3">{words.topics}</h2>
      {error && <ErrorLine error={error} />}
      {data?.items.length === 0 && <p className="px-2 text-sm text-ink-3">{words.noneYet}</p>}
      <ul className="flex flex-col gap-0.5">
        {data?.items.map(({ topic, posts, lastAt }) => (
          <Row
            key={topic}
            href={boardHref({ topic })}
            isHere={topic === chosen.topic}
            label={visible(topic)}
            aside={`${words.count(number(posts))} · ${ago(lastAt)}`}
          />
        ))}
      </ul>
    </nav>
  )
}

interface RowProps {
  readonly href: string
  readonly isHere: boolean
  readonly label: string
  readonly aside?: string
}

function Row({ href, isHere, label, aside }: RowProps): ReactNode {
  return (
    <li>
      <Link
        href={href}
        {...(isHere && { 'aria-current': 'true' as const })}
        className={classes(
          'block rounded-md px-2 py-1.5 outline-offset-[-2px]',
          isHere ? 'bg-hover text-ink' : 'text-ink-2 hover:bg-hover hover:text-ink',
        )}
      >
        <span className="isolate-text block truncate text-sm">{label}</span>
        {aside !== undefined && <span className="block text-2xs text-ink-3">{aside}</span>}
      </Link>
    </li>
  )
}

const all = ''
const ofMe = 'me'
const topicMark = 'topic:'

/** The same in one field, for narrow screens. */
export function TopicField({ chosen }: { readonly chosen: Chosen }): ReactNode {
  const { board: words } = useWords()
  const [, go] = useLocation()
  const { data } = useTopics()
  const topics = data?.items.map(({ topic }) => topic) ?? []
  const known = chosen.topic === '' || topics.includes(chosen.topic) ? topics : [chosen.topic, ...topics]
  const choose = (value: string): void =>
    go(boardHref(value === ofMe ? { isOfMe: true } : { topic: value.slice(topicMark.length) }))
  return (
    <div className="md:hidden">
      <Field label={words.topics}>
        {(attributes) => (
          <Select
            {...attributes}
            value={chosen.isOfMe ? ofMe : chosen.topic === '' ? all : `${topicMark}${chosen.topic}`}
            onChange={({ target }) => choose(target.value)}
          >
            <option value={all}>{words.all}</option>
            <option value={ofMe}>{words.ofMe}</option>
            {known.map((topic) => (
              <option key={topic} value={`${topicMark}${topic}`}>
                {visible(topic)}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </div>
  )
}
