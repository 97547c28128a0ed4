import { BadgeCheck } from 'lucide-react'
import { t } from '#core/i18n/t.ts'
import { Tooltip } from '../overlay/Tooltip.tsx'
import css from './NoteMarks.module.css'

type Props = { by: string | null | undefined; details?: string | null | undefined }

/** A badge beside the name of a certified object; who certified it, and the details, show on hover. */
export const CertifiedMark = ({ by, details }: Props) => {
  const label = by ? t('Certified by %s', [by]) : t('Certified')
  return (
    <Tooltip text={details ? `${label}\n${details}` : label} isName={!details}>
      <BadgeCheck role="img" className={css['certified']} aria-label={label} />
    </Tooltip>
  )
}
