/** Blocks of Markdown as elements of the page: only those that stand here, each made by us. Loaded when it is first needed. */
import { Check } from 'lucide-react'
import { type ComponentProps, memo, type ReactNode, useMemo, useState } from 'react'
import ReactMarkdown, { type Components } from 'react-markdown'
import remarkGfm from 'remark-gfm'
import { useFormats, useWords } from '../../i18n/preferences.tsx'
import { Button } from '../button.tsx'
import { classes } from '../classes.ts'
import { type Block, beginningOf, longestBlock } from './blocks.ts'
import { CodeBlock } from './code-block.tsx'
import type { MarkdownProps } from './markdown.tsx'
import { SafeLink } from './safe-link.tsx'
import { isTooDeep, shallow } from './shallow.ts'

const elements =
  'p h1 h2 h3 h4 h5 h6 blockquote hr br ul ol li input table thead tbody tr th td pre code a img em strong del'.split(
    ' ',
  )
const plugins = [remarkGfm, shallow]

export function MarkdownBlocks({ text, isGrowing = false }: MarkdownProps): ReactNode {
  const { common } = useWords()
  const { number } = useFormats()
  const [parts, setParts] = useState(1)
  const { blocks, left } = useMemo(() => beginningOf(text, parts), [text, parts])
  return (
    <div className="markdown flex min-w-0 flex-col gap-3 break-words">
      {blocks.map((block, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- blocks never move: a text only grows
        <BlockView key={index} {...block} isGrowing={isGrowing && index === blocks.length - 1} />
      ))}
      {left > 0 && (
        <Button size="sm" className="self-start" onClick={() => setParts(parts + 1)}>
          {common.moreCharacters(number(left))}
        </Button>
      )}
    </div>
  )
}

/** Made again only where its own text has changed. */
const BlockView = memo(function BlockView(block: Block & { readonly isGrowing: boolean }): ReactNode {
  if (block.kind === 'code')
    return (
      <CodeBlock text={block.text} language={block.language} isPlain={block.isGrowing && !block.isClosed} />
    )
  return readMarkdown(block.text) ?? <p className="min-w-0 whitespace-pre-wrap">{block.text}</p>
})

/** Undefined if it is too long or too deep to be read: a text of a stranger must not take the page with it. */
function readMarkdown(text: string): ReactNode {
  if (text.length > longestBlock || isTooDeep(text)) return undefined
  try {
    // It holds no state: to call it is to read the text, here, where a failure can be caught.
    return ReactMarkdown({
      children: text,
      remarkPlugins: plugins,
      allowedElements: elements,
      unwrapDisallowed: true,
      components,
    })
  } catch {
    return undefined
  }
}

/** The heading of a part of an answer. Its level on the page is one: who writes it does not know what stands above. */
function headingOf(size: string): (props: ComponentProps<'h3'>) => ReactNode {
  return function Heading({ children }) {
    return <h3 className={classes('mt-1 font-semibold', size)}>{children}</h3>
  }
}

const components: Components = {
  h1: headingOf('text-xl'),
  h2: headingOf('text-lg'),
  h3: headingOf('text-base'),
  h4: headingOf('text-base'),
  h5: headingOf('text-sm'),
  h6: headingOf('text-sm'),
  p: ({ children }) => <p className="min-w-0 whitespace-pre-line">{children}</p>,
  blockquote: ({ children }) => (
    <blockquote className="flex flex-col gap-2 border-l-2 border-line-strong pl-3 text-ink-2">
      {children}
    </blockquote>
  ),
  hr: () => <hr className="my-1" />,
  ul: ({ children }) => <ul className="list-disc pl-5 [&_ul]:list-[circle] [&>li]:my-0.5">{children}</ul>,
  ol: ({ children, start }) => (
    <ol start={start} className="list-decimal pl-6 [&>li]:my-0.5">
      {children}
    </ol>
  ),
  li: ({ children, className }) => (
    <li className={className?.includes('task-list-item') ? '-ml-5 list-none' : ''}>{children}</li>
  ),
  input: ({ checked }) => <TaskBox isDone={checked === true} />,
  table: ({ children }) => <Table>{children}</Table>,
  thead: ({ children }) => <thead className="bg-sunken">{children}</thead>,
  tr: ({ children }) => <tr className="border-t first:border-t-0">{children}</tr>,
  th: ({ children, style }) => (
    <th style={style} className="border-b px-2.5 py-1.5 text-left font-medium">
      {children}
    </th>
  ),
  td: ({ children, style }) => (
    <td style={style} className="px-2.5 py-1.5 align-top">
      {children}
    </td>
  ),
  // What holds the code is drawn with it.
  pre: ({ children }) => children,
  code: ({ children, className }) => <Code className={className}>{children}</Code>,
  a: ({ children, href }) => <SafeLink href={href}>{children}</SafeLink>,
  img: ({ src, alt }) => <Image src={typeof src === 'string' ? src : undefined} alt={alt} />,
}

/** Pictures are not loaded: the server that gives one learns who reads it, and when. */
function Image({
  src,
  alt = '',
}: {
  readonly src: string | undefined
  readonly alt?: string | undefined
}): ReactNode {
  const { common } = useWords()
  return <SafeLink href={src}>{alt === '' ? common.image : `${common.image}: ${alt}`}</SafeLink>
}

function Code({
  children,
  className = '',
}: {
  readonly children: ReactNode
  readonly className?: string | undefined
}): ReactNode {
  const text = typeof children === 'string' ? children : ''
  // Code of several lines ends with one: a fence inside a list, or indented code.
  if (className !== '' || text.endsWith('\n'))
    return (
      <CodeBlock
        text={text.replace(/\n$/, '')}
        language={className.replace('language-', '')}
        isPlain={false}
      />
    )
  return (
    <code className="isolate-text rounded bg-hover px-1 py-px font-mono text-[0.92em] break-words">
      {children}
    </code>
  )
}

function TaskBox({ isDone }: { readonly isDone: boolean }): ReactNode {
  const { common } = useWords()
  return (
    <span
      role="img"
      aria-label={isDone ? common.taskDone : common.taskOpen}
      className={classes(
        'mr-1.5 inline-grid size-3.5 translate-y-0.5 place-items-center rounded-[3px] border border-field',
        isDone && 'border-solid bg-solid text-on-solid',
      )}
    >
      {isDone && <Check aria-hidden className="size-3" strokeWidth={3} />}
    </span>
  )
}

function Table({ children }: { readonly children: ReactNode }): ReactNode {
  const { common } = useWords()
  return (
    <div
      role="group"
      aria-label={common.table}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
      tabIndex={0}
      className="w-fit max-w-full overflow-x-auto rounded-md border outline-offset-[-2px]"
    >
      <table className="tabular text-sm">{children}</table>
    </div>
  )
}
