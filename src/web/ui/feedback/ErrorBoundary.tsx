import { Component, type ReactNode } from 'react'

type Props = {
  /** Rendered instead of the children after an error. */
  fallback: (error: unknown, reset: () => void) => ReactNode
  /** A change renders the children again. */
  resetKey?: unknown
  children: ReactNode
}

export class ErrorBoundary extends Component<Props, { error: unknown; broken: boolean }> {
  override state = { error: null as unknown, broken: false }

  static getDerivedStateFromError(error: unknown) {
    return { error, broken: true }
  }

  override componentDidUpdate(before: Props) {
    if (this.state.broken && before.resetKey !== this.props.resetKey) this.reset()
  }

  reset = () => this.setState({ error: null, broken: false })

  override render() {
    return this.state.broken ? this.props.fallback(this.state.error, this.reset) : this.props.children
  }
}
