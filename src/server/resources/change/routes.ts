import { changesRoute, type Change } from '#api/changes.ts'
import { hasPair } from '#core/access/principal.ts'
import type { Event } from '../../doors/events.ts'
import { streamEvents } from '../../http/stream/event-stream.ts'
import { serve, type App } from '../../http/serve.ts'

/** The permission view of each kind whose changes are sent. */
const viewOf: Record<Change['kind'], string> = { chart: 'Chart', dashboard: 'Dashboard', dataset: 'Dataset', database: 'Database' }

const changeIn = (event: Event): Change | null => {
  if (event.type !== undefined || event.kind === 'filter_set') return null
  const { kind, id, action, version } = event
  return { kind, id, action, version }
}

export const changes = (app: App): void => {
  const { ctx } = app
  serve(app, changesRoute, ({ principal, reply, signal }) =>
    streamEvents({ reply, signals: [signal, ctx.closing] }, ({ send, end }) =>
      ctx.events.subscribe((event) => {
        // Clients reconnect and then reload everything.
        if (event.type === 'restored') return end()
        const change = changeIn(event)
        if (change && hasPair(principal, 'can_read', viewOf[change.kind])) send(change)
      }),
    ),
  )
}
