/** One route: closed, a line; open, what it takes, what it gives, and a command to try it. */
import { ChevronRight } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { JsonSchema } from '../../api/types.ts'
import { apiAddress } from '../../api/base-path.ts'
import { useWords } from '../../i18n/preferences.tsx'
import { typeText } from '../../components/schema/parameter-rows.ts'
import { Badge, type Tone } from '../../components/badge.tsx'
import { classes } from '../../components/classes.ts'
import { Card } from '../../components/page.tsx'
import { TextBlock } from '../../components/text-block.tsx'
import { visible } from '../../components/visible.ts'
import { type ApiDocument, type ApiRoute, curlOf, jsonSchemaIn } from './open-api.ts'
import { SchemaTable } from './schema-table.tsx'

const tones: Readonly<Record<string, Tone>> = {
  GET: 'ok',
  POST: 'accent',
  PUT: 'warn',
  PATCH: 'warn',
  DELETE: 'bad',
}

interface RouteCardProps {
  readonly route: ApiRoute
  readonly document: ApiDocument
}

export function RouteCard({ route, document }: RouteCardProps): ReactNode {
  const { docs: words, settings } = useWords()
  const [isOpen, setOpen] = useState(false)
  const role = route.operation['x-role']
  const roles: Readonly<Record<string, string>> = settings.roleNames
  return (
    <Card>
      <h3>
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          className="grid w-full grid-cols-[auto_4rem_minmax(0,1fr)] items-baseline gap-x-2 px-3 py-2 text-left outline-offset-[-2px]"
        >
          <ChevronRight
            aria-hidden
            className={classes('size-3.5 self-center text-ink-3 transition-transform', isOpen && 'rotate-90')}
          />
          <span>
            <Badge tone={tones[route.method] ?? 'plain'}>{route.method}</Badge>
          </span>
          <span className="min-w-0">
            <span className="block font-mono text-xs font-medium break-all">{visible(route.path)}</span>
            <span className="block text-sm font-normal text-ink-2">
              {visible(route.operation.summary ?? '')}
            </span>
          </span>
        </button>
      </h3>
      {isOpen && (
        <div className="flex min-w-0 flex-col gap-5 border-t p-4">
          {role !== undefined && (
            <p className="text-sm text-ink-2">
              {words.needs}: <span className="font-medium text-ink">{roles[role] ?? visible(role)}</span>
            </p>
          )}
          <Details route={route} document={document} />
          <Part title={words.curl}>
            <TextBlock
              text={curlOf(route, apiAddress())}
              label={`${words.curl} ${route.method} ${route.path}`}
            />
          </Part>
        </div>
      )}
    </Card>
  )
}

function Details({ route: { operation }, document }: RouteCardProps): ReactNode {
  const { docs: words } = useWords()
  const parameters = operation.parameters ?? []
  const body = jsonSchemaIn(operation.requestBody?.content)
  return (
    <>
      {parameters.length > 0 && (
        <Part title={words.parameters}>
          <ul className="flex flex-col gap-1 text-sm">
            {parameters.map(({ name, in: place, required = false, schema = {} }) => (
              <li key={`${place} ${name}`} className="flex flex-wrap items-baseline gap-x-2">
                <code className="font-mono text-xs font-semibold">{visible(name)}</code>
                <span className="font-mono text-xs text-ink-2">{visible(typeText(schema, schema))}</span>
                <span className="text-xs text-ink-3">{words.in[place]}</span>
                {required && <Required />}
                <Options schema={schema} />
              </li>
            ))}
          </ul>
        </Part>
      )}
      {body !== undefined && (
        <Part title={words.body}>
          <SchemaTable schema={body} root={document} />
        </Part>
      )}
      <Part title={words.answers}>
        {Object.entries(operation.responses ?? {}).map(([status, { description, content }]) => (
          <div key={status} className="mb-3 min-w-0 last:mb-0">
            <p className="mb-1 text-sm">
              <code className="font-mono text-xs font-semibold">{status}</code>{' '}
              <span className="text-ink-2">{visible(description ?? '')}</span>{' '}
              <span className="font-mono text-xs text-ink-3">{Object.keys(content ?? {}).join(', ')}</span>
            </p>
            <SchemaTable schema={jsonSchemaIn(content)} root={document} />
          </div>
        ))}
      </Part>
    </>
  )
}

function Required(): ReactNode {
  const { common } = useWords()
  return <span className="text-2xs text-warn">{common.required}</span>
}

function Options({ schema }: { readonly schema: JsonSchema }): ReactNode {
  const options = typeof schema === 'object' ? schema['enum'] : undefined
  if (!Array.isArray(options)) return null
  return <span className="font-mono text-xs text-ink-3">{visible(options.map(String).join(' | '))}</span>
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }): ReactNode {
  return (
    <div className="min-w-0">
      <h4 className="mb-1.5 text-xs font-semibold text-ink-3">{title}</h4>
      {children}
    </div>
  )
}
