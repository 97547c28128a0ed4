import { Eye } from 'lucide-react'
import { t } from '#core/i18n/t.ts'
import { errorText } from '../../data/call-error.ts'
import type { Session } from '../../data/session.ts'
import { beginView } from '../../data/log-in/view-as.ts'
import { say } from '../../ui/feedback/toast.ts'

/** The entry that looks at the product as a person or a role; only for administrators. */
export const viewEntry = ({ isAdmin, viewing }: Pick<Session, 'isAdmin' | 'viewing'>, kind: 'user' | 'role', id: number) =>
  isAdmin && !viewing
    ? [
        {
          key: 'view',
          label: kind === 'user' ? t('View as this person') : t('View as this role'),
          icon: <Eye />,
          onSelect: () => void beginView({ kind, id }).catch((error: unknown) => say(errorText(error), { kind: 'bad' })),
        },
      ]
    : []
