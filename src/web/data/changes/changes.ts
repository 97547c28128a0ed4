import type { QueryClient } from '@tanstack/react-query'
import { changesRoute } from '#api/changes.ts'
import { urlOf } from '../call.ts'
import { readEvent } from '../wire/read-event.ts'
import { markChanged, type Changed } from '../resources.ts'
import workerAddress from './changes-worker.ts?sharedworker&url'

/** Changes within this time are handled together: a save often changes several objects. */
const batchMs = 50

const policy = globalThis.trustedTypes?.createPolicy('own-worker', { createScriptURL: () => workerAddress })

const anythingChanged: Changed[] = [{ kind: 'chart' }, { kind: 'dashboard' }, { kind: 'dataset' }, { kind: 'database' }]

/** Passes on the data of each event, and an empty text where events may have been missed. Returns a function that stops listening. */
export type Listen = (onText: (text: string) => void) => () => void

/** Listens through the worker that all tabs share. */
const listenShared: Listen = (onText) => {
  const name = new URL(urlOf(changesRoute), window.location.origin).href
  const { port } = new SharedWorker(policy?.createScriptURL(workerAddress) ?? workerAddress, { type: 'module', name })
  port.addEventListener('message', ({ data }) => onText(String(data)))
  port.start()
  return () => port.close()
}

/** Invalidates queries when other tabs or users change objects. Returns a function that stops it. */
export const followChanges = (client: QueryClient, listen: Listen = listenShared): (() => void) => {
  let batch: Changed[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  const stop = listen((text) => {
    batch.push(...(text === '' ? anythingChanged : [readEvent(changesRoute, text)]))
    timer ??= setTimeout(() => {
      void markChanged(client, ...batch)
      batch = []
      timer = undefined
    }, batchMs)
  })
  return () => {
    clearTimeout(timer)
    stop()
  }
}
