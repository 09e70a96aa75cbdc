/** The log of an MCP server's program, and a new start. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { keys } from '../../api/queries.ts'
import type { McpServer } from '../../api/types.ts'
import { useWords } from '../../i18n/preferences.tsx'
import { useApi } from '../../api/session.tsx'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { ErrorLine } from '../../components/states.tsx'
import { TextBlock } from '../../components/text-block.tsx'
import { useToast } from '../../components/toasts.tsx'
import { visible } from '../../components/visible.ts'

export function ServerActions({ server }: { readonly server: McpServer }): ReactNode {
  const { settings: words } = useWords()
  const api = useApi()
  const queries = useQueryClient()
  const say = useToast()
  const path = `/api/mcp/servers/${encodeURIComponent(server.name)}`
  const restart = useMutation({
    mutationFn: () => api.send('POST', `${path}/restart`),
    onSuccess: () => say(words.restarted(visible(server.name))),
    onSettled: () => queries.invalidateQueries({ queryKey: keys.servers }),
  })
  const [isOpen, setOpen] = useState(false)
  const log = useMutation({ mutationFn: () => api.get<{ readonly log: string }>(`${path}/log`) })
  const show = (): void => {
    setOpen(true)
    log.mutate()
  }
  return (
    <span className="ml-auto flex items-center gap-2">
      {server.transport === 'stdio' && (
        <Button size="sm" onClick={show}>
          {words.log}
          <span className="sr-only">{`: ${server.name}`}</span>
        </Button>
      )}
      <Button size="sm" disabled={restart.isPending} onClick={() => restart.mutate()}>
        {restart.isPending ? words.restarting : words.restart}
        <span className="sr-only">{`: ${server.name}`}</span>
      </Button>
      {restart.error && <ErrorLine error={restart.error} />}
      <Dialog
        open={isOpen}
        onClose={() => setOpen(false)}
        title={words.logTitle(visible(server.name))}
        description={words.logHint}
      >
        {log.error && <ErrorLine error={log.error} />}
        {log.data &&
          (log.data.log === '' ? (
            <p className="text-sm text-ink-3">{words.noLog}</p>
          ) : (
            <TextBlock text={log.data.log} label={words.log} mostLines={Infinity} />
          ))}
      </Dialog>
    </span>
  )
}
