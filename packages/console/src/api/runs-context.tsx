/** The runs of this page, for every component. */
import { createContext, type ReactNode, use, useEffect, useMemo, useSyncExternalStore } from 'react'
import { useApi } from './session.tsx'
import { createRuns, type Run, type Runs } from './runs.ts'

const RunsContext = createContext<Runs | undefined>(undefined)

export function RunsProvider({ children }: { readonly children: ReactNode }): ReactNode {
  const api = useApi()
  const runs = useMemo(() => createRuns(api), [api])
  useEffect(() => () => runs.close(), [runs])
  return <RunsContext value={runs}>{children}</RunsContext>
}

export function useRuns(): Runs {
  const runs = use(RunsContext)
  if (!runs) throw new Error('useRuns outside of RunsProvider')
  return runs
}

export function useRun(tool: string): Run | undefined {
  const runs = useRuns()
  return useSyncExternalStore(runs.subscribe, () => runs.of(tool))
}
