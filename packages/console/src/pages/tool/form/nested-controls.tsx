/** Controls for values with parts: objects, maps, lists, unions. */
import { Plus, Trash2 } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import type { JsonSchema } from '../../../api/types.ts'
import { useFormats, useWords } from '../../../i18n/preferences.tsx'
import { Button, IconButton } from '../../../components/button.tsx'
import { Input, Select } from '../../../components/field.tsx'
import { visible } from '../../../components/visible.ts'
import { type Field, fieldOf } from '../../../components/schema/field.ts'
import { useForm } from './form-context.ts'
import { initialValue, isRecord, variantOf, withKey } from '../../../components/schema/value.ts'

interface NestedProps<Kind extends Field['kind']> {
  readonly field: Extract<Field, { kind: Kind }>
  readonly name: string
  readonly path: string
  readonly value: unknown
  readonly onChange: (value: unknown) => void
}

export function ObjectControl({ field, path, value, onChange }: NestedProps<'object'>): ReactNode {
  const { render } = useForm()
  const record = isRecord(value) ? value : {}
  const named = new Set(field.properties.map(({ name }) => name))
  return (
    <div className="flex min-w-0 flex-col gap-4">
      {field.properties.map(({ name, schema, isRequired }) => (
        <div key={name} className="min-w-0">
          {render({
            name,
            path: path === '' ? name : `${path}.${name}`,
            schema,
            value: record[name],
            isRequired,
            onChange: (next) => onChange(withKey(value, name, next)),
          })}
        </div>
      ))}
      {field.others !== undefined && (
        <MapEntries
          schema={field.others}
          path={path}
          keys={Object.keys(record).filter((key) => !named.has(key))}
          value={record}
          onChange={onChange}
        />
      )}
    </div>
  )
}

interface MapProps {
  readonly schema: JsonSchema
  readonly path: string
  readonly keys: readonly string[]
  readonly value: Readonly<Record<string, unknown>>
  readonly onChange: (value: unknown) => void
}

function MapEntries({ schema, path, keys, value, onChange }: MapProps): ReactNode {
  const { form } = useWords()
  const { root, render } = useForm()
  const [key, setKey] = useState('')
  const add = (): void => {
    if (key === '' || key in value) return
    onChange(withKey(value, key, initialValue(schema, root) ?? null))
    setKey('')
  }
  return (
    <div className="flex flex-col gap-3">
      {keys.map((name) => (
        <div key={name} className="flex items-start gap-1">
          <div className="min-w-0 flex-1">
            {render({
              name,
              path: `${path}.${name}`,
              schema,
              value: value[name],
              isRequired: true,
              onChange: (next) => onChange(withKey(value, name, next)),
            })}
          </div>
          <RemoveButton name={name} onRemove={() => onChange(withKey(value, name, undefined))} />
        </div>
      ))}
      <div className="flex gap-2">
        <Input
          aria-label={form.key}
          placeholder={form.key}
          value={key}
          onChange={(event) => setKey(event.target.value)}
          className="max-w-48"
        />
        <Button onClick={add} disabled={key === '' || key in value}>
          <Plus aria-hidden className="size-3.5" />
          {form.addEntry}
        </Button>
      </div>
    </div>
  )
}

export function ArrayControl({ field, name, path, value, onChange }: NestedProps<'array'>): ReactNode {
  const { form } = useWords()
  const { number } = useFormats()
  const { root, render } = useForm()
  const items = Array.isArray(value) ? (value as readonly unknown[]) : []
  const isFull = field.maxItems !== undefined && items.length >= field.maxItems
  return (
    <div className="flex min-w-0 flex-col gap-3">
      {items.map((item, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- an item is its place in the list
        <div key={index} className="flex min-w-0 items-start gap-1">
          <div className="min-w-0 flex-1">
            {render({
              name: form.item(number(index + 1)),
              path: `${path}.${index}`,
              schema: field.first[index] ?? field.items,
              value: item,
              isRequired: true,
              onChange: (next) => onChange(items.with(index, next)),
            })}
          </div>
          <RemoveButton
            name={`${name} ${number(index + 1)}`}
            onRemove={() => onChange(items.toSpliced(index, 1))}
          />
        </div>
      ))}
      <Button
        size="sm"
        disabled={isFull}
        className="w-fit"
        onClick={() => onChange([...items, initialValue(field.first[items.length] ?? field.items, root)])}
      >
        <Plus aria-hidden className="size-3.5" />
        {form.addItem}
        <span className="sr-only">{`: ${name}`}</span>
      </Button>
    </div>
  )
}

export function UnionControl({ field, name, path, value, onChange }: NestedProps<'union'>): ReactNode {
  const { form } = useWords()
  const { root, render } = useForm()
  const id = useId()
  const [chosen, setChosen] = useState(() =>
    value === undefined ? 0 : variantOf(value, field.variants, root),
  )
  const variant = field.variants[chosen]
  const inner = variant && fieldOf(variant.schema, root)
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <Select
        id={id}
        aria-label={form.variant(name)}
        value={String(chosen)}
        className="w-fit max-w-full"
        onChange={(event) => {
          const next = Number(event.target.value)
          setChosen(next)
          onChange(initialValue(field.variants[next]?.schema ?? {}, root))
        }}
      >
        {field.variants.map(({ label }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- variants never move
          <option key={index} value={String(index)}>
            {visible(label)}
          </option>
        ))}
      </Select>
      {variant && (
        <div key={chosen}>
          {inner?.kind === 'object' ? (
            <ObjectControl field={inner} name={variant.label} path={path} value={value} onChange={onChange} />
          ) : (
            render({ name: variant.label, path, schema: variant.schema, value, isRequired: true, onChange })
          )}
        </div>
      )}
    </div>
  )
}

function RemoveButton({
  name,
  onRemove,
}: {
  readonly name: string
  readonly onRemove: () => void
}): ReactNode {
  const { form } = useWords()
  return (
    <IconButton label={form.remove(name)} onClick={onRemove}>
      <Trash2 aria-hidden className="size-3.5" />
    </IconButton>
  )
}
