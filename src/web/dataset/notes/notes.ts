import { readObject } from '#core/encoding/read-object.ts'
import { asRecord, asText } from '#core/query/read.ts'

/** Certification and warning, which a dataset keeps in its `extra`. */
export const notesOf = (extra: string | null) => {
  const { certification, warning_markdown } = readObject(extra)
  const { certified_by, details } = asRecord(certification)
  return {
    is_certified: Boolean(certified_by),
    certified_by: asText(certified_by),
    certification_details: asText(details),
    warning_markdown: asText(warning_markdown),
  }
}
