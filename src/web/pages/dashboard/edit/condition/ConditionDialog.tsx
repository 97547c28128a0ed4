import { useState } from 'react'
import { hasValue } from '#core/filters/data-mask.ts'
import { isFilter, type NativeFilter } from '#core/filters/native-filter.ts'
import { needsValues, readCondition, rulesFor, valuesOf, type Condition, type ConditionRule } from '#core/filters/scope/condition.ts'
import { conditionKey } from '#core/layout/component.ts'
import { t } from '#core/i18n/t.ts'
import { lazyPart } from '../../../../lazy/lazy-part.tsx'
import { Button } from '../../../../ui/button/Button.tsx'
import { Picker } from '../../../../ui/choice/Picker.tsx'
import { Dialog } from '../../../../ui/overlay/Dialog.tsx'
import { RadioList } from '../../../../ui/choice/RadioList.tsx'
import { Field } from '../../../../ui/text/Field.tsx'
import { useComponent, useDashboard, useDashboardStore, useLayout } from '../../state/dashboard-context.ts'
import { filtersOf } from '../../state/derived.ts'
import { nameOf } from '../../state/draft.ts'
import { useList } from '../../state/use-list.ts'
import { changeMeta } from '../actions.ts'
import css from './Condition.module.css'

/** The bar is loaded where there are filters; a share of its own would move its controls into what every page loads. */
const MaskControl = lazyPart(async () => (await import('../../filters/bar/FilterBar.tsx')).MaskControl)

const ruleNames: Record<ConditionRule, () => string> = {
  is: () => t('is one of these values'),
  is_not: () => t('is none of these values'),
  equals: () => t('is exactly this range'),
  differs: () => t('is another range'),
  overlaps: () => t('overlaps this range'),
  apart: () => t('does not overlap this range'),
  any: () => t('has any value'),
  none: () => t('has no value'),
}

const defaultOf = (filter: NativeFilter | undefined): Condition => ({
  filterId: filter?.id ?? '',
  rule: filter ? (rulesFor(filter)[0] ?? 'any') : 'any',
  values: [],
})

/** The filter's control, whatever the filter itself allows: several values of any kind, both ends of a range. */
const ownControl = (filter: NativeFilter): NativeFilter => ({
  ...filter,
  name: t('Values'),
  cascadeParentIds: [],
  controlValues: { ...filter.controlValues, multiSelect: true, creatable: true, enableSingleValue: null },
})

/** What the control shows: a time range is a text, everything else a list. */
const shownValue = (filter: NativeFilter, values: readonly unknown[]): unknown =>
  filter.filterType === 'filter_time' ? (values[0] ?? null) : values

/** Shows a component only while a filter has certain values. */
export const ConditionDialog = ({ id, onClose }: { id: string; onClose: () => void }) => {
  const store = useDashboardStore()
  const filters = useList((state) => filtersOf(state).filter(isFilter))
  const stored = readCondition(useComponent(id)?.meta)
  const name = useLayout((layout) => nameOf(layout, id))
  const [condition, setCondition] = useState(() => stored ?? defaultOf(filters[0]))
  const filter = useDashboard(filtersOf).find((item) => item.id === condition.filterId)
  const chosen = filter && isFilter(filter) ? filter : undefined
  const isComplete = chosen !== undefined && (!needsValues(condition.rule) || hasValue(condition.values))
  const save = (next: Condition | undefined) => {
    changeMeta(store, id, { [conditionKey]: next })
    onClose()
  }
  return (
    <Dialog
      open
      title={t('When “%(name)s” is shown', { name })}
      onClose={onClose}
      footer={
        <>
          <Button kind="quiet" onClick={onClose}>
            {t('Cancel')}
          </Button>
          {stored && <Button onClick={() => save(undefined)}>{t('Always show it')}</Button>}
          <Button
            kind="primary"
            disabled={!isComplete}
            onClick={() => save({ ...condition, values: needsValues(condition.rule) ? condition.values : [] })}
          >
            {t('Apply')}
          </Button>
        </>
      }
    >
      <div className={css['fields']}>
        <Field label={t('Filter')}>
          <Picker
            // A field of values would unfold its list.
            data-autofocus
            label={t('Filter')}
            options={filters.map((one) => ({ value: one.id, label: one.name }))}
            value={chosen?.id ?? null}
            placeholder={t('Choose a filter')}
            onChange={(next) => setCondition(defaultOf(filters.find((one) => one.id === next)))}
          />
        </Field>
        <RadioList
          label={t('Show it only when the filter')}
          options={(chosen ? rulesFor(chosen) : []).map((key) => ({ key, label: ruleNames[key]() }))}
          value={condition.rule}
          onChange={(rule) => setCondition({ ...condition, rule })}
        />
        {chosen && needsValues(condition.rule) && (
          <MaskControl
            key={chosen.id}
            filter={ownControl(chosen)}
            id=""
            isInvalid={false}
            value={shownValue(chosen, condition.values)}
            onMask={({ filterState }) => setCondition({ ...condition, values: valuesOf(filterState?.value) })}
          />
        )}
      </div>
    </Dialog>
  )
}
