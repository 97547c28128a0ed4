import type { z } from 'zod'
import type { infoQ } from '#api/declare/q.ts'
import type { Principal } from '#core/access/principal.ts'
import { capitalized, chosen } from './envelope.ts'
import type { BodyColumn, Listing } from './spec.ts'

/** The permissions that somebody holds on a view. */
export const permissionsOn = (principal: Principal, view: string): string[] => {
  const { pairs } = principal.kind === 'job' ? principal.actsFor : principal
  const ending = ` on ${view}`
  return [...pairs].filter((text) => text.endsWith(ending)).map((text) => text.slice(0, -ending.length))
}

const shown = ({ name, type, required = false, length, unique = false, validate }: BodyColumn) => ({
  description: '',
  label: capitalized(name),
  name,
  required,
  type,
  unique,
  ...(validate && { validate }),
  ...(length && { validate: [`<Length(min=${length[0] ?? 'None'}, max=${length[1]}, equal=None, error=None)>`] }),
})

/** Answer of `_info`: what the caller may do here, and which filters and columns there are. */
export const info = (spec: Listing, principal: Principal, { keys }: z.output<typeof infoQ>) =>
  chosen(
    {
      add_columns: spec.addColumns.map(shown),
      add_title: `Add ${spec.title}`,
      edit_columns: spec.editColumns.map(shown),
      edit_title: `Edit ${spec.title}`,
      filters: Object.fromEntries(
        Object.entries(spec.filters).map(([column, operators]) => [
          column,
          Object.entries(operators).map(([operator, { name }]) => ({ name, operator })),
        ]),
      ),
      permissions: permissionsOn(principal, spec.view),
    },
    keys,
  )
