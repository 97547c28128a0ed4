import { Globe } from 'lucide-react'
import { t } from '#core/i18n/t.ts'

/** The menu entry that opens the public link of an object. */
export const publicEntry = (onSelect: () => void) => ({ key: 'public', label: t('Share with anyone'), icon: <Globe />, onSelect })
