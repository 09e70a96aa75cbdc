/** A page that fails takes the others with it no more than it must: it says so, and the navigation stays. */
import { Component, type ReactNode } from 'react'
import { ErrorState } from '../components/states.tsx'

interface BoundaryState {
  readonly error: unknown
  readonly hasFailed: boolean
}

/** React knows no other form for this than a class. */
export class PageBoundary extends Component<{ readonly children: ReactNode }, BoundaryState> {
  override state: BoundaryState = { error: undefined, hasFailed: false }

  static getDerivedStateFromError(error: unknown): BoundaryState {
    return { error, hasFailed: true }
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children
    return <ErrorState error={this.state.error} onRetry={() => location.reload()} />
  }
}
