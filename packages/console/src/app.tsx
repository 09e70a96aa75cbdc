/** The page as a whole: preferences, session, then the pages, each loaded when it is first opened. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { Redirect, Route, Router, Switch } from 'wouter'
import { ApiError, offlineCode } from './api/api-error.ts'
import { basePath } from './api/base-path.ts'
import { LiveProvider } from './api/live.tsx'
import { PreferencesProvider, useWords } from './i18n/preferences.tsx'
import { RunsProvider } from './api/runs-context.tsx'
import { SessionProvider, useSession } from './api/session.tsx'
import { SignInPage } from './pages/sign-in/sign-in-page.tsx'
import { NotFoundPage } from './pages/not-found/not-found-page.tsx'
import { PageBoundary } from './shell/page-boundary.tsx'
import { Shell } from './shell/shell.tsx'
import { decoded } from './components/decoded.ts'
import { Button } from './components/button.tsx'
import { EmptyState, ErrorState, Loading } from './components/states.tsx'
import { ToastProvider } from './components/toasts.tsx'

const ToolsPage = lazy(async () => ({
  default: (await reached(import('./pages/tools/tools-page.tsx'))).ToolsPage,
}))
const ToolPage = lazy(async () => ({
  default: (await reached(import('./pages/tool/tool-page.tsx'))).ToolPage,
}))
const AgentsPage = lazy(async () => ({
  default: (await reached(import('./pages/agents/agents-page.tsx'))).AgentsPage,
}))
const AgentPage = lazy(async () => ({
  default: (await reached(import('./pages/agents/agent-page.tsx'))).AgentPage,
}))
const ChatPage = lazy(async () => ({
  default: (await reached(import('./pages/chat/chat-page.tsx'))).ChatPage,
}))
const RunsPage = lazy(async () => ({
  default: (await reached(import('./pages/runs/runs-page.tsx'))).RunsPage,
}))
const RunPage = lazy(async () => ({
  default: (await reached(import('./pages/runs/run-page.tsx'))).RunPage,
}))
const ComparePage = lazy(async () => ({
  default: (await reached(import('./pages/runs/compare-page.tsx'))).ComparePage,
}))
const BoardPage = lazy(async () => ({
  default: (await reached(import('./pages/board/board-page.tsx'))).BoardPage,
}))
const SchedulesPage = lazy(async () => ({
  default: (await reached(import('./pages/schedules/schedules-page.tsx'))).SchedulesPage,
}))
const SchedulePage = lazy(async () => ({
  default: (await reached(import('./pages/schedules/schedule-page.tsx'))).SchedulePage,
}))
const MemoryPage = lazy(async () => ({
  default: (await reached(import('./pages/memory/memory-page.tsx'))).MemoryPage,
}))
const JobsPage = lazy(async () => ({
  default: (await reached(import('./pages/jobs/jobs-page.tsx'))).JobsPage,
}))
const ActivityPage = lazy(async () => ({
  default: (await reached(import('./pages/activity/activity-page.tsx'))).ActivityPage,
}))
const CallPage = lazy(async () => ({
  default: (await reached(import('./pages/activity/call-page.tsx'))).CallPage,
}))
const InboxPage = lazy(async () => ({
  default: (await reached(import('./pages/inbox/inbox-page.tsx'))).InboxPage,
}))
const SettingsPage = lazy(async () => ({
  default: (await reached(import('./pages/settings/settings-page.tsx'))).SettingsPage,
}))
const DocsPage = lazy(async () => ({
  default: (await reached(import('./pages/docs/docs-page.tsx'))).DocsPage,
}))

export function App(): ReactNode {
  return (
    <PreferencesProvider>
      <SessionProvider>
        <Router base={basePath()}>
          <Door />
        </Router>
      </SessionProvider>
    </PreferencesProvider>
  )
}

function Door(): ReactNode {
  const { state, again } = useSession()
  if (state.kind === 'in' && state.session.role !== 'agent') return <Inside />
  return (
    <main className="grid min-h-dvh place-items-center p-4">
      {state.kind === 'in' ? (
        <AgentToken />
      ) : state.kind === 'out' ? (
        <SignInPage why={state.why} />
      ) : state.kind === 'unreachable' ? (
        <ErrorState error={state.error} onRetry={again} />
      ) : (
        <Loading />
      )}
    </main>
  )
}

/** Such a token may call tools; every page would only say that it may not look. */
function AgentToken(): ReactNode {
  const { shell } = useWords()
  const { signOut } = useSession()
  return (
    <EmptyState
      title={shell.agentToken}
      actions={<Button onClick={() => void signOut()}>{shell.signOut}</Button>}
    >
      {shell.agentTokenHint}
    </EmptyState>
  )
}

/** A page that can't be loaded is a server that can't be reached. */
async function reached<T>(loading: Promise<T>): Promise<T> {
  try {
    return await loading
  } catch (error) {
    throw new ApiError(0, { code: offlineCode, message: String(error) })
  }
}

/** Another try does not help where the server has answered. */
function shouldRetry(count: number, error: Error): boolean {
  return count < 2 && !(error instanceof ApiError && error.status > 0 && error.status < 500)
}

function Inside(): ReactNode {
  const [queries] = useState(
    () =>
      new QueryClient({
        defaultOptions: { queries: { staleTime: 5000, retry: shouldRetry, retryDelay: 500 } },
      }),
  )
  return (
    <QueryClientProvider client={queries}>
      <LiveProvider>
        <RunsProvider>
          <ToastProvider>
            <Shell>
              <PageBoundary>
                <Suspense
                  fallback={
                    <div className="p-8">
                      <Loading />
                    </div>
                  }
                >
                  <Pages />
                </Suspense>
              </PageBoundary>
            </Shell>
          </ToastProvider>
        </RunsProvider>
      </LiveProvider>
    </QueryClientProvider>
  )
}

function Pages(): ReactNode {
  return (
    <Switch>
      <Route path="/">
        <Redirect to="/tools" replace />
      </Route>
      <Route path="/tools" component={ToolsPage} />
      <Route path="/tools/:name">{({ name }) => <ToolPage key={name} name={decoded(name)} />}</Route>
      <Route path="/agents" component={AgentsPage} />
      <Route path="/agents/:id">{({ id }) => <AgentPage key={id} id={decoded(id)} />}</Route>
      <Route path="/chat" component={ChatPage} />
      <Route path="/runs" component={RunsPage} />
      <Route path="/runs/:id">{({ id }) => <RunPage key={id} id={decoded(id)} />}</Route>
      <Route path="/runs/:id/compare/:other">
        {({ id, other }) => <ComparePage left={decoded(id)} right={decoded(other)} />}
      </Route>
      <Route path="/board" component={BoardPage} />
      <Route path="/schedules" component={SchedulesPage} />
      <Route path="/schedules/:id">{({ id }) => <SchedulePage key={id} id={decoded(id)} />}</Route>
      <Route path="/memory" component={MemoryPage} />
      <Route path="/activity" component={ActivityPage} />
      <Route path="/activity/:id">{({ id }) => <CallPage key={id} id={decoded(id)} />}</Route>
      <Route path="/jobs" component={JobsPage} />
      <Route path="/inbox" component={InboxPage} />
      <Route path="/settings" component={SettingsPage} />
      <Route path="/settings/:tab" component={SettingsPage} />
      <Route path="/docs" component={DocsPage} />
      <Route component={NotFoundPage} />
    </Switch>
  )
}
