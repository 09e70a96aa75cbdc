/** A link in a text that the page did not write: it opens beside this page, and says where it leads. What is no address of the web leads nowhere. */
import { ExternalLink } from 'lucide-react'
import { createContext, type ReactNode, use } from 'react'
import { visible } from '../visible.ts'
import { targetOf } from './link-target.ts'

/** Whether a link is around: inside of it nothing else is one. */
const InLink = createContext(false)

interface SafeLinkProps {
  readonly href: string | undefined
  readonly children: ReactNode
}

export function SafeLink({ href = '', children }: SafeLinkProps): ReactNode {
  const isInside = use(InLink)
  const target = targetOf(href)
  const says = textOf(children)
  if (isInside) return children
  if (!target)
    return (
      <span>
        {children}
        {href !== '' && href !== says && <Place>{visible(href)}</Place>}
      </span>
    )
  return (
    <>
      <a
        href={target.href}
        target="_blank"
        rel="noopener noreferrer nofollow"
        title={target.href}
        className="isolate-text text-accent underline decoration-line-strong underline-offset-2 hover:decoration-current"
      >
        <InLink value>{children}</InLink>
        <ExternalLink aria-hidden className="ml-0.5 inline size-3 align-baseline" />
      </a>
      {!target.isSaidBy(says) && <Place>{target.place}</Place>}
    </>
  )
}

function Place({ children }: { readonly children: ReactNode }): ReactNode {
  return <span className="isolate-text text-[0.92em] break-all text-ink-3"> ({children})</span>
}

function textOf(node: ReactNode): string {
  if (typeof node === 'string') return node
  return Array.isArray(node) ? node.map((one: ReactNode) => textOf(one)).join('') : ''
}
