import type { Scope } from '#core/access/scopes.ts'
import { t } from '#core/i18n/t.ts'
import { Checkbox } from '../../ui/choice/Checkbox.tsx'
import { scopeOptions } from './token-words.ts'
import css from './ScopeBoxes.module.css'

type Props = { value: readonly Scope[]; onValue: (value: Scope[]) => void; 'aria-describedby'?: string }

/** What a token may be used for, one box each. */
export const ScopeBoxes = ({ value, onValue, 'aria-describedby': describedBy }: Props) => (
  <div role="group" aria-label={t('It may')} aria-describedby={describedBy} className={css['boxes']}>
    {scopeOptions().map(({ scope, label, note }) => (
      <Checkbox
        key={scope}
        label={label}
        checked={value.includes(scope)}
        onChange={(checked) => onValue(checked ? [...value, scope] : value.filter((one) => one !== scope))}
      >
        <span className={css['words']}>
          <span>{label}</span>
          <span className={css['note']}>{note}</span>
        </span>
      </Checkbox>
    ))}
  </div>
)
