import type { Choice } from '#charts/control.ts'
import { t } from '#core/i18n/t.ts'
import type { AnnotationLayer } from '#core/query/query-object.ts'
import { colors } from '#core/theme/tokens.ts'
import { asList, asRecord } from '#core/query/read.ts'
import { Button } from '../../ui/button/Button.tsx'
import { Checkbox } from '../../ui/choice/Checkbox.tsx'
import { ManyChoice } from '../choice/ManyChoice.tsx'
import css from '../Controls.module.css'
import { ChoiceRow, NumberRow, TextRow } from '../input/FormRows.tsx'
import { withOverride } from './annotation.ts'

type Props = { layer: AnnotationLayer; onLayer: (part: Partial<AnnotationLayer>) => void }

type ColumnProps = { label: string; columns: Choice[]; value: unknown; onColumn: (name: string) => void }

/** A column of the source chart; others may be typed. */
export const ColumnRow = ({ columns, onColumn, ...row }: ColumnProps) => (
  <ChoiceRow {...row} choices={columns} freeForm clearable onChange={(name) => onColumn(String(name ?? ''))} />
)

/** The columns that title and describe the events of a chart. */
export const TitleColumns = ({ layer, columns, onLayer }: Props & { columns: Choice[] }) => (
  <>
    <ColumnRow
      label={t('Title column')}
      columns={columns}
      value={layer['titleColumn']}
      onColumn={(titleColumn) => onLayer({ titleColumn })}
    />
    <div className={css['formRow']}>
      <span>{t('Description columns')}</span>
      <ManyChoice
        choices={columns}
        values={asList<string>(layer['descriptionColumns'])}
        onChange={(names) => onLayer({ descriptionColumns: names.map(String) })}
        label={t('Description columns')}
        freeForm
      />
    </div>
  </>
)

/** How the source chart's own query is changed for this layer. */
export const Overrides = ({ layer, onLayer }: Props) => {
  const overrides = asRecord(layer['overrides'])
  const check = (key: 'time_range' | 'time_grain_sqla', label: string) => (
    <Checkbox checked={key in overrides} onChange={(isOn) => onLayer(withOverride(layer, key, isOn ? null : undefined))} label={label}>
      <span className={css['checkWord']}>{label}</span>
    </Checkbox>
  )
  return (
    <>
      {check('time_range', t('Use the time range of this chart'))}
      {check('time_grain_sqla', t('Use the time grain of this chart'))}
      <TextRow
        label={t('Time shift')}
        placeholder={t('for example 1 year')}
        value={String(overrides['time_shift'] ?? '')}
        onText={(text) => onLayer(withOverride(layer, 'time_shift', text.trim() === '' ? undefined : text.trim()))}
      />
    </>
  )
}

/** Colour and width of the line, and for a series its markers. */
export const LineLook = ({ layer, onLayer }: Props) => {
  const color = typeof layer['color'] === 'string' ? layer['color'] : ''
  return (
    <>
      <label className={css['formRow']}>
        <span>{t('Color')}</span>
        <span className={css['layerColor']}>
          <input
            type="color"
            aria-label={t('Color')}
            value={/^#[\da-f]{6}$/i.test(color) ? color : colors.light.text2}
            onChange={(event) => onLayer({ color: event.target.value })}
          />
          {color === '' ? (
            <span>{t('Automatic')}</span>
          ) : (
            <Button kind="link" onClick={() => onLayer({ color: '' })}>
              {t('Automatic color')}
            </Button>
          )}
        </span>
      </label>
      <NumberRow
        label={t('Line width')}
        min={0}
        value={Number(layer['width'] ?? 1)}
        onNumber={(width) => width !== null && onLayer({ width })}
      />
      {layer.annotationType === 'TIME_SERIES' && (
        <>
          <Checkbox checked={layer['showMarkers'] === true} onChange={(showMarkers) => onLayer({ showMarkers })} label={t('Show markers')}>
            <span className={css['checkWord']}>{t('Show markers')}</span>
          </Checkbox>
          <Checkbox checked={layer['hideLine'] === true} onChange={(hideLine) => onLayer({ hideLine })} label={t('Hide line')}>
            <span className={css['checkWord']}>{t('Hide line')}</span>
          </Checkbox>
        </>
      )}
    </>
  )
}
