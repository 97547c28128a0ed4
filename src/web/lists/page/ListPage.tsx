import { useRef, useState } from 'react'
import { LayoutGrid, List as ListIcon, SearchX } from 'lucide-react'
import { t } from '#core/i18n/t.ts'
import { errorText } from '../../data/call-error.ts'
import { usePageTitle } from '../../window/use-page-title.ts'
import { Button } from '../../ui/button/Button.tsx'
import { Picker } from '../../ui/choice/Picker.tsx'
import { ProgressLine } from '../../ui/feedback/ProgressLine.tsx'
import { SearchInput } from '../../ui/text/SearchInput.tsx'
import { Segmented } from '../../ui/choice/Segmented.tsx'
import { say } from '../../ui/feedback/toast.ts'
import { EmptyState, ErrorState } from '../../ui/feedback/State.tsx'
import { useKeys } from '../../ui/keys/use-keys.ts'
import { BulkBar } from './BulkBar.tsx'
import type { ListConfig, ListRow } from '../config.ts'
import { FilterChip } from './FilterChip.tsx'
import { ImportButton } from './import/ImportButton.tsx'
import { ListCards } from '../rows/ListCards.tsx'
import { ListTable } from '../rows/ListTable.tsx'
import { pageSize } from './list-state.ts'
import { Pager } from './Pager.tsx'
import { useList } from './use-list.ts'
import { useSelection } from './use-selection.ts'
import css from './ListPage.module.css'

const noRows: never[] = []

/** So many rows can be selected together. */
const maxSelected = 1000

/** A page that lists objects of one resource, with search, filter chips, and a table or cards. */
export const ListPage = <R extends ListRow>({ config: given }: { config: ListConfig<R> }) => {
  usePageTitle(given.title)
  const [previewedId, setPreviewedId] = useState<number | null>(null)
  const config = given.preview ? { ...given, open: (row: R) => () => setPreviewedId(row.id) } : given
  const list = useList(config)
  const { state, change, rows, total, isFiltered } = list
  const search = useRef<HTMLInputElement>(null)
  useKeys([{ keys: '/', label: t('Search this list'), run: () => search.current?.focus() }])

  const shown = rows.data?.result ?? noRows
  const count = rows.data?.count ?? 0
  const selection = useSelection<R>(shown, JSON.stringify([state.search, state.filters]))
  const chosen = selection.rows
  const removeRows = async (gone: R[]) => {
    if (await list.remove(gone)) selection.deselect(gone)
  }
  /** Rows of others leave the selection first, so that whoever deletes sees what is left of it. */
  const removeChosen = () => {
    const others = chosen.filter((row) => !config.canEdit(row))
    if (others.length === 0) return void removeRows(chosen)
    selection.deselect(others)
    say(t('You may not delete all of them. No longer selected: %(count)s', { count: others.length.toLocaleString(t.locale) }), {
      kind: 'warn',
    })
  }
  const selectAll = async () => {
    const all = await list.readAll()
    if (all) selection.selectRows(all)
  }
  const body = {
    config,
    list,
    rows: shown,
    selected: selection.ids,
    onSelect: selection.select,
    remove: (gone: R[]) => void removeRows(gone),
  }
  const previewedAt = shown.findIndex(({ id }) => id === previewedId)
  const previewed = shown[previewedAt]
  const stepTo = (next: R | undefined) => (next ? () => setPreviewedId(next.id) : null)
  const isEmpty = rows.isSuccess && count === 0

  return (
    <div className={css['page']}>
      <header className={css['head']}>
        <h1>{config.title}</h1>
        {total !== undefined && <span className={css['total']}>{total.toLocaleString(t.locale)}</span>}
        <div className={css['actions']}>
          {config.imports && <ImportButton route={config.imports} noun={config.noun(1)} refresh={config.refresh} />}
          {config.actions}
        </div>
      </header>

      <div className={css['tools']} role="search">
        <SearchInput
          ref={search}
          className={css['search'] ?? ''}
          label={config.search.label}
          keyHint="/"
          wait={200}
          value={state.search}
          onValue={(text) => change({ search: text.trim() })}
        />
        <div className={css['chips']}>
          {config.filters.map((filter) => (
            <FilterChip
              key={filter.key}
              filter={filter}
              chosen={state.filters[filter.key]}
              onChoose={(value) => {
                const { [filter.key]: _before, ...others } = state.filters
                change({ filters: value ? { ...others, [filter.key]: value } : others })
              }}
            />
          ))}
          {isFiltered && (
            <Button kind="link" className={css['clear'] ?? ''} onClick={() => change({ search: '', filters: {} })}>
              {t('Clear')}
            </Button>
          )}
        </div>
        <div className={css['view']}>
          {isFiltered && rows.isSuccess && total !== undefined && (
            <span className={css['found']} role="status">
              {t('%(count)s of %(total)s', { count: count.toLocaleString(t.locale), total: total.toLocaleString(t.locale) })}
            </span>
          )}
          <Picker
            className={css['sort'] ?? ''}
            label={t('Sort')}
            value={state.sort}
            options={config.sorts.map(({ key, label }) => ({ value: key, label }))}
            onChange={(sort) => change({ sort, direction: config.sorts.find(({ key }) => key === sort)?.direction ?? 'asc' })}
          />
          {config.card && (
            <Segmented
              label={t('View')}
              value={state.cards ? 'cards' : 'table'}
              onChange={(view) => change({ cards: view === 'cards', page: state.page })}
              options={[
                { key: 'table', label: t('Table'), icon: <ListIcon /> },
                { key: 'cards', label: t('Cards'), icon: <LayoutGrid /> },
              ]}
            />
          )}
        </div>
      </div>

      <div className={css['body']} aria-busy={rows.isFetching}>
        {rows.isPlaceholderData && <ProgressLine label={t('Loading')} />}
        {rows.isError ? (
          <div className={css['card']}>
            <ErrorState
              title={t('This list could not be loaded')}
              text={t('An error occurred while fetching %ss: %s', [config.noun(1), errorText(rows.error)])}
              onRetry={() => void rows.refetch()}
            />
          </div>
        ) : isEmpty ? (
          <div className={css['card']}>
            {isFiltered ? (
              <EmptyState
                icon={<SearchX />}
                title={t('No matches')}
                text={
                  state.search
                    ? t('Nothing matches “%(text)s” with these filters.', { text: state.search })
                    : t('Nothing matches these filters.')
                }
                actions={<Button onClick={() => change({ search: '', filters: {} })}>{t('Clear the filters')}</Button>}
              />
            ) : (
              <EmptyState icon={config.icon} title={config.empty.title} text={config.empty.text} actions={config.empty.action} />
            )}
          </div>
        ) : state.cards ? (
          <ListCards {...body} isLoading={rows.isPending} />
        ) : (
          <ListTable {...body} isLoading={rows.isPending} />
        )}
      </div>
      {count > pageSize && <Pager page={state.page} count={count} onPage={(page) => change({ page })} />}
      {chosen.length > 0 && (
        <BulkBar
          count={chosen.length}
          busy={list.isRemoving}
          all={selection.hasPage && chosen.length < count && count <= maxSelected ? { count, select: selectAll } : undefined}
          actions={(config.bulk ?? []).map(({ run, ...action }) => ({ ...action, run: () => run(chosen) }))}
          onDelete={config.remove && removeChosen}
          onClear={selection.clear}
        />
      )}
      {previewed &&
        config.preview?.(previewed, {
          onPrevious: stepTo(shown[previewedAt - 1]),
          onNext: stepTo(shown[previewedAt + 1]),
          onClose: () => setPreviewedId(null),
        })}
    </div>
  )
}
