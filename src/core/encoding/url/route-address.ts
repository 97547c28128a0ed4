import { encodeRison } from './rison.ts'

type Arguments = { params?: unknown; query?: unknown; q?: unknown }

/** Encoded as in the body of a form. */
const encodeField = (text: string): string =>
  encodeURIComponent(text.toWellFormed())
    .replaceAll(/[!'()~]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%20', '+')

/** The address of a route with its arguments, below the base path: `/api/v1/chart/:pk` with `{ pk: 7 }` is `/api/v1/chart/7`. */
export const addressOf = ({ path }: { path: string }, input: Arguments = {}): string => {
  const params = (input.params ?? {}) as Record<string, unknown>
  const filled = path.replaceAll(/:(\w+)/g, (_whole, name: string) => encodeURIComponent(String(params[name])))
  const fields = Object.entries((input.query ?? {}) as Record<string, unknown>).filter(([, value]) => value !== undefined && value !== null)
  if (input.q !== undefined) fields.unshift(['q', encodeRison(input.q)])
  const text = fields.map(([name, value]) => `${encodeField(name)}=${encodeField(String(value))}`).join('&')
  return filled + (text && `?${text}`)
}
