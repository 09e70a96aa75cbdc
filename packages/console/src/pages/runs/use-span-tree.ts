/** The spans of a run, as they come: when the server tells of a call or of a step, and now and then should it not tell. */
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useLive } from '../../api/live.tsx'
import { useApi } from '../../api/session.tsx'
import type { LoadedRun } from './span-rows.ts'
import { SpanTree } from './span-tree.ts'

/** A storm of events is one reading. */
const restMs = 500
const silenceMs = 3000

/** `version`: another one once the run went on. */
export function useSpanTree(version: string): {
  readonly tree: SpanTree
  readonly loaded: ReadonlyMap<string, LoadedRun>
} {
  const api = useApi()
  const { onCall } = useLive()
  const [tree] = useState(() => new SpanTree(api))
  const loaded = useSyncExternalStore(tree.subscribe, tree.snapshot)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const soon = (): void => {
      timer ??= setTimeout(() => {
        timer = undefined
        void tree.refresh()
      }, restMs)
    }
    const stop = onCall(soon)
    const always = setInterval(() => void tree.refresh(), silenceMs)
    return () => {
      stop()
      clearTimeout(timer)
      clearInterval(always)
    }
  }, [tree, onCall])
  useEffect(() => void tree.refresh(true), [tree, version])
  return { tree, loaded }
}
