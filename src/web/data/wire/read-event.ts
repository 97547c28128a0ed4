import type { RouteEvent, RouteOptions } from '#api/declare/route.ts'

/** Parses the data of a server-sent event. The only place where it gets the type that its route declares. */
export const readEvent = <const R extends RouteOptions>(_route: R, text: string): RouteEvent<R> => JSON.parse(text) as RouteEvent<R>
