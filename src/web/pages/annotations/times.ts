/** Times of annotations are UTC. Inputs and lists show them without the zone, to the second only where it has seconds. */

/** `2024-05-01T10:00:00` → `2024-05-01T10:00`, the value of an input of type `datetime-local`. */
export const inputTime = (wire: string | null): string => (wire ?? '').replace(/(?:Z|[+-]\d\d:?\d\d)$/, '').replace(/(?::00(?:\.0+)?)$/, '')

/** `2024-05-01T10:00` → `2024-05-01 10:00`; a midnight is a plain date. */
export const shownTime = (wire: string | null): string =>
  inputTime(wire)
    .replace('T', ' ')
    .replace(/ 00:00$/, '') || '–'
