import { readSpatialDraft, spatialKinds, toSpatial } from '#charts/shared/form/geo.ts'
import type { SpatialDraft, SpatialKind } from '#charts/shared/form/geo.ts'
import { msg, t } from '#core/i18n/t.ts'
import { Segmented } from '../../ui/choice/Segmented.tsx'
import { BlockField } from '../ControlField.tsx'
import css from '../Controls.module.css'
import type { ControlProps } from '../control-props.ts'
import { columnName } from '../field/kind.ts'
import { CheckRow, ChoiceRow, TextRow } from '../input/FormRows.tsx'

const kindLabels: Record<SpatialKind, string> = {
  latlong: msg('Longitude & Latitude columns'),
  delimited: msg('Delimited long & lat single column'),
  geohash: msg('Geohash'),
}

const kindNames: Record<SpatialKind, string> = { latlong: msg('Two columns'), delimited: msg('One column'), geohash: msg('Geohash') }

/** Where the rows lie. While a column is missing the form holds what is chosen so far, marked as invalid. */
export const Spatial = ({ control, value, onChange, state }: ControlProps<'spatial'>) => {
  const draft = readSpatialDraft(value)
  const columns = (state.dataset?.columns ?? []).map((column) => ({ value: column.column_name, label: columnName(column) }))
  const set = (change: Partial<SpatialDraft>) => {
    const next = { ...draft, ...change }
    onChange(toSpatial(next) ?? next)
  }
  const column = (field: 'latCol' | 'lonCol' | 'lonlatCol' | 'geohashCol', label: string) => (
    <ChoiceRow label={label} choices={columns} value={draft[field]} onChange={(name) => set({ [field]: String(name ?? '') })} />
  )
  const reverse = (
    <CheckRow label={t('Reverse lat/long')} checked={draft.reverseCheckbox} onChange={(reverseCheckbox) => set({ reverseCheckbox })} />
  )
  return (
    <BlockField control={control}>
      {(labelId) => (
        <div className={css['group']} aria-labelledby={labelId}>
          <Segmented
            label={t('Kind of location')}
            options={spatialKinds.map((key) => ({ key, label: t(kindNames[key]) }))}
            value={draft.type}
            onChange={(type) => set({ type })}
          />
          <p className={css['notice']}>{t(kindLabels[draft.type])}</p>
          {draft.type === 'latlong' && (
            <>
              {column('lonCol', t('Longitude'))}
              {column('latCol', t('Latitude'))}
            </>
          )}
          {draft.type === 'delimited' && (
            <>
              {column('lonlatCol', t('Column'))}
              <TextRow label={t('Delimiter')} value={draft.delimiter} onText={(delimiter) => set({ delimiter })} />
              {reverse}
            </>
          )}
          {draft.type === 'geohash' && (
            <>
              {column('geohashCol', t('Column'))}
              {reverse}
            </>
          )}
        </div>
      )}
    </BlockField>
  )
}
