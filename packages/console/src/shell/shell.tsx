/** What stands around every page: navigation at the side, or behind a button where there is no room for it. */
import { Inbox, LogOut, Menu, Search } from 'lucide-react'
import { lazy, type ReactNode, type RefObject, Suspense, useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { useLive } from '../api/live.tsx'
import { useInfo } from '../api/queries.ts'
import { useWords } from '../i18n/preferences.tsx'
import { useSession } from '../api/session.tsx'
import { IconButton } from '../components/button.tsx'
import { Dialog } from '../components/dialog.tsx'
import { visible } from '../components/visible.ts'
import { Mark } from '../components/mark.tsx'
import { Navigation, WaitingBadge } from './navigation.tsx'
import { PreferenceButtons } from '../components/preference-buttons.tsx'
import { WaitingNotices } from './waiting-notices.tsx'

const Palette = lazy(async () => ({ default: (await import('./palette.tsx')).Palette }))

export function Shell({ children }: { readonly children: ReactNode }): ReactNode {
  const { shell } = useWords()
  const content = useNewPage()
  const [hasPalette, setPalette] = useState(false)
  const openPalette = (): void => setPalette(true)
  usePaletteKey(setPalette)
  return (
    <div className="flex h-dvh flex-col md:flex-row">
      <a
        href="#content"
        className="sr-only z-50 rounded-md bg-solid px-3 py-2 text-sm text-on-solid focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        {shell.skip}
      </a>
      <TopBar />
      <aside className="hidden w-56 shrink-0 flex-col border-r bg-surface md:flex">
        <Home />
        <div className="flex-1 px-2.5">
          <button
            type="button"
            onClick={openPalette}
            className="mb-2 flex h-8 w-full items-center gap-2.5 rounded-md border px-2.5 text-sm text-ink-3 hover:bg-hover"
          >
            <Search aria-hidden className="size-4" />
            {shell.palette}
            <kbd className="ml-auto font-mono text-2xs">Ctrl K</kbd>
          </button>
          <Navigation />
        </div>
        <Foot />
      </aside>
      <main
        ref={content}
        id="content"
        tabIndex={-1}
        className="relative min-h-0 min-w-0 flex-1 overflow-y-auto outline-none"
      >
        <ConnectionNote />
        <WaitingNotices />
        {children}
      </main>
      {hasPalette && (
        <Suspense>
          <Palette onClose={() => setPalette(false)} />
        </Suspense>
      )}
    </div>
  )
}

/** Ctrl+K, or ⌘K: from anywhere, also while something is typed. */
function usePaletteKey(setOpen: (isOpen: boolean) => void): void {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (
        event.key.toLowerCase() !== 'k' ||
        !(event.ctrlKey || event.metaKey) ||
        event.altKey ||
        event.shiftKey
      )
        return
      event.preventDefault()
      setOpen(true)
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [setOpen])
}

/** Another page begins at its top, and keyboard and screen reader begin with it. */
function useNewPage(): RefObject<HTMLElement | null> {
  const [location] = useLocation()
  const content = useRef<HTMLElement>(null)
  const last = useRef(location)
  useEffect(() => {
    const isSame =
      last.current === location || [last.current, location].every((path) => path.startsWith('/settings'))
    last.current = location
    if (isSame) return
    content.current?.scrollTo(0, 0)
    content.current?.focus({ preventScroll: true })
  }, [location])
  return content
}

function Home(): ReactNode {
  const { common } = useWords()
  const { data } = useInfo()
  const folder = data?.workspace.split(/[/\\]/).findLast((part) => part !== '')
  return (
    <Link href="/tools" className="m-2.5 flex items-center gap-2.5 rounded-md p-1.5">
      <Mark className="size-7" />
      <span className="min-w-0">
        <span className="block text-sm leading-4 font-semibold">{common.appName}</span>
        <span className="isolate-text block truncate text-2xs text-ink-3" title={data?.workspace}>
          {folder === undefined ? ' ' : visible(folder)}
        </span>
      </span>
    </Link>
  )
}

function Foot(): ReactNode {
  const { shell, settings } = useWords()
  const { state, signOut } = useSession()
  const session = state.kind === 'in' ? state.session : undefined
  return (
    <div className="border-t p-2.5">
      <p className="truncate px-1.5 pb-1 text-2xs text-ink-3">
        {session && shell.signedInAs(visible(session.name), settings.roleNames[session.role])}
      </p>
      <div className="flex items-center">
        <PreferenceButtons />
        {/* A session without a proof of its own is the host application's, which ends it itself. */}
        {session?.csrf !== '' && (
          <IconButton label={shell.signOut} className="ml-auto" onClick={() => void signOut()}>
            <LogOut aria-hidden className="size-4" />
          </IconButton>
        )}
      </div>
    </div>
  )
}

function TopBar(): ReactNode {
  const { shell, common } = useWords()
  const [isOpen, setOpen] = useState(false)
  const close = (): void => setOpen(false)
  return (
    <header className="flex h-12 shrink-0 items-center gap-2 border-b bg-surface px-2 md:hidden">
      <IconButton label={shell.openMenu} onClick={() => setOpen(true)} aria-expanded={isOpen}>
        <Menu aria-hidden className="size-5" />
      </IconButton>
      <Mark className="size-6" />
      <span className="text-sm font-semibold">{common.appName}</span>
      <Link href="/inbox" className="ml-auto flex h-8 items-center gap-1.5 rounded-md px-2 text-ink-2">
        <Inbox aria-hidden className="size-4" />
        <span className="sr-only">{shell.inbox}</span>
        <WaitingBadge />
      </Link>
      <Dialog open={isOpen} onClose={close} title={shell.menu} place="side">
        <div className="flex flex-col gap-6">
          <Navigation onChoose={close} />
          <Foot />
        </div>
      </Dialog>
    </header>
  )
}

/** The live stream may be down for a moment; only where it stays down is it said. */
function ConnectionNote(): ReactNode {
  const { common } = useWords()
  const { isLive, wasLive } = useLive()
  return (
    <div role="status">
      {wasLive && !isLive && (
        <p className="border-b bg-warn-soft px-4 py-1.5 text-center text-xs text-warn">
          {common.reconnecting}
        </p>
      )}
    </div>
  )
}
