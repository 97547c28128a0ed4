import type { RouteOptions, RouteResult } from '#api/declare/route.ts'
import { parseJson } from './parse-json.ts'

/** The body of an answer. The one place where it gets its type: the server checks it against the route's schema. @throws SyntaxError */
export const readAnswerOf = <const R extends RouteOptions>(_route: R, text: string): RouteResult<R> => parseJson(text) as RouteResult<R>
