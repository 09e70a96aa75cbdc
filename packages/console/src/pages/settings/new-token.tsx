/** Makes a token, and shows its value once. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { keys, useAgents } from '../../api/queries.ts'
import type { MadeToken, Role } from '../../api/types.ts'
import { useWords } from '../../i18n/preferences.tsx'
import { useApi } from '../../api/session.tsx'
import { Button } from '../../components/button.tsx'
import { Callout } from '../../components/callout.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Field, Input, Select } from '../../components/field.tsx'
import { ErrorLine } from '../../components/states.tsx'
import { TextBlock } from '../../components/text-block.tsx'
import { visible } from '../../components/visible.ts'

const roles: readonly Role[] = ['viewer', 'operator', 'approver', 'agent', 'admin']

export function NewToken(): ReactNode {
  const { settings: words } = useWords()
  const [isOpen, setOpen] = useState(false)
  const [made, setMade] = useState<MadeToken>()
  const close = (): void => {
    setOpen(false)
    setMade(undefined)
  }
  return (
    <>
      <Button look="solid" onClick={() => setOpen(true)}>
        {words.newToken}
      </Button>
      <Dialog open={isOpen} onClose={close} title={words.newToken}>
        {made ? <Value token={made} onClose={close} /> : <TokenForm onMade={setMade} />}
      </Dialog>
    </>
  )
}

function Value({ token, onClose }: { readonly token: MadeToken; readonly onClose: () => void }): ReactNode {
  const { settings: words, common } = useWords()
  return (
    <div className="flex flex-col gap-3">
      <Callout tone="warn" title={words.tokenMade} />
      <TextBlock text={token.value} label={words.tokenValue} />
      <Button className="self-end" onClick={onClose}>
        {common.close}
      </Button>
    </div>
  )
}

function TokenForm({ onMade }: { readonly onMade: (token: MadeToken) => void }): ReactNode {
  const { settings: words } = useWords()
  const api = useApi()
  const queries = useQueryClient()
  const [name, setName] = useState('')
  const [role, setRole] = useState<Role>('operator')
  const [agent, setAgent] = useState('')
  const { mutate, error, isPending } = useMutation({
    mutationFn: () =>
      api.send<MadeToken>('POST', '/api/tokens', {
        name: name.trim(),
        role,
        ...(role === 'agent' && { agent }),
      }),
    async onSuccess(token) {
      onMade(token)
      await queries.invalidateQueries({ queryKey: keys.tokens })
    },
  })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    mutate()
  }
  const canMake = name.trim() !== '' && (role !== 'agent' || agent !== '')
  return (
    <form onSubmit={submit} className="flex flex-col gap-3">
      <Field label={words.tokenName}>
        {(attributes) => (
          <Input {...attributes} value={name} onChange={(event) => setName(event.target.value)} />
        )}
      </Field>
      <Field label={words.tokenRole}>
        {(attributes) => (
          <Select {...attributes} value={role} onChange={(event) => setRole(event.target.value as Role)}>
            {roles.map((id) => (
              <option key={id} value={id}>
                {words.roles[id]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {role === 'agent' && <AgentField value={agent} onChange={setAgent} />}
      {error && <ErrorLine error={error} />}
      <Button type="submit" look="solid" className="self-end" disabled={isPending || !canMake}>
        {words.newToken}
      </Button>
    </form>
  )
}

interface AgentFieldProps {
  readonly value: string
  readonly onChange: (value: string) => void
}

function AgentField({ value, onChange }: AgentFieldProps): ReactNode {
  const { settings: words, form } = useWords()
  const { data } = useAgents()
  return (
    <Field label={words.tokenAgent}>
      {(attributes) => (
        <Select {...attributes} value={value} onChange={(event) => onChange(event.target.value)}>
          <option value="">{form.notSet}</option>
          {(data?.items ?? []).map(({ id, name }) => (
            <option key={id} value={id}>
              {visible(name)}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}
