import { useEffect, useEffectEvent, useMemo } from 'react'
import { useWatch } from 'react-hook-form'
import { t } from '#core/i18n/t.ts'
import { SurfaceContext, useSurface } from '../controls/control-props.ts'
import { useVerdict, type ExpressionKind } from '../controls/sql/use-verdict.ts'
import { AreaField } from '../forms/FormField.tsx'
import { cx } from '../ui/cx.ts'
import type { DatasetForm } from './dataset-form.ts'
import css from './DatasetSheet.module.css'

type Props = {
  form: DatasetForm
  name: `columns.${number}.expression` | `metrics.${number}.expression`
  kind: ExpressionKind
  placeholder?: string
}

/** The expression of a metric or calculated column, which the database checks while it is written. */
export const SqlExpression = (props: Props) => {
  const surface = useSurface()
  const id = useWatch({ control: props.form.control, name: 'id' })
  const here = useMemo(() => ({ ...surface, datasource: { id, type: 'table' } }), [surface, id])
  return (
    <SurfaceContext value={here}>
      <CheckedField {...props} />
    </SurfaceContext>
  )
}

const CheckedField = ({ form, name, kind, placeholder }: Props) => {
  const [expression, columns] = useWatch({ control: form.control, name: [name, 'columns'] })
  // A changed query of a virtual dataset is not stored yet, so that the database would check against the old one.
  const isStoredSource = !form.formState.dirtyFields.sql
  const dataset = useMemo(
    () => ({ columns: columns.map((column) => ({ column_name: column.column_name, is_dttm: column.is_dttm })) }),
    [columns],
  )
  const { text, isRefused } = useVerdict(isStoredSource ? expression : '', kind, dataset)
  // A new row starts with an error. It goes with the first letter, not when the field is left.
  const { error } = form.getFieldState(name, form.formState)
  const isStale = error?.type === 'schema' && expression.trim() !== ''
  const validateAgain = useEffectEvent(() => void form.trigger(name))
  useEffect(() => {
    if (isStale) validateAgain()
  }, [isStale])
  return (
    <AreaField
      form={form}
      name={name}
      label={t('SQL expression')}
      hint={
        expression.trim() !== '' &&
        text !== '' && (
          <span role="status" className={cx(isRefused && css['refused'])}>
            {text}
          </span>
        )
      }
      required
      mono
      rows={3}
      spellCheck={false}
      {...(placeholder !== undefined && { placeholder })}
    />
  )
}
