import { ChevronDown, ChevronRight, CircleAlert } from 'lucide-react'
import { Fragment, useState } from 'react'
import type { Control, ControlOf, ControlState, Section } from '#charts/control.ts'
import { t } from '#core/i18n/t.ts'
import { Column } from '../../../controls/column/Columns.tsx'
import { isNeverShown, rejectionOf } from '../../../controls/behaviors/behaviors.ts'
import { ControlView } from '../../../controls/view/ControlView.tsx'
import { FieldStateContext } from '../../../controls/control-props.ts'
import { sentTo, useOnSent } from '../../../controls/field/send-field.ts'
import { GrainButton } from '../../../controls/choice/TimeGrain.tsx'
import { loadCode, reportLoadFault } from '../../../lazy/load-fault.ts'
import { cx } from '../../../ui/cx.ts'
import { useExplore } from '../state/explore-context.ts'
import { shownLabel, shownWords } from './changes.ts'
import css from './ControlPanel.module.css'
import { findHeadings } from './headings.ts'

type Props = {
  section: Section
  /** The first section of a tab is open by default. */
  first: boolean
  state: ControlState
  changed: string[]
  faults: Record<string, string>
  /** What a control does, where its label is not enough. */
  describe: (name: string) => string | undefined
}

const storageKey = (section: Section) => `chartroom.explore.section.${section.tab}.${section.label}`

const rememberedOpen = (section: Section, first: boolean): boolean => {
  const stored = localStorage.getItem(storageKey(section))
  return stored === null ? (section.open ?? first) : stored === 'open'
}

/** A collapsible group of controls that remembers whether it is open. */
export const PanelSection = ({ section, first, state, changed, faults, describe }: Props) => {
  const contains = (name: string | null) => section.rows.flat().some((control) => control.name === name)
  const [open, setOpen] = useState(() => rememberedOpen(section, first) || contains(sentTo()))
  useOnSent((control) => contains(control) && setOpen(true))
  const controls = section.rows.flat().filter((control) => !isNeverShown(control) && (control.visible?.(state) ?? true))
  const headings = findHeadings(section, controls)
  const grain = controls.find((control) => control.type === 'time-grain')
  const hasAxis = controls.some((control) => control.name === 'x_axis')
  const toggle = () => {
    localStorage.setItem(storageKey(section), open ? 'closed' : 'open')
    setOpen(!open)
  }
  if (controls.length === 0) return null
  const hasFault = controls.some((control) => faults[control.name])
  const hasChange = controls.some((control) => changed.includes(control.name))
  return (
    <div className={cx(css['section'], open && css['open'])}>
      <button type="button" className={css['sectionHead']} aria-expanded={open} onClick={toggle}>
        {open ? <ChevronDown aria-hidden /> : <ChevronRight aria-hidden />}
        {t(section.label)}
        {!open && hasFault && <CircleAlert className={css['fault']} aria-label={t('has an invalid control')} />}
        {!open && !hasFault && hasChange && <span className={css['dot']} role="img" aria-label={t('changed')} />}
      </button>
      {open && (
        <div className={css['controls']}>
          {controls.map((control) => {
            if (control === grain && hasAxis) return null
            const grainControl = control.name === 'x_axis' ? grain : undefined
            const heading = headings.get(control)
            return (
              <Fragment key={control.name}>
                {heading && <h4 className={css['heading']}>{t(shownWords(heading, state))}</h4>}
                <ControlRow
                  control={describedControl(control, state, describe)}
                  beside={grainControl}
                  state={state}
                  changed={changed}
                  faults={faults}
                />
              </Fragment>
            )
          })}
        </div>
      )}
    </div>
  )
}

/** A control as it is shown: named as the chart is turned now, with what it does. */
const describedControl = (control: Control, state: ControlState, describe: Props['describe']): Control => {
  const description = control.description ?? describe(control.name)
  return { ...control, label: shownLabel(control, state), ...(description !== undefined && { description }) }
}

type RowProps = {
  control: Control
  beside?: ControlOf<'time-grain'> | undefined
  state: ControlState
  changed: string[]
  faults: Record<string, string>
}

const ControlRow = ({ control, beside, state, changed, faults }: RowProps) => {
  const set = useExplore((held) => held.set)
  const reset = useExplore((held) => held.reset)
  const isChanged = changed.includes(control.name) || (beside !== undefined && changed.includes(beside.name))
  const value = state.form[control.name]
  const [rejected, setRejected] = useState<{ value: unknown; text: string } | null>(null)
  const change = (next: unknown) => {
    const rejection = rejectionOf(control, next, { state, t })
    if (rejection && !rejection.isStored) return setRejected({ value, text: rejection.text })
    setRejected(null)
    set(control.name, next)
    if (control.name !== 'x_axis') return
    loadCode(() => import('./offer-time-filter.ts'))
      .then(({ offerTimeFilter }) => offerTimeFilter(state.form, next, state.dataset))
      .then((filters) => filters && set('adhoc_filters', filters), reportLoadFault)
  }
  return (
    <FieldStateContext
      value={{
        changed: isChanged,
        error: faults[control.name] ?? (rejected !== null && rejected.value === value ? rejected.text : null),
        onReset: () => {
          reset(control.name)
          if (beside) reset(beside.name)
        },
      }}
    >
      {beside && control.type === 'column' ? (
        <Column
          control={control}
          value={value}
          onChange={change}
          state={state}
          beside={
            <GrainButton control={beside} value={state.form[beside.name]} onChange={(next) => set(beside.name, next)} state={state} />
          }
        />
      ) : (
        <ControlView control={control} value={value} onChange={change} state={state} />
      )}
    </FieldStateContext>
  )
}
