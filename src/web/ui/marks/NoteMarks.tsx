import { BadgeCheck, TriangleAlert } from 'lucide-react'
import { t } from '#core/i18n/t.ts'
import css from './NoteMarks.module.css'

/** What owners say about an object, or a column or metric of it. */
export type Notes = {
  is_certified?: boolean | null
  certified_by?: unknown
  certification_details?: unknown
  warning_markdown?: unknown
  /** Where older metrics have their warning. */
  warning_text?: unknown
}

const firstText = (...texts: unknown[]): string | null => {
  const found = texts.find((text) => typeof text === 'string' && text !== '')
  return typeof found === 'string' ? found : null
}

/** Certification and warning, with who says so. */
export const NoteMarks = ({ of }: { of: object | undefined }) => {
  const notes: Notes = of ?? {}
  const certifiedBy = firstText(notes.certified_by)
  const warning = firstText(notes.warning_markdown, notes.warning_text)
  return (
    <>
      {notes.is_certified && (
        <BadgeCheck
          role="img"
          className={css['certified']}
          aria-label={certifiedBy === null ? t('Certified') : t('Certified by %s', [certifiedBy])}
        />
      )}
      {warning !== null && <TriangleAlert role="img" className={css['warning']} aria-label={warning} />}
    </>
  )
}
