import { AlignCenter, AlignLeft, AlignRight } from 'lucide-react'
import { useState } from 'react'
import { numberFormats, timeFormats } from '#core/format/choices.ts'
import type { ColumnStyle } from '#charts/shared/form/column-styles.ts'
import { asInteger } from '#core/query/read.ts'
import { t } from '#core/i18n/t.ts'
import { Button } from '../../ui/button/Button.tsx'
import { Checkbox } from '../../ui/choice/Checkbox.tsx'
import { Segmented } from '../../ui/choice/Segmented.tsx'
import { Tabs } from '../../ui/choice/Tabs.tsx'
import { TextInput } from '../../ui/text/TextInput.tsx'
import css from '../Controls.module.css'
import pillCss from '../pills/Pills.module.css'
import { ChoiceButton } from '../choice/ChoiceButton.tsx'
import { CurrencyInput } from '../formatting/Currency.tsx'
import { FormatSample } from '../formatting/FormatSample.tsx'
import type { DataKind } from '../field/kind.ts'
import { numberFault } from '../input/numbers.ts'
import editorCss from './Column.module.css'

const maxFractionDigits = 100

const sampleOf = { d3NumberFormat: 'number', d3SmallNumberFormat: 'small', d3TimeFormat: 'time' } as const

const readDigits = (text: string): number | undefined =>
  text === '' ? undefined : Math.min(maxFractionDigits, Math.max(0, asInteger(text, 0)))

/** As the table writes numbers that have no other format. */
const numberFormatOf = ({ d3NumberFormat, fractionDigits }: ColumnStyle): string | undefined =>
  d3NumberFormat ?? (fractionDigits === undefined ? undefined : `,.${Math.min(20, fractionDigits)}~f`)

type Props = { name: string; kind: DataKind; value: ColumnStyle; onChange: (value: ColumnStyle) => void; onDone: () => void }

/** How one column of a table looks; the keys are the wire's. */
export const ColumnStyleEditor = ({ name, kind, value, onChange, onDone }: Props) => {
  const [tab, setTab] = useState<'display' | 'numbers'>('display')
  const [width, setWidth] = useState(value.columnWidth === undefined ? '' : String(value.columnWidth))
  const fault = numberFault(width, t)
  const set = (change: ColumnStyle) => onChange({ ...value, ...change })
  const check = (
    key: 'showCellBars' | 'alignPositiveNegative' | 'colorPositiveNegative' | 'truncateLongCells',
    label: string,
    start: boolean,
  ) => (
    <Checkbox checked={value[key] ?? start} onChange={(checked) => set({ [key]: checked })} label={label}>
      <span className={css['checkWord']}>{label}</span>
    </Checkbox>
  )
  const format = (key: 'd3NumberFormat' | 'd3SmallNumberFormat' | 'd3TimeFormat', label: string) => (
    <div className={css['formRow']}>
      <span>{label}</span>
      <ChoiceButton
        freeForm
        choices={key === 'd3TimeFormat' ? timeFormats : numberFormats}
        value={value[key] ?? (key === 'd3TimeFormat' ? 'smart_date' : 'SMART_NUMBER')}
        onChange={(next) => set({ [key]: String(next) })}
        label={label}
      />
      <FormatSample kind={sampleOf[key]} format={key === 'd3TimeFormat' ? value[key] : (value[key] ?? numberFormatOf(value))} />
    </div>
  )
  const display = (
    <>
      <div className={css['formRow']}>
        <span>{t('Min Width')}</span>
        <TextInput
          className="tabular"
          inputMode="decimal"
          placeholder={t('auto')}
          aria-label={t('Min Width')}
          aria-invalid={fault !== null}
          value={width}
          onValue={(text) => {
            setWidth(text)
            if (numberFault(text, t) !== null) return
            const { columnWidth: _, ...rest } = value
            onChange(text.trim() === '' ? rest : { ...rest, columnWidth: Number(text) })
          }}
        />
        {fault && (
          <span className={css['error']} role="alert">
            {fault}
          </span>
        )}
      </div>
      <div className={css['formRow']}>
        <span>{t('Text align')}</span>
        <Segmented
          label={t('Text align')}
          options={[
            { key: 'left', label: t('Left'), icon: <AlignLeft /> },
            { key: 'center', label: t('Center'), icon: <AlignCenter /> },
            { key: 'right', label: t('Right'), icon: <AlignRight /> },
          ]}
          value={value.horizontalAlign ?? (kind === 'number' ? 'right' : 'left')}
          onChange={(horizontalAlign) => set({ horizontalAlign })}
        />
      </div>
      {kind === 'text' && check('truncateLongCells', t('Truncate Cells'), false)}
      {kind === 'time' && format('d3TimeFormat', t('D3 format'))}
      {kind === 'number' && check('showCellBars', t('Show cell bars'), true)}
      {kind === 'number' && check('alignPositiveNegative', t('Align +/-'), false)}
      {kind === 'number' && check('colorPositiveNegative', t('Color +/-'), false)}
    </>
  )
  return (
    <>
      <div className={editorCss['head']}>
        <strong>{name}</strong>
        {kind === 'number' && (
          <Tabs
            label={name}
            tabs={[
              { key: 'display', label: t('Display') },
              { key: 'numbers', label: t('Number formatting') },
            ]}
            value={tab}
            onChange={setTab}
          />
        )}
      </div>
      <div className={css['form']} style={{ width: 'auto' }}>
        {tab === 'display' ? (
          display
        ) : (
          <>
            {format('d3NumberFormat', t('D3 format'))}
            {format('d3SmallNumberFormat', t('Small number format'))}
            <div className={css['formRow']}>
              <span>{t('Fraction digits')}</span>
              <TextInput
                className="tabular"
                type="number"
                min={0}
                max={maxFractionDigits}
                placeholder={t('auto')}
                aria-label={t('Fraction digits')}
                value={value.fractionDigits ?? ''}
                onValue={(text) => set({ fractionDigits: readDigits(text) })}
              />
            </div>
            <div className={css['formRow']}>
              <span>{t('Currency format')}</span>
              <CurrencyInput
                value={value.currencyFormat}
                onChange={(currencyFormat) => set({ currencyFormat })}
                label={t('Currency format')}
              />
            </div>
          </>
        )}
      </div>
      <footer className={pillCss['foot']}>
        <Button kind="primary" onClick={onDone}>
          {t('Done')}
        </Button>
      </footer>
    </>
  )
}
