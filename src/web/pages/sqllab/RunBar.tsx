import { ChevronDown, Play, Square } from 'lucide-react'
import type { ReactNode } from 'react'
import { t } from '#core/i18n/t.ts'
import { Button } from '../../ui/button/Button.tsx'
import { IconButton } from '../../ui/button/IconButton.tsx'
import { Picker } from '../../ui/choice/Picker.tsx'
import { keyText } from '../../ui/keys/Kbd.tsx'
import { Menu } from '../../ui/overlay/Menu.tsx'
import type { LabDatabase } from './state/databases.ts'
import type { SaveState } from './state/autosave.ts'
import css from './SqlLab.module.css'

type Props = {
  databases: readonly LabDatabase[]
  databaseId: number | null
  onDatabase: (id: number) => void
  catalogs: readonly string[]
  catalog: string | null
  onCatalog: (catalog: string) => void
  schemas: { names: readonly string[]; isLoading: boolean }
  schema: string | null
  onSchema: (schema: string) => void
  limit: number
  limits: readonly number[]
  onLimit: (limit: number) => void
  isRunning: boolean
  isStopping: boolean
  canRun: boolean
  onRun: (scope: 'cursor' | 'all') => void
  onStop: () => void
  saveState: SaveState
  /** Opens the tree of tables in narrow windows. */
  tree: ReactNode
  /** More buttons, before Run. */
  actions: ReactNode
}

const saveTexts = (): Record<SaveState, string> => ({ saved: t('Saved'), saving: t('Saving…'), failed: t('Not saved yet') })

/** Where a statement runs, how many rows it may give, and Run or Stop. */
export const RunBar = (props: Props) => {
  const { databases, catalogs, schemas, isRunning, limits } = props
  return (
    <div className={css['runBar']} role="group" aria-label={t('Run')}>
      {props.tree}
      <Picker
        dense
        className={css['picker'] ?? ''}
        label={t('Database')}
        placeholder={t('Choose a database')}
        value={props.databaseId}
        options={databases.map(({ id, name, backend }) => ({ value: id, label: name, note: backend }))}
        onChange={props.onDatabase}
      />
      {catalogs.length > 1 && (
        <Picker
          dense
          className={css['picker'] ?? ''}
          label={t('Catalog')}
          placeholder={t('Choose a catalog')}
          value={props.catalog}
          options={catalogs.map((name) => ({ value: name, label: name }))}
          onChange={props.onCatalog}
        />
      )}
      <Picker
        dense
        className={css['picker'] ?? ''}
        label={t('Schema')}
        placeholder={props.databaseId === null ? '–' : t('Choose a schema')}
        disabled={props.databaseId === null}
        loading={schemas.isLoading}
        value={props.schema}
        options={schemas.names.map((name) => ({ value: name, label: name }))}
        onChange={props.onSchema}
      />
      <span className={css['saveState']} data-state={props.saveState} role="status">
        {saveTexts()[props.saveState]}
      </span>
      <Picker
        dense
        className={css['limit'] ?? ''}
        label={t('Row limit')}
        value={props.limit}
        options={limits.map((limit) => ({
          value: limit,
          label: t.plural(limit, '%(count)s row', '%(count)s rows'),
        }))}
        onChange={props.onLimit}
      />
      {props.actions}
      <span className={css['run']}>
        <Button
          dense
          focusableWhenDisabled
          disabled={!isRunning && !props.canRun}
          {...(isRunning
            ? { icon: <Square />, busy: props.isStopping }
            : { icon: <Play />, kind: 'primary' as const, title: keyText('⌘Enter') })}
          onClick={() => (isRunning ? props.onStop() : props.onRun('cursor'))}
        >
          {isRunning ? t('Stop') : t('Run')}
        </Button>
        {!isRunning && (
          <Menu
            label={t('What to run')}
            align="end"
            entries={[
              {
                key: 'cursor',
                label: t('Run the selection or the statement at the cursor'),
                hint: keyText('⌘Enter'),
                onSelect: () => props.onRun('cursor'),
              },
              { key: 'all', label: t('Run all statements'), hint: keyText('⌘⇧Enter'), onSelect: () => props.onRun('all') },
            ]}
          >
            <IconButton dense bordered label={t('What to run')} icon={<ChevronDown />} disabled={!props.canRun} />
          </Menu>
        )}
      </span>
    </div>
  )
}
