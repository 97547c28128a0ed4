import type { z } from 'zod'
import type { infoQ } from '#api/declare/q.ts'
import type { Principal } from '#core/access/principal.ts'
import { capitalizeName, pickParts } from './envelope.ts'
import type { BodyColumn, Listing } from './spec.ts'

/** The principal's permissions on a view. */
export const permissionsOn = (principal: Principal, view: string): string[] => {
  const { pairs } = principal.kind === 'job' ? principal.actsFor : principal
  const ending = ` on ${view}`
  return [...pairs].filter((text) => text.endsWith(ending)).map((text) => text.slice(0, -ending.length))
}

const shown = ({ name, type, required = false, length, unique = false, validate }: BodyColumn) => ({
  description: '',
  label: capitalizeName(name),
  name,
  required,
  type,
  unique,
  ...(validate && { validate }),
  ...(length && { validate: [`<Length(min=${length[0] ?? 'None'}, max=${length[1]}, equal=None, error=None)>`] }),
})

/** The `_info` response: the caller's permissions, and the filters and columns. */
export const buildInfo = (spec: Listing, principal: Principal, { keys }: z.output<typeof infoQ>) =>
  pickParts(
    {
      add_columns: spec.addColumns.map(shown),
      add_title: `Add ${spec.title}`,
      edit_columns: spec.editColumns.map(shown),
      edit_title: `Edit ${spec.title}`,
      filters: Object.fromEntries(
        Object.entries(spec.filters).map(([column, operators]) => [
          column,
          Object.entries(operators).flatMap(([operator, { name, isOwn }]) => (isOwn ? [] : [{ name, operator }])),
        ]),
      ),
      permissions: permissionsOn(principal, spec.view),
    },
    keys,
  )
