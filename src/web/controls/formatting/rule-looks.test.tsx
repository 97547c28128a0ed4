// @vitest-environment jsdom
import { fireEvent, render, screen } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { loadOverlayParts } from '../../ui/overlay/parts.ts'
import { RuleEditor } from './RuleEditor.tsx'

vi.hoisted(() => {
  window.matchMedia = () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }) as unknown as MediaQueryList
})
beforeAll(loadOverlayParts)
beforeEach(() => {
  Object.defineProperty(HTMLElement.prototype, 'offsetParent', { configurable: true, get: () => document.body })
  Object.defineProperty(HTMLElement.prototype, 'clientHeight', { configurable: true, get: () => 800 })
  Element.prototype.scrollTo = () => {}
})
const rule = { column: 'a', operator: '>', targetValue: 5, colorScheme: '#ACE1C4' }

test('a rule says what it colours, how strongly and with which icon', () => {
  const onRule = vi.fn()
  render(<RuleEditor rule={rule} columns={['a']} looks={['gradient', 'text', 'row', 'icon']} onRule={onRule} onDone={() => {}} />)
  fireEvent.click(screen.getByRole('radio', { name: 'Solid' }))
  expect(onRule).toHaveBeenLastCalledWith({ ...rule, useGradient: false })
  fireEvent.click(screen.getByRole('radio', { name: 'Text' }))
  fireEvent.click(screen.getByRole('checkbox', { name: 'Whole row' }))
  fireEvent.click(screen.getByRole('combobox', { name: 'Icon' }))
  fireEvent.click(screen.getByRole('option', { name: '▲ Up' }))
  expect(onRule).toHaveBeenLastCalledWith({ ...rule, useGradient: false, toTextColor: true, toAllRow: true, icon: 'up' })
})

test('a chart offers the looks that it can draw', () => {
  render(<RuleEditor rule={rule} columns={['a']} looks={['text']} onRule={() => {}} onDone={() => {}} />)
  expect(screen.getByRole('radiogroup', { name: 'Colors' })).toBeTruthy()
  expect(screen.queryByRole('checkbox', { name: 'Whole row' })).toBeNull()
  expect(screen.queryByRole('radio', { name: 'Solid' })).toBeNull()
})
