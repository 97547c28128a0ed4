import { useEffect } from 'react'
import type { Channel } from '../../embed/channel.ts'
import { useMount } from '../dashboard/state/dashboard-context.ts'
import { contentSize, methodsOf } from './methods.ts'
import { changesOf } from './mask-changes.ts'

/** Bit of `uiConfig`: the page around wants to know of changed filters. */
const emitsMasks = 16

/** What the surrounding page may ask for and is sent: the methods and messages of Superset's SDK, and those of ours. */
export const ParentLink = ({ channel, search }: { channel: Channel; search: URLSearchParams }) => {
  const mount = useMount()
  const { store, cards, root } = mount

  useEffect(() => channel.define(methodsOf(mount, search)), [channel, mount, search])

  useEffect(() => {
    const tells = ((Number(search.get('uiConfig')) || 0) & emitsMasks) !== 0
    return store.subscribe(({ masks }, before) => {
      if (masks.applied === before.masks.applied) return
      const changes = changesOf(before.masks.applied, masks.applied)
      if (tells) channel.emit('observeDataMask', { ...masks.applied, ...changes.flags })
      channel.emit('onFilterChange', { dataMask: masks.applied })
      for (const mark of changes.marks) channel.emit('onMarkClick', mark)
    })
  }, [channel, store, search])

  useEffect(() => {
    let isLoaded = false
    const tell = () => {
      const all = Object.entries(cards.state.getState().statuses)
      if (isLoaded || all.length === 0 || all.some(([, { status }]) => status === 'loading')) return
      isLoaded = true
      channel.emit('onLoad', { charts: all.length, failed: all.filter(([, { status }]) => status === 'failed').length })
    }
    tell()
    return cards.state.subscribe(tell)
  }, [channel, cards])

  useEffect(() => {
    const element = root.current
    if (!element) return
    let last = 0
    const tell = () => {
      const { height, width } = contentSize(element)
      if (height === last) return
      last = height
      channel.emit('onResize', { height, width })
    }
    const observer = new ResizeObserver(tell)
    for (const part of [element, ...element.querySelectorAll('[data-stage] > *')]) observer.observe(part)
    tell()
    return () => observer.disconnect()
  }, [channel, root])

  return null
}
