import { afterEach } from 'vitest'

if ('document' in globalThis) {
  const { cleanup, configure } = await import('@testing-library/react')
  // A busy machine may take long to load or draw what a component test waits for.
  configure({ asyncUtilTimeout: 30_000 })
  // A module of its own: this file runs for each test file of a worker.
  await import('./effects.ts')
  afterEach(cleanup)
  // Files that share a worker share its document.
  document.head.replaceChildren()
  history.replaceState(null, '', '/')
  localStorage.clear()
  sessionStorage.clear()
}
