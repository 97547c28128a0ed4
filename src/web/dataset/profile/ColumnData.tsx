import { useMemo } from 'react'
import { useWatch } from 'react-hook-form'
import { t } from '#core/i18n/t.ts'
import { SurfaceContext, useSurface } from '../../controls/control-props.ts'
import { ColumnStatistics } from './ColumnStatistics.tsx'
import type { DatasetForm } from '../dataset-form.ts'
import type { ColumnDraft } from '../draft.ts'
import css from '../DatasetSheet.module.css'

/** The values of a stored column, as the database holds them. */
export const ColumnData = ({ form, column }: { form: DatasetForm; column: ColumnDraft }) => {
  const surface = useSurface()
  const id = useWatch({ control: form.control, name: 'id' })
  const here = useMemo(() => ({ ...surface, datasource: { id, type: 'table' } }), [surface, id])
  return (
    <section className={css['data']} aria-label={t('Data of %(name)s', { name: column.column_name })}>
      <SurfaceContext value={here}>
        <ColumnStatistics column={column} />
      </SurfaceContext>
    </section>
  )
}
