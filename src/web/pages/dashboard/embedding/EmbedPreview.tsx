import { useEffect, useRef, useState } from 'react'
import { guestTokenRoute } from '#api/embedded.ts'
import { t } from '#core/i18n/t.ts'
import { basePath } from '../../../data/base-path.ts'
import { call } from '../../../data/call.ts'
import { errorText } from '../../../data/call-error.ts'
import { Button } from '../../../ui/button/Button.tsx'
import css from './EmbedSheet.module.css'

type Sdk = {
  embed: (options: {
    url: string
    id: string
    chart?: number
    container: Element
    followsHeight: boolean
    getToken: () => Promise<string>
    onError: (event: { message: string }) => void
  }) => { remove: () => void }
}

type Shown = { uuid: string; chart: number | null }

/** The embed as a viewer without an account sees it, by the SDK that sites use. */
export const EmbedPreview = (shown: Shown) => {
  const [isShown, setIsShown] = useState(false)
  return (
    <section className={css['part']}>
      <h3>{t('Try it')}</h3>
      <p className={css['lead']}>{t('As a viewer without an account sees it.')}</p>
      {isShown ? <Frame key={shown.chart} {...shown} /> : <Button onClick={() => setIsShown(true)}>{t('Show the embed')}</Button>}
    </section>
  )
}

const Frame = ({ uuid, chart }: Shown) => {
  const place = useRef<HTMLDivElement>(null)
  const [fault, setFault] = useState<string | null>(null)
  useEffect(() => {
    let isLeft = false
    let embedded: ReturnType<Sdk['embed']> | undefined
    const url = window.location.origin + basePath()
    const body = { user: { username: 'preview' }, resources: [{ type: 'dashboard' as const, id: uuid }], rls: [] }
    const show = async () => {
      const sdk: Sdk = await import(/* @vite-ignore */ `${url}/embed/embed.js`)
      if (isLeft || !place.current) return
      embedded = sdk.embed({
        url,
        id: uuid,
        ...(chart !== null && { chart }),
        container: place.current,
        followsHeight: false,
        getToken: async () => (await call(guestTokenRoute, { body })).token,
        onError: ({ message }) => setFault(message),
      })
    }
    show().catch((error: unknown) => setFault(errorText(error)))
    return () => {
      isLeft = true
      embedded?.remove()
    }
  }, [uuid, chart])
  return (
    <>
      {fault !== null && <p role="alert">{fault}</p>}
      <div ref={place} className={css['frame']} />
    </>
  )
}
