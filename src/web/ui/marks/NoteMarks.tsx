import { TriangleAlert } from 'lucide-react'
import { Tooltip } from '../overlay/Tooltip.tsx'
import { CertifiedMark } from './CertifiedMark.tsx'
import css from './NoteMarks.module.css'

/** What owners say about an object, or a column or metric of it, as the wire has it. */
export type Notes = {
  is_certified?: boolean | null
  certified_by?: unknown
  certification_details?: unknown
  warning_markdown?: unknown
  /** Where older metrics have their warning. */
  warning_text?: unknown
}

const asText = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

/** Certification and warning, with who says so. */
export const NoteMarks = ({ of }: { of: object | undefined }) => {
  const notes: Notes = of ?? {}
  const warning = asText(notes.warning_markdown) ?? asText(notes.warning_text)
  return (
    <>
      {notes.is_certified && <CertifiedMark by={asText(notes.certified_by)} details={asText(notes.certification_details)} />}
      {warning && (
        <Tooltip text={warning} isName>
          <TriangleAlert role="img" className={css['warning']} aria-label={warning} />
        </Tooltip>
      )}
    </>
  )
}
