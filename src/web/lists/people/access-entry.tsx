import { ScanEye } from 'lucide-react'
import { t } from '#core/i18n/t.ts'
import { paths } from '../../data/paths.ts'
import type { Session } from '../../data/session.ts'

type Kind = 'chart' | 'dashboard' | 'dataset' | 'database'

/** The entry of an object's menu that asks who sees it and why; only for those who may know of accounts. */
export const accessEntry = ({ hasPermission }: Pick<Session, 'hasPermission'>, kind: Kind, id: number) =>
  hasPermission('can_get', 'User') ? [{ key: 'access', label: t('Who sees this?'), icon: <ScanEye />, to: paths.access({ kind, id }) }] : []
