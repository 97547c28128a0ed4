import type { QueryClient } from '@tanstack/react-query'
import { changesRoute } from '#api/changes.ts'
import { urlOf } from '../call.ts'
import { readEvent } from '../wire/read-event.ts'
import { markChanged, type Changed } from '../resources.ts'

/** ms in which changes are gathered: a save often changes several objects. */
const gatherMs = 50

const everything: Changed[] = [{ kind: 'chart' }, { kind: 'dashboard' }, { kind: 'dataset' }, { kind: 'database' }]

/** Receives the data of each event; an empty text where some may have been missed. Returns the way to stop. */
export type Listen = (onText: (text: string) => void) => () => void

/** Through the worker that all tabs share. */
const listenShared: Listen = (onText) => {
  const name = new URL(urlOf(changesRoute), window.location.origin).href
  const { port } = new SharedWorker(new URL('./changes-worker.ts', import.meta.url), { type: 'module', name })
  port.addEventListener('message', ({ data }) => onText(String(data)))
  port.start()
  return () => port.close()
}

/** What this page shows becomes stale as others change it, in other tabs and elsewhere. Returns the way to stop. */
export const followChanges = (client: QueryClient, listen: Listen = listenShared): (() => void) => {
  let gathered: Changed[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  const stop = listen((text) => {
    gathered.push(...(text === '' ? everything : [readEvent(changesRoute, text)]))
    timer ??= setTimeout(() => {
      void markChanged(client, ...gathered)
      gathered = []
      timer = undefined
    }, gatherMs)
  })
  return () => {
    clearTimeout(timer)
    stop()
  }
}
