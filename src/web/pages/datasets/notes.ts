import { readObject } from '#core/encoding/read-object.ts'
import { asRecord } from '#core/query/read.ts'
import type { Notes } from '../../ui/marks/NoteMarks.tsx'

/** Certification and warning, which a dataset keeps in its `extra`. */
export const notesOf = (extra: string | null): Notes => {
  const { certification, warning_markdown } = readObject(extra)
  const { certified_by, details } = asRecord(certification)
  return { is_certified: Boolean(certified_by), certified_by, certification_details: details, warning_markdown }
}
