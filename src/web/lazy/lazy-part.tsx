import { CloudOff } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { ComponentType, ReactNode } from 'react'
import { t } from '#core/i18n/t.ts'
import { Button } from '../ui/button/Button.tsx'
import { IconButton } from '../ui/button/IconButton.tsx'
import css from './NotLoaded.module.css'
import { loadCode, reload, reportLoadFault, type LoadFault } from './load-fault.ts'

type Load<P> = () => Promise<ComponentType<P>>
type NotLoaded<P> = ComponentType<{ fault: LoadFault; onRetry: () => void; part: P }>
type Pending<P> = (props: P) => ReactNode

/** Tells parts that could not be loaded that another one was. */
const loaded = new EventTarget()

/** Unlike React's `lazy`, it can retry a failed load and does not keep the fallback on screen for 300 ms. */
const createLazy = <P extends object, Q extends P>(load: Load<P>, NotLoaded: NotLoaded<Q>, pending?: Pending<Q>): ComponentType<Q> => {
  let LoadedPart: ComponentType<P> | null = null
  const loadPart = async () => {
    if (!LoadedPart) {
      LoadedPart = await loadCode(load)
      loaded.dispatchEvent(new Event('part'))
    }
    return LoadedPart
  }
  return function LazyPart(props) {
    const [Part, setPart] = useState(() => LoadedPart)
    const [fault, setFault] = useState<LoadFault | null>(null)
    useEffect(() => {
      if (Part || fault) return
      let isCancelled = false
      loadPart().then(
        (part) => !isCancelled && setPart(() => part),
        (error: LoadFault) => !isCancelled && setFault(error),
      )
      return () => {
        isCancelled = true
      }
    }, [Part, fault])
    if (Part) return <Part {...props} />
    return fault ? <NotLoaded fault={fault} onRetry={() => setFault(null)} part={props} /> : pending?.(props)
  }
}

type LoadErrorProps = { fault: LoadFault; onRetry: () => void }

const useRetryOnline = (onRetry: () => void) =>
  useEffect(() => {
    window.addEventListener('online', onRetry)
    return () => window.removeEventListener('online', onRetry)
  }, [onRetry])

const remedyOf = ({ fault, onRetry }: LoadErrorProps) =>
  fault.isOutdated ? { label: t('Reload'), run: reload } : { label: t('Try again'), run: onRetry }

const InlineLoadError = (props: LoadErrorProps) => {
  useRetryOnline(props.onRetry)
  const { label, run } = remedyOf(props)
  return (
    <div className={css['notLoaded']} role="alert">
      <span>{props.fault.message}</span>
      <Button kind="link" onClick={run}>
        {label}
      </Button>
    </div>
  )
}

const SmallLoadError = (props: LoadErrorProps) => {
  useRetryOnline(props.onRetry)
  const { label, run } = remedyOf(props)
  return <IconButton dense label={label} hint={`– ${props.fault.message}`} icon={<CloudOff />} onClick={run} />
}

/**
 * A component whose code is loaded on first render. A failed load shows an error with a retry button in its place, and is tried again when
 * the network is back.
 */
export const lazyPart = <P extends object>(load: Load<P>, { pending }: { pending?: Pending<P> } = {}): ComponentType<P> =>
  createLazy(load, InlineLoadError, pending)

/** A small part in a row with others, where a failed load is a button that retries. */
export const lazyCompact = <P extends object>(load: Load<P>): ComponentType<P> => createLazy(load, SmallLoadError)

const WaitForOthers = ({ onRetry }: { onRetry: () => void }) => {
  const latest = useRef(onRetry)
  useEffect(() => {
    latest.current = onRetry
  })
  useEffect(() => {
    const retry = () => latest.current()
    loaded.addEventListener('part', retry)
    return () => loaded.removeEventListener('part', retry)
  }, [])
  return null
}

/** A part beside another one that reports a failed load for both. It is loaded again when any part could be loaded. */
export const lazyCompanion = <P extends object>(load: Load<P>): ComponentType<P> => createLazy(load, WaitForOthers)

/** Shows a toast, and calls back once. */
const useReported = (fault: LoadFault, onReported: () => void) => {
  const latest = useRef(onReported)
  useEffect(() => {
    reportLoadFault(fault)
    latest.current()
  }, [fault])
  return null
}

const CloseAndReport = ({ fault, part }: { fault: LoadFault; part: { onClose: () => void } }) => useReported(fault, part.onClose)

const LoseAndReport = ({ fault, part }: { fault: LoadFault; part: { onLost: () => void } }) => useReported(fault, part.onLost)

/** A dialog whose code is loaded when it first opens. A failed load shows a toast; opening the dialog again retries. */
export const lazyDialog = <P extends { onClose: () => void }>(load: Load<P>): ComponentType<P> => createLazy(load, CloseAndReport)

/** What stays after it first opened, as menus do. A failed load shows a toast; `onLost` takes it away, so that opening it again retries. */
export const lazyMenu = <P extends object>(load: Load<P>): ComponentType<P & { onLost: () => void }> =>
  createLazy<P, P & { onLost: () => void }>(load, LoseAndReport)
