import { Search } from 'lucide-react'
import type { DrawContext } from '../../chart.ts'
import css from './Table.module.css'

export const SearchBox = ({ value, onChange, t }: { value: string; onChange: (value: string) => void; t: DrawContext['t'] }) => (
  <label className={css['search']}>
    <Search aria-hidden />
    <input
      type="search"
      placeholder={t('Search rows')}
      aria-label={t('Search rows')}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  </label>
)
