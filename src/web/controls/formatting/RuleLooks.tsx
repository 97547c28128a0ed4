import { ruleIcons } from '#charts/control.ts'
import type { FormatRule, RuleIcon, RuleLook } from '#charts/control.ts'
import { msg, t } from '#core/i18n/t.ts'
import { Segmented } from '../../ui/choice/Segmented.tsx'
import css from '../Controls.module.css'
import { CheckRow, ChoiceRow } from '../input/FormRows.tsx'

type Props = { rule: FormatRule; looks: readonly RuleLook[]; onRule: (rule: FormatRule) => void }

const iconNames: Record<RuleIcon, string> = { up: msg('Up'), down: msg('Down'), level: msg('Level'), dot: msg('Dot') }

const isIcon = (value: unknown): value is RuleIcon => typeof value === 'string' && Object.hasOwn(ruleIcons, value)

/** What a rule colours, how strongly, and the sign that it puts before the value. */
export const RuleLooks = ({ rule, looks, onRule }: Props) => (
  <>
    {looks.includes('gradient') && (
      <div className={css['formRow']}>
        <span>{t('Fill')}</span>
        <Segmented
          label={t('Fill')}
          options={[
            { key: 'gradient', label: t('Gradient') },
            { key: 'solid', label: t('Solid') },
          ]}
          value={rule.useGradient === false ? 'solid' : 'gradient'}
          onChange={(fill) => onRule({ ...rule, useGradient: fill === 'gradient' })}
        />
      </div>
    )}
    {looks.includes('text') && (
      <div className={css['formRow']}>
        <span>{t('Colors')}</span>
        <Segmented
          label={t('Colors')}
          options={[
            { key: 'cell', label: t('Cell') },
            { key: 'text', label: t('Text') },
          ]}
          value={rule.toTextColor ? 'text' : 'cell'}
          onChange={(paints) => onRule({ ...rule, toTextColor: paints === 'text' })}
        />
      </div>
    )}
    {looks.includes('row') && (
      <CheckRow label={t('Whole row')} checked={rule.toAllRow ?? false} onChange={(toAllRow) => onRule({ ...rule, toAllRow })} />
    )}
    {looks.includes('icon') && (
      <ChoiceRow
        clearable
        label={t('Icon')}
        placeholder={t('None')}
        choices={Object.entries(iconNames).map(([value, label]) => ({
          value,
          label: isIcon(value) ? `${ruleIcons[value]} ${t(label)}` : label,
        }))}
        value={rule.icon}
        onChange={(icon) => {
          const { icon: _, ...rest } = rule
          onRule(isIcon(icon) ? { ...rest, icon } : rest)
        }}
      />
    )}
  </>
)
