// @vitest-environment jsdom
import { act, cleanup, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { DataMasks } from '#core/filters/data-mask.ts'
import { openingOf } from '../../fixture.ts'
import { DashboardContext } from '../../state/dashboard-context.ts'
import { createMount } from '../../state/mount.ts'
import { MarkdownText } from './MarkdownText.tsx'

afterEach(cleanup)

const region = (...val: string[]): DataMasks => ({ r: { id: 'r', extraFormData: { filters: [{ col: 'region', op: 'IN', val }] } } })

const show = (code: string, applied: DataMasks) => {
  const mount = createMount(openingOf(null))
  mount.store.setState({ masks: { applied, pending: {} } })
  const { container } = render(
    <DashboardContext value={mount}>
      <MarkdownText code={code} />
    </DashboardContext>,
  )
  return { mount, container }
}

test('the variables of a text follow the filters', () => {
  const { mount, container } = show("# Sales in *{{ filter_values('region', 'the world') }}*", {})
  expect(container.querySelector('h1 em')?.textContent).toBe('the world')
  act(() => mount.store.setState({ masks: { applied: region('Asia', 'Europe'), pending: {} } }))
  expect(container.querySelector('h1 em')?.textContent).toBe('Asia, Europe')
})

test.each([
  '<img src=x onerror=alert(1)>',
  '<b>bold</b>',
  '**strong** [link](javascript:alert(1))',
  '</p><script>alert(1)</script>',
  '{{ time_range }}',
])('the value %s is text, never markup', (value) => {
  for (const code of ["In {{ filter_values('region') }}", "<div>\n\nIn {{ filter_values('region') }}\n\n</div>"]) {
    const { container } = show(code, region(value))
    expect(container.textContent?.trim()).toBe(`In ${value}`)
    expect(container.querySelector('img, b, strong, a, script')).toBeNull()
    cleanup()
  }
})

test('a variable that cannot be read is named where it stands, and the rest of the text is shown', () => {
  const { container } = show('# Title\n\nIn {{ region }} today', {})
  expect(container.querySelector('code')?.textContent).toBe('⚠ {{ region }}')
  expect(container.querySelector('h1')?.textContent).toBe('Title')
})
