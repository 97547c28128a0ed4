import { Funnel, FunnelX } from 'lucide-react'
import { useState } from 'react'
import { writtenName } from '#charts/shared/text/written-name.ts'
import type { Indicator } from '#core/filters/indicators.ts'
import { t } from '#core/i18n/t.ts'
import { cx } from '../../../ui/cx.ts'
import { Popover } from '../../../ui/overlay/Popover.tsx'
import css from './Card.module.css'

type Props = { indicators: Indicator[] }

/** The number of filters that apply to a card and of those that do not; on hover or click their names and values. */
export const Indicators = ({ indicators }: Props) => {
  const applied = indicators.filter(({ applies }) => applies)
  const refused = indicators.filter(({ applies }) => !applies)
  return (
    <>
      {applied.length > 0 && (
        <Count icon={<Funnel />} list={applied} label={t.plural(applied.length, '%(count)s filter applies', '%(count)s filters apply')} />
      )}
      {refused.length > 0 && (
        <Count
          icon={<FunnelX />}
          list={refused}
          isRefused
          label={t.plural(refused.length, '%(count)s filter does not apply', '%(count)s filters do not apply')}
        />
      )}
    </>
  )
}

type CountProps = { icon: React.ReactNode; list: Indicator[]; label: string; isRefused?: boolean }

const Count = ({ icon, list, label, isRefused }: CountProps) => {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [open, setOpen] = useState(false)
  return (
    <>
      <button
        ref={setAnchor}
        type="button"
        className={cx(css['indicator'], isRefused && css['refused'])}
        aria-label={label}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        onPointerEnter={(event) => event.pointerType === 'mouse' && setOpen(true)}
        onPointerLeave={(event) => event.pointerType === 'mouse' && setOpen(false)}
      >
        {icon}
        <span className="tabular">{list.length}</span>
      </button>
      <Popover
        open={open}
        onClose={() => setOpen(false)}
        anchor={anchor}
        label={label}
        align="end"
        takesFocus={false}
        className={css['filters'] ?? ''}
      >
        <p className={css['filtersHead']}>{label}</p>
        <dl>
          {list.map(({ id, name, value }) => (
            <div key={id}>
              <dt>{name}</dt>
              <dd>{writtenName(value, t)}</dd>
            </div>
          ))}
        </dl>
      </Popover>
    </>
  )
}
