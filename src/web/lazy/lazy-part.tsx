import { useEffect, useState } from 'react'
import type { ComponentType, ReactNode } from 'react'
import { t } from '#core/i18n/t.ts'
import { Button } from '../ui/button/Button.tsx'
import css from './NotLoaded.module.css'
import { loadCode, reload, sayLoadFault, type LoadFault } from './load-fault.ts'

type Load<P> = () => Promise<ComponentType<P>>
type NotLoaded<P> = ComponentType<{ fault: LoadFault; onRetry: () => void; part: P }>
type Pending<P> = (props: P) => ReactNode

/** React's `lazy` keeps a failed load for good, and shows a loaded part only 300 ms after its fallback. */
const loadedWhenDrawn = <P extends object>(load: Load<P>, NotLoaded: NotLoaded<P>, pending?: Pending<P>): ComponentType<P> => {
  let present: ComponentType<P> | null = null
  const get = async () => {
    present ??= await loadCode(load)
    return present
  }
  return function LazyPart(props) {
    const [Part, setPart] = useState(() => present)
    const [fault, setFault] = useState<LoadFault | null>(null)
    useEffect(() => {
      if (Part || fault) return
      let left = false
      get().then(
        (loaded) => !left && setPart(() => loaded),
        (error: LoadFault) => !left && setFault(error),
      )
      return () => {
        left = true
      }
    }, [Part, fault])
    if (Part) return <Part {...props} />
    return fault ? <NotLoaded fault={fault} onRetry={() => setFault(null)} part={props} /> : pending?.(props)
  }
}

const InPlace = ({ fault, onRetry }: { fault: LoadFault; onRetry: () => void }) => (
  <div className={css['notLoaded']} role="alert">
    <span>{fault.message}</span>
    <Button kind="link" onClick={fault.outdated ? reload : onRetry}>
      {fault.outdated ? t('Load again') : t('Try again')}
    </Button>
  </div>
)

/** A component whose code comes when it is first drawn. Where it does not come, the place says so and offers another try. */
export const lazyPart = <P extends object>(load: Load<P>, { pending }: { pending?: Pending<P> } = {}): ComponentType<P> =>
  loadedWhenDrawn(load, InPlace, pending)

const Closed = ({ fault, part }: { fault: LoadFault; part: { onClose: () => void } }) => {
  const { onClose } = part
  useEffect(() => {
    sayLoadFault(fault)
    onClose()
  }, [fault, onClose])
  return null
}

/** A dialog whose code comes when it is first opened. Where it does not come, that is said at the bottom and opening it again tries again. */
export const lazyDialog = <P extends { onClose: () => void }>(load: Load<P>): ComponentType<P> => loadedWhenDrawn(load, Closed)
