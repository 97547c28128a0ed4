import type { RouteEvent, RouteOptions } from '#api/declare/route.ts'

/** The data of a server-sent event. The one place where it gets its type, which the route declares. */
export const readEvent = <const R extends RouteOptions>(_route: R, text: string): RouteEvent<R> => JSON.parse(text) as RouteEvent<R>
