/** The card that asks for a token, and says where to find one. */
import { type FormEvent, type ReactNode, useEffect, useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { useWords } from '../../i18n/preferences.tsx'
import { Mark } from '../../components/mark.tsx'
import { PreferenceButtons } from '../../components/preference-buttons.tsx'
import { Button } from '../../components/button.tsx'
import { Callout } from '../../components/callout.tsx'
import { Field, Input } from '../../components/field.tsx'
import { ErrorLine } from '../../components/states.tsx'
import { useSession } from '../../api/session.tsx'

export function SignInPage({ why }: { readonly why: 'link' | 'ended' | undefined }): ReactNode {
  const { shell, common } = useWords()
  useEffect(() => {
    document.title = `${shell.signIn} · ${common.appName}`
  }, [shell, common])
  return (
    <div className="w-full max-w-md">
      <div className="mb-5 flex items-center gap-3">
        <Mark className="size-9" />
        <div className="ml-auto flex">
          <PreferenceButtons />
        </div>
      </div>
      <h1 className="text-xl font-semibold tracking-tight">{shell.signInTitle}</h1>
      <p className="mt-1 mb-5 text-sm text-ink-2">{shell.signInLead}</p>
      {why !== undefined && (
        <div className="mb-4">
          <Callout tone="warn" title={why === 'link' ? shell.linkUsed : shell.signedOut} />
        </div>
      )}
      <TokenForm />
      <section className="mt-8 border-t pt-4 text-sm text-ink-2">
        <h2 className="mb-2 font-semibold text-ink">{shell.whereTitle}</h2>
        <ul className="flex list-disc flex-col gap-1.5 pl-4">
          <li>{shell.whereTerminal}</li>
          <li>{shell.whereFile}</li>
          <li>{shell.whereOther}</li>
        </ul>
      </section>
    </div>
  )
}

function TokenForm(): ReactNode {
  const { shell } = useWords()
  const { signIn } = useSession()
  const [token, setToken] = useState('')
  const [error, setError] = useState<unknown>()
  const [isBusy, setBusy] = useState(false)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    setBusy(true)
    setError(undefined)
    signIn(tokenIn(token)).catch((thrown: unknown) => {
      setBusy(false)
      setError(thrown)
    })
  }
  const isUnknown = error instanceof ApiError && error.status === 401
  return (
    <form onSubmit={submit} className="flex flex-col gap-3">
      <Field label={shell.token} problem={isUnknown ? shell.badToken : undefined}>
        {(attributes) => (
          <Input
            {...attributes}
            type="password"
            required
            value={token}
            onChange={(event) => setToken(event.target.value)}
            className="font-mono"
          />
        )}
      </Field>
      {error !== undefined && !isUnknown && <ErrorLine error={error} />}
      <Button type="submit" look="solid" disabled={isBusy || token.trim() === ''}>
        {shell.signIn}
      </Button>
    </form>
  )
}

/** The token itself, or the whole link with it. */
function tokenIn(text: string): string {
  const trimmed = text.trim()
  return /#token=([^&\s]+)/.exec(trimmed)?.[1] ?? trimmed
}
