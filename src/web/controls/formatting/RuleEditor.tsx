import { useState } from 'react'
import type { FormatRule, RuleLook } from '#charts/control.ts'
import { ruleColor, ruleTints } from '#core/color/rule-tints.ts'
import { t } from '#core/i18n/t.ts'
import { useTheme } from '../../theme/theme.ts'
import { Button } from '../../ui/button/Button.tsx'
import { TextInput } from '../../ui/text/TextInput.tsx'
import css from '../Controls.module.css'
import pillCss from '../pills/Pills.module.css'
import { ChoiceButton } from '../choice/ChoiceButton.tsx'
import { RuleLooks } from './RuleLooks.tsx'
import { ruleFaults, ruleOperators, takesOne, takesTwo } from './rule.ts'

type Props = {
  rule: FormatRule
  columns: string[]
  /** What the chart's rules can do beside colouring a cell. */
  looks: readonly RuleLook[]
  /** Given only rules that are complete. */
  onRule: (rule: FormatRule) => void
  onDone: () => void
}

type Target = 'targetValue' | 'targetValueLeft' | 'targetValueRight'

const numberOf = (text: string): number | undefined => (text.trim() === '' || !Number.isFinite(Number(text)) ? undefined : Number(text))

export const RuleEditor = ({ rule, columns, looks, onRule, onDone }: Props) => {
  const theme = useTheme((state) => state.name)
  const [draft, setDraft] = useState<FormatRule>(rule)
  const [touched, setTouched] = useState<Partial<Record<keyof FormatRule, boolean>>>({})
  const faults = ruleFaults(draft, t)
  const isValid = Object.keys(faults).length === 0
  const change = (next: FormatRule) => {
    setDraft(next)
    if (Object.keys(ruleFaults(next, t)).length === 0) onRule(next)
  }
  const fault = (field: keyof FormatRule) => (touched[field] ? faults[field] : undefined)
  const target = (field: Target, label: string) => (
    <label className={css['formRow']}>
      <span>{label}</span>
      <TextInput
        className="tabular"
        inputMode="decimal"
        defaultValue={String(draft[field] ?? '')}
        aria-invalid={fault(field) !== undefined}
        onBlur={() => setTouched({ ...touched, [field]: true })}
        onValue={(text) => {
          const value = numberOf(text)
          const { [field]: _, ...rest } = draft
          change(value === undefined ? rest : { ...rest, [field]: value })
        }}
      />
      {fault(field) && (
        <span className={css['error']} role="alert">
          {fault(field)}
        </span>
      )}
    </label>
  )
  return (
    <>
      <div className={css['form']}>
        <div className={css['formRow']}>
          <span>{t('Column')}</span>
          <ChoiceButton
            choices={columns.map((column) => ({ value: column, label: column }))}
            value={draft.column ?? null}
            onChange={(column) => change({ ...draft, column: String(column) })}
            label={t('Column')}
            placeholder={t('Choose a column')}
          />
        </div>
        <div className={css['formRow']}>
          <span>{t('Color scheme')}</span>
          <ChoiceButton
            choices={[
              { value: ruleTints.green, label: t('green') },
              { value: ruleTints.yellow, label: t('yellow') },
              { value: ruleTints.red, label: t('red') },
            ]}
            renderIcon={(choice) => <span className={css['swatch']} style={{ background: ruleColor(choice.value, theme) }} />}
            value={draft.colorScheme ?? null}
            onChange={(colorScheme) => change({ ...draft, colorScheme: String(colorScheme) })}
            label={t('Color scheme')}
          />
        </div>
        <div className={css['formRow']}>
          <span>{t('Operator')}</span>
          <ChoiceButton
            choices={ruleOperators.map((operator) => ({ value: operator, label: operator }))}
            value={draft.operator ?? null}
            onChange={(operator) => change({ ...draft, operator: String(operator) })}
            label={t('Operator')}
          />
        </div>
        {looks.length > 0 && <RuleLooks {...{ looks }} rule={draft} onRule={change} />}
        {takesOne(draft.operator) && target('targetValue', t('Target value'))}
        {takesTwo(draft.operator) && target('targetValueLeft', t('Left value'))}
        {takesTwo(draft.operator) && target('targetValueRight', t('Right value'))}
      </div>
      <footer className={pillCss['foot']}>
        <Button kind="primary" disabled={!isValid} onClick={onDone}>
          {t('Done')}
        </Button>
      </footer>
    </>
  )
}
