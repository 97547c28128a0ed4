import { useId } from 'react'
import { t } from '#core/i18n/t.ts'
import { lazyPart } from '../../lazy/lazy-part.tsx'
import { cx } from '../../ui/cx.ts'
import css from './StatementField.module.css'
import { useStatementCheck, type StatementPlace } from './use-statement-check.ts'

const defaultHeight = 240

const SqlField = lazyPart(async () => (await import('./SqlField.tsx')).SqlField, {
  pending: ({ height = defaultHeight }) => <div className={css['loading']} style={{ height }} aria-busy />,
})

type Props = {
  value: string
  onChange: (sql: string) => void
  onBlur?: () => void
  backend: string | null
  place: StatementPlace | null
  /** JSON, for the templates in it. */
  templateParams?: string
  height?: number
}

/** The statement of a dataset, which its database checks while it is written. */
export const StatementField = ({ place, templateParams, height = defaultHeight, ...field }: Props) => {
  const id = useId()
  const { text, isRefused, faults } = useStatementCheck(place, field.value, templateParams)
  return (
    <div className={css['statement']}>
      <SqlField {...field} label={t('SQL')} height={height} faults={faults} describedBy={id} />
      <p id={id} role="status" className={cx(css['check'], isRefused && css['refused'])}>
        {text}
      </p>
    </div>
  )
}
