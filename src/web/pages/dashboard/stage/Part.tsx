import { Fragment, memo, use, type ComponentType as ReactComponent } from 'react'
import type { ComponentType } from '#core/layout/component.ts'
import { capacity } from '#core/layout/width.ts'
import { t } from '#core/i18n/t.ts'
import { cx } from '../../../ui/cx.ts'
import { ErrorBoundary } from '../../../ui/feedback/ErrorBoundary.tsx'
import { ChartPart } from '../card/ChartPart.tsx'
import { useComponent, useLayout } from '../state/dashboard-context.ts'
import { EditContext } from './edit-tools.ts'
import { Frame } from './Frame.tsx'
import { Header } from './Header.tsx'
import { Markdown } from './Markdown.tsx'
import { TabList } from './TabList.tsx'
import { Empty, useIsEmpty } from './empty.ts'
import { useOpenTab } from './use-open-tab.ts'
import { usePanels } from './use-panels.ts'
import { useSpan } from './use-span.ts'
import css from './Stage.module.css'

/** Children stacked vertically. */
const Stacked = ({ id }: { id: string }) => {
  const children = useComponent(id)?.children ?? []
  const tools = use(EditContext)
  return (
    <>
      {children.map((child, i) => (
        <Fragment key={child}>
          {tools && <tools.Gap parent={id} index={i} />}
          <Part id={child} />
        </Fragment>
      ))}
      {tools && <tools.Gap parent={id} index={children.length} />}
    </>
  )
}

/** The grid, or the content of a tab. */
const Stack = ({ id }: { id: string }) => {
  const isEmpty = useIsEmpty(id)
  const isTab = useComponent(id)?.type === 'TAB'
  const panels = usePanels()
  return (
    <div data-component={id} className={css['stack']} {...(isTab && { role: 'tabpanel', id: `${panels}-${id}` })}>
      <Stacked id={id} />
      {isEmpty && isTab && <Empty isTab />}
    </div>
  )
}

const isWhite = (background: unknown) => background === 'BACKGROUND_WHITE'

/** Children side by side on the columns of the grid. */
const Row = ({ id }: { id: string }) => {
  const row = useComponent(id)
  const columns = useLayout((layout) => capacity(layout, id))
  const tools = use(EditContext)
  const children = row?.children ?? []
  return (
    <Frame
      id={id}
      className={cx(css['row'], isWhite(row?.meta.background) && css['white'])}
      style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}
    >
      {children.map((child) => (
        <Part key={child} id={child} />
      ))}
      {tools && children.length === 0 && <p className={css['emptyBox']}>{t('Empty row')}</p>}
    </Frame>
  )
}

const Column = ({ id }: { id: string }) => {
  const column = useComponent(id)
  const tools = use(EditContext)
  const span = useSpan(id)
  return (
    <Frame id={id} className={cx(css['column'], isWhite(column?.meta.background) && css['white'])} style={span}>
      <Stacked id={id} />
      {tools && column?.children.length === 0 && <p className={css['emptyBox']}>{t('Empty column')}</p>}
    </Frame>
  )
}

/** Tabs within the page. */
const Tabs = ({ id }: { id: string }) => {
  const open = useOpenTab(id)
  return (
    <Frame id={id} className={css['tabs']}>
      <TabList id={id} />
      {open && <Part key={open} id={open} />}
    </Frame>
  )
}

const Divider = ({ id }: { id: string }) => (
  <Frame id={id} className={css['divider']}>
    <hr />
  </Frame>
)

/** A component of an unknown kind, as added by extensions, with what is in it. */
const Unknown = ({ id }: { id: string }) => {
  const children = useComponent(id)?.children ?? []
  const span = useSpan(id)
  return (
    <Frame id={id} className={cx(css['unknown'], children.length > 0 && css['holding'])} style={span}>
      <p>{t('This component cannot be shown here.')}</p>
      {children.length > 0 && (
        <div className={css['inUnknown']}>
          {children.map((child) => (
            <Part key={child} id={child} />
          ))}
        </div>
      )}
    </Frame>
  )
}

/** In place of a component that failed; while editing, it is moved and removed like any other. */
const Failed = ({ id }: { id: string }) => {
  const span = useSpan(id)
  return (
    <Frame id={id} className={css['unknown']} style={span}>
      <p>{t('This component cannot be shown here.')}</p>
    </Frame>
  )
}

const failedOf = (id: string) => () => <Failed id={id} />

const kinds: Record<ComponentType, ReactComponent<{ id: string }>> = {
  ROOT: Stack,
  GRID: Stack,
  TAB: Stack,
  ROW: Row,
  COLUMN: Column,
  CHART: ChartPart,
  MARKDOWN: Markdown,
  HEADER: Header,
  DIVIDER: Divider,
  TABS: Tabs,
  DYNAMIC: Unknown,
}

/** Any component of the layout. Renders only when it changes itself, not with its parent; one that fails takes no other with it. */
export const Part = memo(({ id }: { id: string }) => {
  const { type, meta } = useComponent(id) ?? {}
  const Kind = type && kinds[type]
  return Kind ? (
    <ErrorBoundary resetKey={meta} fallback={failedOf(id)}>
      <Kind id={id} />
    </ErrorBoundary>
  ) : null
})
